import * as z from 'zod';
import { defineCall } from './call.ts';
import { engineer, notKiosk } from './guard.ts';
import { fileDtoSchema } from './host.ts';
import { lengthUnitSchema, meshReportSchema } from './preparation.ts';

/**
 * The part inventory: what a buyer company owns, with revisions. An engineer sees the parts of the own company; a
 * provider sees those that orders sent to its facility are made of, and changes none.
 */

const id = z.number().int();
const partId = z.object({ id: z.coerce.number().int().positive() });
const name = z.string().trim().min(1).max(200);
const partNumber = z.string().trim().max(100);
const tag = z.string().trim().min(1).max(40);

export const partRevisionSchema = z.object({
  id,
  /** `A`, `B`, … in the order they came. */
  revision: z.string(),
  fileName: z.string(),
  /** What was uploaded. */
  originalFileDTO: fileDtoSchema,
  /** The mesh to build, in millimetres. */
  fileDTO: fileDtoSchema,
  pngFileDTO: fileDtoSchema.nullable(),
  /** Ending of the upload, in small letters. */
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

export const partSchema = z.object({
  id,
  name: z.string(),
  partNumber: z.string(),
  tags: z.array(z.string()),
  /** Company that owns it. */
  owner: z.string(),
  exportControlled: z.boolean(),
  archived: z.boolean(),
  /** The latest. */
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

export const partFiltersSchema = z.object({
  /** Any of them. */
  tags: z.array(tag).max(100).default([]),
  formats: z.array(z.string().max(20)).max(100).default([]),
  watertight: z.boolean().nullable().default(null),
  ordered: z.boolean().nullable().default(null),
  exportControlled: z.boolean().nullable().default(null),
  archived: z.boolean().default(false),
});

export const partSortSchema = z.enum(['NAME', 'PART_NUMBER', 'CREATED', 'LAST_ORDERED', 'VOLUME', 'ORDERS']);

export const searchParts = defineCall({
  id: 'catalog.searchParts',
  owner: 'catalog',
  method: 'POST',
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
    /** Answer what tags and formats there are; else both are empty. The same for every page and filter. */
    choices: z.boolean().default(false),
  }),
  response: z.object({
    content: z.array(partSchema),
    totalElements: z.number().int(),
    /** At most 1000, in the order of the alphabet. */
    tags: z.array(z.string()),
    formats: z.array(z.string()),
  }),
});

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

const duplicateSchema = z.object({ partId: id, name: z.string(), revision: z.string() });

export const addPart = defineCall({
  id: 'catalog.addPart',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/parts',
  summary:
    'Adds a part of prepared files. Content that the company has already is not added unless `evenIfThere`: the answer names where it is.',
  guard: engineer,
  body: newRevision.extend({
    /** Made by the caller: sent twice, it is added once. */
    eventId: z.string().uuid(),
    name,
    partNumber: partNumber.default(''),
    tags: z.array(tag).max(20).default([]),
    evenIfThere: z.boolean().default(false),
  }),
  response: z.object({ part: partSchema.nullable(), duplicateOf: duplicateSchema.nullable() }),
});

export const addPartRevision = defineCall({
  id: 'catalog.addPartRevision',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/parts/{id}/revisions',
  summary: 'Adds a revision. The same content as the latest one is refused with CONFLICT.',
  guard: engineer,
  params: partId,
  body: newRevision.extend({ eventId: z.string().uuid() }),
  response: partSchema,
});

export const updatePart = defineCall({
  id: 'catalog.updatePart',
  owner: 'catalog',
  method: 'PUT',
  path: '/api/v1/parts/{id}',
  summary: 'Changes name, number and tags.',
  guard: engineer,
  params: partId,
  body: z.object({ name, partNumber, tags: z.array(tag).max(20) }),
  response: partSchema,
});

const bulkResultSchema = z.array(z.object({ id, done: z.boolean(), message: z.string().nullable() }));

export const archiveParts = defineCall({
  id: 'catalog.archiveParts',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/parts/archive',
  summary: 'Archives parts or brings them back; answers for each.',
  guard: engineer,
  body: z.object({ ids: z.array(id).min(1).max(500), archived: z.boolean() }),
  response: bulkResultSchema,
});

export const deleteParts = defineCall({
  id: 'catalog.deleteParts',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/parts/delete',
  summary: 'Deletes parts that were never ordered; answers for each. For a day they can be brought back.',
  guard: engineer,
  body: z.object({ ids: z.array(id).min(1).max(500) }),
  response: bulkResultSchema,
});

export const undeleteParts = defineCall({
  id: 'catalog.undeleteParts',
  owner: 'catalog',
  method: 'POST',
  path: '/api/v1/parts/undelete',
  summary: 'Brings back parts that were deleted within the last day; answers for each.',
  guard: engineer,
  body: z.object({ ids: z.array(id).min(1).max(500) }),
  response: bulkResultSchema,
});
