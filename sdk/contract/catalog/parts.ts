import * as z from 'zod';
import { bulkResultSchema } from '../bulk.ts';
import { defineCall } from '../call.ts';
import { member, notKiosk } from '../guard.ts';
import { fileDtoSchema } from '../host/files.ts';
import { knownTagSchema, mostTags, tagChangeSchema, tagChipSchema, tagSchema } from '../tags.ts';
import { meshReportSchema } from '../preparation/mesh.ts';
import { orderRights } from '../orders/rights.ts';
import { lengthUnitSchema } from '../preparation/lengthUnit.ts';

/**
 * The part inventory: what a buyer company owns, with revisions. An engineer sees the parts of the own company; a
 * provider sees those that orders sent to its facility are made of, and changes none.
 */

const id = z.number().int();

/** Who creates orders keeps the parts that they are made of. */
const editor = member({ roles: ['ROLE_ENGINEER'], memberRoles: orderRights.create });
const partId = z.object({ id: z.coerce.number().int().positive() });
const name = z.string().trim().min(1).max(200);
const partNumber = z.string().trim().max(100);

/** One revision of a part. Lengths mm, areas mm², volumes mm³ (product 2, Part inventory). */
export const partRevisionSchema = z.object({
  id,
  /** `A`, `B`, … in the order in which the revisions were added. */
  revision: z.string(),
  fileName: z.string(),
  /** The file as it was uploaded. */
  originalFileDTO: fileDtoSchema,
  /** The mesh to build, in millimetres. */
  fileDTO: fileDtoSchema,
  pngFileDTO: fileDtoSchema.nullable(),
  /** File name ending of the upload, in lower case. */
  format: z.string(),
  units: lengthUnitSchema,
  report: meshReportSchema.pick({
    facets: true,
    shells: true,
    watertight: true,
    volumeMm3: true,
    areaMm2: true,
    bbox: true,
  }),
  /** From the last wall-thickness operation on it. */
  minWallMm: z.number().nullable(),
  createdBy: z.string(),
  /** ISO date and time. */
  createdOn: z.string(),
});
export type PartRevision = z.infer<typeof partRevisionSchema>;

/** A part of the inventory with its latest revision (product 2, Part inventory). */
export const partSchema = z.object({
  id,
  name: z.string(),
  partNumber: z.string(),
  /** The words of the company that owns it; empty for a facility. */
  tags: z.array(z.string()),
  /** Of the caller's facility, which the company never sees; empty for a company. */
  facilityTags: z.array(tagChipSchema),
  /** Company that owns it. */
  owner: z.string(),
  exportControlled: z.boolean(),
  archived: z.boolean(),
  /** The latest revision. */
  revision: partRevisionSchema,
  revisionCount: z.number().int().positive(),
  orderCount: z.number().int().nonnegative(),
  /** ISO date and time of the latest order, `null` when never ordered. */
  lastOrderedOn: z.string().nullable(),
  createdOn: z.string(),
  /** What this caller may do with it. */
  may: z.object({ change: z.boolean(), delete: z.boolean(), order: z.boolean() }),
});
export type Part = z.infer<typeof partSchema>;

/** Conditions of a search; a part has to meet all of them. An empty list or `null` asks for nothing. */
export const partFiltersSchema = z.object({
  /** The part has at least one of them. */
  tags: z.array(tagSchema).max(100).default([]),
  /** Tags of the caller's facility; one that was merged means what it became. A company's search asks nothing by them. */
  tagIds: z.array(id).max(50).default([]),
  formats: z.array(z.string().max(20)).max(100).default([]),
  watertight: z.boolean().nullable().default(null),
  ordered: z.boolean().nullable().default(null),
  exportControlled: z.boolean().nullable().default(null),
  archived: z.boolean().default(false),
});

/** What a search is sorted by. Parts without the value come last. */
export const partSortSchema = z.enum(['NAME', 'PART_NUMBER', 'CREATED', 'LAST_ORDERED', 'VOLUME', 'ORDERS']);

/**
 * An engineer finds the parts of the own company, a provider those of orders sent to the active facility (product 2,
 * Part inventory).
 */
export const searchParts = defineCall({
  id: 'catalog.searchParts',
  owner: 'catalog',
  method: 'POST',
  reads: true,
  path: '/api/v1/parts/search',
  summary:
    'Parts the caller may see, by name, number, file name or tag; if asked, with the tags and formats there are.',
  guard: notKiosk,
  query: z.object({
    page: z.coerce.number().int().min(0).default(0),
    size: z.coerce.number().int().min(1).max(100).default(15),
  }),
  body: z.object({
    searchText: z.string().max(200).default(''),
    filters: partFiltersSchema.default(partFiltersSchema.parse({})),
    sort: partSortSchema.default('CREATED'),
    descending: z.boolean().default(true),
    /** Also answer the tags and formats there are, which are the same for every page and filter. Else these lists are empty. */
    choices: z.boolean().default(false),
  }),
  response: z.object({
    content: z.array(partSchema),
    totalElements: z.number().int(),
    /** At most 1000, in alphabetical order; empty for a provider. */
    tags: z.array(z.string()),
    /** Those of the caller's facility that parts can have, by label; empty for a company. */
    facilityTags: z.array(knownTagSchema),
    formats: z.array(z.string()),
  }),
  isBulk: ({ query }) => query.size > 50,
});

/** Refused with NOT_FOUND when there is no such part or the caller may not see it (product 2, Part inventory). */
export const getPart = defineCall({
  id: 'catalog.part',
  owner: 'catalog',
  method: 'GET',
  path: '/api/v1/parts/{id}',
  summary: 'A part with every revision, latest first, and the orders of it that the caller may see.',
  guard: notKiosk,
  params: partId,
  response: partSchema.extend({
    revisions: z.array(partRevisionSchema),
    orders: z.array(z.object({ id, displayTitle: z.string(), revision: z.string(), quantity: z.number().int() })),
  }),
});

/** A revision as the caller prepared it: the upload, and the mesh that came of it. */
const newRevision = z.object({
  originalFileId: id,
  fileId: id,
  units: lengthUnitSchema.default('MM'),
});

/** The revision that has the same content already. */
const duplicateSchema = z.object({ partId: id, name: z.string(), revision: z.string() });

/**
 * The same `eventId` sent twice adds one part. Refused with FORBIDDEN when the function of the caller may not change
 * parts; with NOT_FOUND or EXPORT_CONTROLLED when the caller may not see a file; with INVALID_INPUT when the mesh was
 * not made from the upload or is not prepared (product 2, Part inventory).
 */
export const addPart = defineCall({
  id: 'catalog.addPart',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/parts',
  summary:
    'Adds a part of prepared files. Content that the company has already is not added unless `evenIfThere`: the answer names where it is.',
  guard: editor,
  body: newRevision.extend({
    /** Made by the caller; the server adds one part for each id. */
    eventId: z.string().uuid(),
    name,
    partNumber: partNumber.default(''),
    tags: z.array(tagSchema).max(mostTags).default([]),
    evenIfThere: z.boolean().default(false),
  }),
  response: z.object({ part: partSchema.nullable(), duplicateOf: duplicateSchema.nullable() }),
});

/**
 * The same `eventId` sent twice adds one revision. Refused with NOT_FOUND when the company has no such part;
 * otherwise as `addPart`, and with CONFLICT when the latest revision has the same content (product 2, Part
 * inventory).
 */
export const addPartRevision = defineCall({
  id: 'catalog.addPartRevision',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/parts/{id}/revisions',
  summary: 'Adds a revision. The same content as the latest one is refused with CONFLICT.',
  guard: editor,
  params: partId,
  body: newRevision.extend({ eventId: z.string().uuid() }),
  response: partSchema,
});

/**
 * Tags that differ only in capitals are kept once. Refused with FORBIDDEN when the function of the caller may not
 * change parts; with NOT_FOUND when the company has no such part.
 */
export const updatePart = defineCall({
  id: 'catalog.updatePart',
  owner: 'catalog',
  method: 'PUT',
  path: '/api/v1/parts/{id}',
  summary: 'Changes name, number and tags.',
  guard: editor,
  params: partId,
  body: z.object({ name, partNumber, tags: z.array(tagSchema).max(mostTags) }),
  response: partSchema,
});

/**
 * An archived part is found only with `archived` in the filters. Refused with FORBIDDEN when the function of the
 * caller may not change parts; a part that does not exist says so in its own row (product 2, Part inventory).
 */
export const archiveParts = defineCall({
  id: 'catalog.archiveParts',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/parts/archive',
  summary: 'Archives parts or brings them back; answers for each.',
  guard: editor,
  body: z.object({ ids: z.array(id).min(1).max(500), archived: z.boolean() }),
  response: bulkResultSchema,
});

/**
 * What else the parts have stays, also what somebody gives them at the same moment. Refused with FORBIDDEN when the
 * function of the caller may not change parts; a part that would have more than 20 tags says so in its own row.
 */
export const tagParts = defineCall({
  id: 'catalog.tagParts',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/parts/tags',
  summary: 'Gives parts tags and takes tags from them; answers for each.',
  guard: editor,
  body: tagChangeSchema.extend({ ids: z.array(id).min(1).max(500) }),
  response: bulkResultSchema,
});

/**
 * Tags of the active facility on parts that orders sent to it are made of; the company that owns them never sees these. Each is changed for
 * itself; a row says why nothing was done: NOT_FOUND for a part that the caller may not see, or CONFLICT where there is no such tag (who may
 * edit tags adds one by using it), it is retired or not for parts, or there would be more than 20.
 */
export const tagFacilityParts = defineCall({
  id: 'catalog.tagFacilityParts',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/parts/facility-tags',
  summary: 'Gives parts tags of the facility and takes them from them; answers for each.',
  // Who may put them on orders.
  guard: member({ roles: ['ROLE_SERVICE_PROVIDER'], memberRoles: orderRights.archive }),
  body: tagChangeSchema.extend({ ids: z.array(id).min(1).max(100) }),
  response: bulkResultSchema,
});

/**
 * Refused with FORBIDDEN when the function of the caller may not change parts. A part that was ordered stays and says
 * so in its own row (product 2, Part inventory).
 */
export const deleteParts = defineCall({
  id: 'catalog.deleteParts',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/parts/delete',
  summary: 'Deletes parts that were never ordered; answers for each. For a day they can be brought back.',
  guard: editor,
  body: z.object({ ids: z.array(id).min(1).max(500) }),
  response: bulkResultSchema,
});

/**
 * Refused with FORBIDDEN when the function of the caller may not change parts. A part whose day is over says so in
 * its own row.
 */
export const undeleteParts = defineCall({
  id: 'catalog.undeleteParts',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/parts/undelete',
  summary: 'Brings back parts that were deleted within the last day; answers for each.',
  guard: editor,
  body: z.object({ ids: z.array(id).min(1).max(500) }),
  response: bulkResultSchema,
});
