import * as z from 'zod';
import { bulkResultSchema } from '../bulk.ts';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { member, provider } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { namedSchema } from '../named.ts';
import { moneySchema } from '../orders/orderFile.ts';
import { knownTagSchema, tagChangeSchema } from '../tags.ts';
import {
  ncrContainmentSchema,
  ncrDetailSchema,
  ncrDraftSchema,
  ncrEventSchema,
  ncrLineSchema,
  ncrMarkSchema,
  ncrSourceSchema,
  ncrStatusSchema,
  ncrStepSchema,
  ncrSubjectSchema,
} from './ncr.ts';
import { dispositionSchema, qualitySettingsSchema } from './settings.ts';

/**
 * Non-conformances of a facility (product 2, Process NCR and Part NCR). Who holds QUALITY_MANAGEMENT_ACCESS sees all but those of
 * export-controlled orders for which they are not cleared; these look as if there were none. Dates are ISO dates and times.
 */

const id = z.number().int();
const idParam = z.object({ id: z.coerce.number().int().positive() });
const eventId = z.uuid();
const reason = z.string().trim().max(1000);
const reader = provider('QUALITY_MANAGEMENT_ACCESS');
/** Who works on the floor raises them too, also at the tablet of a kiosk. */
const raiser = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  anyPermission: ['QUALITY_MANAGEMENT_ACCESS', 'WORKCENTER_OPERATION_ACCESS'],
});
const quality = { owner: 'quality', flag: 'QUALITY_MANAGEMENT' } as const;

/** PROCESS: a job, a machine, a step or a batch, or nothing is named. PART: an ordered part is. One may be in both. */
export const ncrViewSchema = z.enum(['PROCESS', 'PART']);
export type NcrView = z.infer<typeof ncrViewSchema>;

export const ncrSortSchema = z.enum(['createdAt', 'number', 'dueAt', 'severity', 'status', 'affectedQuantity']);

/** At most so many are counted. */
export const mostCounted = 10_000;
/** Photos of one, and pieces of text on one. */
export const mostPhotos = 40;
export const mostRows = 50;
/** Marks on one photo. */
export const mostMarks = 50;

const keys = z.array(z.string().max(40)).max(50).default([]);

/** Each list that is empty asks nothing. */
export const ncrFilterSchema = z.object({
  view: ncrViewSchema.default('PROCESS'),
  statuses: z.array(ncrStatusSchema).max(5).default([]),
  severities: keys,
  types: keys,
  sources: z.array(ncrSourceSchema).max(5).default([]),
  containment: z.array(ncrContainmentSchema).max(3).default([]),
  assigneeId: id.nullable().default(null),
  /** This defect, and those below it. */
  defectId: id.nullable().default(null),
  orderId: id.nullable().default(null),
  equipmentId: id.nullable().default(null),
  /** With one of these tags; one that was merged means what it became. */
  tagIds: z.array(id).max(50).default([]),
  /** The caller has raised it, or it is theirs to work on. */
  mine: z.boolean().default(false),
  /** Open, and past its date. */
  overdue: z.boolean().default(false),
  /** In the number, the title, the description, or the batch; shorter than three letters: nothing is asked. */
  text: z.string().trim().max(100).default(''),
});
export type NcrFilter = z.infer<typeof ncrFilterSchema>;

/** `page` counts from 0. `total` is at most `mostCounted`; `more`: there are more than that. */
export const searchNcrs = defineCall({
  ...quality,
  id: 'quality.searchNcrs',
  method: 'POST',
  path: '/api/v1/quality/ncrs/search',
  summary: 'Non-conformances of the active facility, page by page.',
  guard: reader,
  body: ncrFilterSchema.extend({
    sort: ncrSortSchema.default('createdAt'),
    descending: z.boolean().default(true),
    page: z.number().int().min(0).max(100_000).default(0),
    size: z.number().int().min(1).max(100).default(25),
  }),
  response: z.object({ ncrs: z.array(ncrLineSchema), total: id, more: z.boolean() }),
});

const countedSchema = namedSchema.extend({ ncrs: id, pieces: id });

/** Tiles and Pareto count what the caller may see, whatever the table beside them is filtered by. */
export const readNcrSummary = defineCall({
  ...quality,
  id: 'quality.ncrSummary',
  method: 'GET',
  path: '/api/v1/quality/ncrs/summary',
  summary: 'How many non-conformances are open, how old they are, what they cost and what they come from.',
  guard: reader,
  query: z.object({
    view: ncrViewSchema.default('PROCESS'),
    /** Days back for yield, cost and Pareto. */
    days: z.coerce.number().int().min(1).max(730).default(90),
  }),
  response: z.object({
    open: id,
    /** In the order of the settings; those without any too. */
    bySeverity: z.array(z.object({ key: z.string(), open: id })),
    uncontained: id,
    overdue: id,
    /** Open ones by their age in days: up to `until`, the last without end. */
    ageing: z.array(z.object({ until: id.nullable(), open: id })),
    /** Of pieces at the first inspection of each lot, those found good there: from 0 to 1. `null`: nothing was inspected. */
    firstPassYield: z.number().nullable(),
    inspected: id,
    /** Pieces that were thrown away or made again, at the price they were sold for, by currency; `null` for who sees no prices. */
    scrapCost: z.array(moneySchema).nullable(),
    scrapped: id,
    /** The eight with the most, worst first. An id of 0: of none. */
    pareto: z.object({
      defects: z.array(countedSchema),
      machines: z.array(countedSchema),
      materials: z.array(countedSchema),
    }),
  }),
});

/** As the settings of the facility are in force. Operators choose from it too; people are only told to who may assign, tags to who may read it whole. */
export const readNcrChoices = defineCall({
  ...quality,
  id: 'quality.ncrChoices',
  method: 'GET',
  path: '/api/v1/quality/ncrs/choices',
  summary: 'What non-conformances are described with, who can be assigned, and who signs.',
  guard: raiser,
  response: qualitySettingsSchema
    .pick({ rigor: true, types: true, severities: true, defects: true, dispositions: true, gates: true })
    .extend({
      people: z.array(namedSchema),
      board: z.array(namedSchema),
      tags: z.array(knownTagSchema),
      mayRead: z.boolean(),
      maySign: z.boolean(),
    }),
});

const photoSchema = z.object({
  fileId: id,
  caption: lineSchema(200).default(''),
  marks: z.array(ncrMarkSchema).max(mostMarks).default([]),
});

/** A non-conformance as those learn of it who may not read it whole. */
export const ncrNoteSchema = z.object({
  id,
  number: z.string(),
  title: z.string(),
  status: ncrStatusSchema,
  severity: z.string(),
  containment: ncrContainmentSchema,
});
export type NcrNote = z.infer<typeof ncrNoteSchema>;

/**
 * `subject` names what it is about; what follows from it (of a lot: its part, order and job; of a job: its machine; of a part: its order) is
 * filled in. `hold` holds the lot, the machine and the batch that are named, at once. Without `dueAt` the days of the severity count.
 * Refused with NOT_FOUND for a subject that the caller may not see or that is not the facility's; with INVALID_INPUT (by field) for a type,
 * severity or defect that the settings do not have, an assignee who may not work on it, more pieces than the lot or part has, a position the
 * lot has not, and a file that is not a picture of the own side; with FORBIDDEN where a kiosk names files or no lot. Repeating an
 * `eventId` answers the one that was raised before.
 */
export const raiseNcr = defineCall({
  ...quality,
  id: 'quality.raiseNcr',
  method: 'POST',
  path: '/api/v1/quality/ncrs',
  summary: 'Raises a non-conformance: from its screen, a job, a step of a lot, or an inspection.',
  guard: raiser,
  body: z.object({
    eventId,
    source: ncrSourceSchema.exclude(['CUSTOMER']),
    subject: ncrSubjectSchema,
    draft: ncrDraftSchema,
    photos: z.array(photoSchema).max(mostPhotos).default([]),
    hold: z.boolean().default(false),
  }),
  response: ncrNoteSchema,
});

/** Open ones, and those that hold it now. Refused with NOT_FOUND for a lot that the caller may not see. */
export const listLotNcrs = defineCall({
  ...quality,
  id: 'quality.lotNcrs',
  method: 'GET',
  path: '/api/v1/quality/lots/{id}/ncrs',
  summary: 'Non-conformances that concern a lot.',
  guard: raiser,
  params: idParam,
  response: z.array(ncrNoteSchema.extend({ holds: z.boolean() })),
});

/** Refused with NOT_FOUND. */
export const readNcr = defineCall({
  ...quality,
  id: 'quality.ncr',
  method: 'GET',
  path: '/api/v1/quality/ncrs/{id}',
  summary: 'One non-conformance, and what the caller may do with it now.',
  guard: reader,
  params: idParam,
  response: ncrDetailSchema,
});

/** Newest first, a hundred at a time; `before`: the id of the last one. Refused with NOT_FOUND. */
export const listNcrHistory = defineCall({
  ...quality,
  id: 'quality.ncrHistory',
  method: 'GET',
  path: '/api/v1/quality/ncrs/{id}/history',
  summary: 'What happened to a non-conformance.',
  guard: reader,
  params: idParam,
  query: z.object({ before: z.coerce.number().int().positive().optional() }),
  response: z.object({ steps: z.array(ncrStepSchema), more: z.boolean() }),
});

const changed = { version: id };

/**
 * Another `affectedQuantity` is added to, or taken from, pieces without a disposition. Refused with NOT_FOUND; with CHANGED when somebody was
 * faster; with TRANSITION_REFUSED once it is closed or void; with NOT_POSSIBLE where fewer pieces are pending than would be taken away, or the
 * customer has been asked and it would no longer be shown; with INVALID_INPUT as `raiseNcr`.
 */
export const changeNcr = defineCall({
  ...quality,
  id: 'quality.changeNcr',
  method: 'PUT',
  path: '/api/v1/quality/ncrs/{id}',
  summary: 'Changes what a non-conformance says.',
  guard: reader,
  params: idParam,
  body: ncrDraftSchema.extend(changed),
  response: ncrDetailSchema,
});

/**
 * VOID and REOPEN need a reason. Refused with NOT_FOUND; with TRANSITION_REFUSED (`from`, `event`, `allowed`) for what the table does not
 * have; with NOT_POSSIBLE, naming all that stands in the way (`blocked` of the detail), also where pieces cannot be scrapped or
 * reworked as was chosen. Repeating an `eventId` does nothing.
 */
export const fireNcrEvent = defineCall({
  ...quality,
  id: 'quality.fireNcr',
  method: 'POST',
  path: '/api/v1/quality/ncrs/{id}/events',
  summary: 'Moves a non-conformance: the only way its status changes.',
  guard: reader,
  params: idParam,
  body: z.object({ eventId, event: ncrEventSchema, reason: reason.default('') }),
  response: ncrDetailSchema,
});

/**
 * Held lots stop at all of their steps and cannot be released on the floor, nor can lots split from them; nothing is planned or started on held
 * machines; held batches are refused where they are scanned. What is held already by this one stays. Refused with
 * NOT_FOUND for lots and machines that are not the facility's or not to be seen; with TRANSITION_REFUSED once it is closed or void.
 */
export const containNcr = defineCall({
  ...quality,
  id: 'quality.containNcr',
  method: 'POST',
  path: '/api/v1/quality/ncrs/{id}/holds',
  summary: 'Holds lots, machines and batches because of a non-conformance.',
  guard: reader,
  params: idParam,
  body: z.object({
    eventId,
    lotIds: z.array(id).max(100).default([]),
    equipmentIds: z.array(id).max(20).default([]),
    batches: z.array(lineSchema(80).min(1)).max(20).default([]),
  }),
  response: ncrDetailSchema,
});

/** What another one holds too stays on hold. Refused with NOT_FOUND, also for a hold that is not of this one. */
export const releaseNcr = defineCall({
  ...quality,
  id: 'quality.releaseNcr',
  method: 'POST',
  path: '/api/v1/quality/ncrs/{id}/release',
  summary: 'Releases what a non-conformance holds.',
  guard: reader,
  params: idParam,
  body: z.object({ eventId, holdIds: z.array(id).min(1).max(140) }),
  response: ncrDetailSchema,
});

/** `id`: of the row as it was; `null`: a new one. `disposition` `null`: none yet. `toPosition` is needed for REWORK and REPAIR of a lot. */
export const ncrRowDraftSchema = z.object({
  id: id.nullable(),
  quantity: z.number().int().min(1).max(1_000_000),
  disposition: dispositionSchema.nullable(),
  reason: z.string().trim().max(500).default(''),
  toPosition: id.nullable().default(null),
});
export type NcrRowDraft = z.infer<typeof ncrRowDraftSchema>;

/**
 * All rows, in place of those before: they sum up to the affected quantity. A row that is carried out is named as it is, and
 * one that was changed loses its signatures. In an NCR that is DISPOSITIONED a new proposal is carried out as soon as nobody has to agree.
 * Refused with NOT_FOUND; CHANGED; TRANSITION_REFUSED once it is closed or void; with INVALID_INPUT (`rows`, `rows.0.disposition`, …) for a
 * wrong sum, a row that is carried out and named otherwise, a disposition the settings do not offer, or a missing step; with NOT_POSSIBLE
 * where it cannot be carried out.
 */
export const setNcrRows = defineCall({
  ...quality,
  id: 'quality.setNcrRows',
  method: 'PUT',
  path: '/api/v1/quality/ncrs/{id}/rows',
  summary: 'Says what is done with how many pieces.',
  guard: reader,
  params: idParam,
  body: z.object({ ...changed, rows: z.array(ncrRowDraftSchema).min(1).max(mostRows) }),
  response: ncrDetailSchema,
});

/**
 * Two different people approve a row where the rigor is FULL; one who does not is enough to refuse it. Refused with NOT_FOUND; with FORBIDDEN for
 * who is not of the board; with NOT_POSSIBLE for a row that waits for no signature, or that the caller has signed.
 */
export const signNcrRow = defineCall({
  ...quality,
  id: 'quality.signNcrRow',
  method: 'POST',
  path: '/api/v1/quality/ncrs/{id}/rows/{rowId}/signatures',
  summary: 'Signs a disposition for the review board.',
  guard: reader,
  params: idParam.extend({ rowId: z.coerce.number().int().positive() }),
  body: z.object({ approves: z.boolean(), note: z.string().trim().max(500).default('') }),
  response: ncrDetailSchema,
});

/**
 * An uploaded picture of the own side; on an export-controlled order it becomes export controlled. Refused with NOT_FOUND, EXPORT_CONTROLLED,
 * INVALID_INPUT, and CONFLICT beyond `mostPhotos`; with TRANSITION_REFUSED once it is closed or void.
 */
export const addNcrPhoto = defineCall({
  ...quality,
  id: 'quality.addNcrPhoto',
  method: 'POST',
  path: '/api/v1/quality/ncrs/{id}/photos',
  summary: 'Attaches a photo to a non-conformance.',
  guard: reader,
  params: idParam,
  body: photoSchema,
  response: ncrDetailSchema,
});

const ofPhoto = idParam.extend({ photoId: z.coerce.number().int().positive() });

/** Refused with NOT_FOUND; with TRANSITION_REFUSED once it is closed or void. */
export const changeNcrPhoto = defineCall({
  ...quality,
  id: 'quality.changeNcrPhoto',
  method: 'PUT',
  path: '/api/v1/quality/ncrs/{id}/photos/{photoId}',
  summary: 'Changes the caption and the marks of a photo.',
  guard: reader,
  params: ofPhoto,
  body: photoSchema.omit({ fileId: true }),
  response: ncrDetailSchema,
});

/** As `changeNcrPhoto`. */
export const removeNcrPhoto = defineCall({
  ...quality,
  id: 'quality.removeNcrPhoto',
  method: 'DELETE',
  path: '/api/v1/quality/ncrs/{id}/photos/{photoId}',
  summary: 'Takes a photo off a non-conformance.',
  guard: reader,
  params: ofPhoto,
  response: ncrDetailSchema,
});

/**
 * Tags of the facility, also on those that are closed. Each is changed for itself; a row says why nothing was done: it is not there, there
 * is no such tag (who may edit tags adds one by using it), it is retired or not for non-conformances, or there would be more than 20.
 */
export const tagNcrs = defineCall({
  ...quality,
  id: 'quality.tagNcrs',
  method: 'POST',
  path: '/api/v1/quality/ncrs/tags',
  summary: 'Gives non-conformances tags of the facility and takes them from them; answers for each.',
  guard: reader,
  body: tagChangeSchema.extend({ ids: z.array(id).min(1).max(100) }),
  response: bulkResultSchema,
});

/** Goes to who may read it in its facility. */
export const ncrChanged = defineEvent({
  type: 'ncr.changed',
  summary: 'A non-conformance was raised or something in it changed.',
  payload: z.object({ ncrId: id, orderId: id.nullable(), lotId: id.nullable() }),
  guard: raiser,
  subject: { area: 'quality', id: 'ncrId' },
  origin: 'server',
});
