import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { member, provider } from '../guard.ts';
import { fileDtoSchema } from '../host/files.ts';
import { jobEventSchema } from '../scheduling/jobStatus.ts';
import { tagIdsSchema } from '../tagIds.ts';
import { tagChipSchema } from '../tags.ts';
import { kioskActionSchema } from './kiosk.ts';
import { stepCheckSchema, stepKindSchema } from './mes.ts';

/**
 * Lots: pieces of one ordered part that move together through the steps of its workplan (product 3.5). Each count is a
 * row of a ledger that only grows; what a step has received is good, scrapped, sent to rework, moved to another lot, or
 * still open: `received = good + scrap + rework + moved + open` at every moment.
 */

const floor = provider('WORKCENTER_OPERATION_ACCESS');
const id = z.coerce.number().int().positive();
const pieces = z.number().int().min(1).max(1_000_000);
const eventId = z.string().min(8).max(64);
/** Of the device that sends it; empty for a browser without a name. */
const device = z.string().trim().max(60).default('');
/** Who does it, at a kiosk: refused with INVALID_INPUT (`kiosk`) where they have to enter their PIN first. */
const kiosk = kioskActionSchema.optional();
const reason = z.string().trim().max(200);

export const stepStatusSchema = z.enum([
  'NOT_READY',
  'READY',
  'IN_PROGRESS',
  'PAUSED',
  'ON_HOLD',
  'COMPLETED',
  'SKIPPED',
  'CANCELLED',
]);
export type StepStatus = z.infer<typeof stepStatusSchema>;

/** What people do with a step. Counting is a call of its own. */
export const stepEventSchema = z.enum(['START', 'UNDO_START', 'PAUSE', 'RESUME', 'FINISH', 'SKIP']);
export type StepEvent = z.infer<typeof stepEventSchema>;

/** MERGED: its pieces went on in another lot. */
export const lotStateSchema = z.enum(['OPEN', 'DONE', 'CANCELLED', 'MERGED']);
export type LotState = z.infer<typeof lotStateSchema>;

/** The answer to a check: a text, a number, a tick, an ISO time, a person's name, or the id of a file (`attachCheckFile`). */
export const checkAnswerSchema = z.object({
  key: z.string().max(40),
  value: z.union([z.string().max(500), z.number(), z.boolean()]),
});
export type CheckAnswer = z.infer<typeof checkAnswerSchema>;

const answeredSchema = stepCheckSchema.extend({
  value: checkAnswerSchema.shape.value.nullable(),
  /** Of a measurement within its limits, or a PASS_FAIL that passed; `null` where there is nothing to judge. */
  passed: z.boolean().nullable(),
  by: z.string(),
  /** ISO; `null` while it is not answered. */
  at: z.string().nullable(),
  /** The file that answers it; without an address for who opens no files. */
  file: fileDtoSchema.nullable().default(null),
});

export const lotStepSchema = z.object({
  /** From 0. */
  position: z.number().int(),
  key: z.string(),
  /** Empty: called as its kind. */
  name: z.string(),
  kind: stepKindSchema,
  workCenter: z.string(),
  optional: z.boolean(),
  asksBatch: z.boolean(),
  instructions: z.string(),
  status: stepStatusSchema,
  received: z.number().int(),
  good: z.number().int(),
  scrap: z.number().int(),
  rework: z.number().int(),
  /** Went to other lots by splitting and merging. */
  moved: z.number().int(),
  open: z.number().int(),
  startedAt: z.string().nullable(),
  startedBy: z.string(),
  finishedAt: z.string().nullable(),
  checks: z.array(answeredSchema),
  /** What the caller may do with it now. */
  allowed: z.array(stepEventSchema),
  /** Whether the caller may count pieces here now. */
  counts: z.boolean(),
});
export type LotStep = z.infer<typeof lotStepSchema>;

const lotFacts = {
  id: z.number().int(),
  /** What people call it: by the facility's pattern, else its id. */
  number: z.string(),
  orderId: z.number().int(),
  orderTitle: z.string(),
  orderFileId: z.number().int(),
  part: z.string(),
  /** The picture of the part; `null` where there is none, and for who opens no files. */
  thumbnail: fileDtoSchema.nullable(),
  process: z.string(),
  material: z.string(),
  finish: z.string(),
  color: z.string(),
  /** Pieces that it began with. */
  quantity: z.number().int(),
  /** ISO; when the customer needs it. */
  dueAt: z.string().nullable(),
  priority: z.object({ label: z.string(), color: z.string() }).nullable(),
  jobId: z.number().int().nullable(),
  jobName: z.string(),
  machine: z.string(),
  state: lotStateSchema,
  /** Why it is on hold; `null`: it is not. */
  heldFor: z.string().nullable(),
  controlled: z.boolean(),
  /** It goes before all others. */
  expedited: z.boolean(),
  /** Of the facility. What a device has kept from before there were tags has none. */
  tags: z.array(tagChipSchema).default([]),
};

/** Another lot that pieces came from or went to. */
const kinSchema = z.object({
  lotId: z.number().int(),
  number: z.string(),
  how: z.enum(['SPLIT', 'MERGE', 'REWORK', 'REMAKE']),
  quantity: z.number().int(),
  /** Of pieces that are made again: where and why they were lost, and which objects of the build they were. */
  jobName: z.string(),
  reason: z.string(),
  objects: z.array(z.number().int()),
});

export const lotSchema = z.object({
  ...lotFacts,
  notes: z.string(),
  steps: z.array(lotStepSchema),
  /** Lots that pieces of this one came from, and went to. */
  from: z.array(kinSchema),
  to: z.array(kinSchema),
  /** Goes back with a change, which is refused with CHANGED when somebody was faster. */
  version: z.number().int(),
  /** The build that makes it, while the caller may move it: what may be done, and its parts to count. */
  job: z
    .object({
      id: z.number().int(),
      status: z.string(),
      allowed: z.array(jobEventSchema),
      parts: z.array(
        z.object({
          orderFileId: z.number().int(),
          part: z.string(),
          quantity: z.number().int(),
          /** Good pieces that may be counted at most, with what the facility lets be made beyond the order. */
          most: z.number().int(),
          lotId: z.number().int(),
        }),
      ),
    })
    .nullable(),
});
export type LotDetail = z.infer<typeof lotSchema>;

/** A lot at one of its steps. */
export const floorCardSchema = z.object({
  ...lotFacts,
  position: z.number().int(),
  step: z.string(),
  kind: stepKindSchema,
  workCenter: z.string(),
  status: stepStatusSchema,
  open: z.number().int(),
  received: z.number().int(),
  /** ISO; since when it is there. */
  since: z.string(),
  /** Who started it; empty: nobody yet. */
  startedBy: z.string(),
  late: z.boolean(),
});
export type FloorCard = z.infer<typeof floorCardSchema>;

/** OPEN: ready, in progress, paused or on hold. MINE: started by the caller. ACTIVE: in progress. RECENT: finished, newest first. */
export const floorListSchema = z.enum(['OPEN', 'MINE', 'ACTIVE', 'RECENT']);
export type FloorList = z.infer<typeof floorListSchema>;

/** Each work center with its first cards, urgent ones first: those that were expedited, then by priority, then by the date they are needed, then by age. */
export const readBoard = defineCall({
  id: 'production.board',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/work-center/board',
  summary: 'What waits and runs at each work center.',
  guard: floor,
  flag: 'WORKPLAN',
  response: z.object({
    centers: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        kind: stepKindSchema,
        limit: z.number().int().nullable(),
        blocks: z.boolean(),
        lots: z.number().int(),
        pieces: z.number().int(),
        late: z.number().int(),
        /** The first 20. */
        cards: z.array(floorCardSchema),
      }),
    ),
  }),
});

/** Fifty at a time. */
export const listCards = defineCall({
  id: 'production.cards',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/work-center/cards',
  summary: 'Lots at the steps of the floor.',
  guard: floor,
  flag: 'WORKPLAN',
  query: z.object({
    list: floorListSchema.default('OPEN'),
    workCenter: z.string().max(40).optional(),
    /** In the title or number of the order, the part, the job, or the number or id of the lot. */
    text: z.string().trim().max(100).default(''),
    late: z.enum(['true', 'false']).optional(),
    tagIds: tagIdsSchema.optional(),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
  }),
  response: z.object({ cards: z.array(floorCardSchema), total: z.number().int() }),
});

/** Refused with NOT_FOUND for a lot of another facility, and for an export-controlled one where the caller is not cleared. */
export const readLot = defineCall({
  id: 'production.lot',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/work-center/lots/{id}',
  summary: 'A lot with its steps.',
  guard: floor,
  flag: 'WORKPLAN',
  params: z.object({ id }),
  response: lotSchema,
});

const oneStep = z.object({ id, position: z.coerce.number().int().min(0).max(100) });

/** Refused with TRANSITION_REFUSED, NOT_POSSIBLE (what is missing is named), or CONFLICT beyond a work center's limit. Repeating an `eventId` does nothing. */
export const fireStepEvent = defineCall({
  id: 'production.fireStep',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/work-center/lots/{id}/steps/{position}/events',
  summary: 'Starts, pauses, resumes, finishes or skips a step of a lot.',
  guard: floor,
  flag: 'WORKPLAN',
  params: oneStep,
  body: z.object({ eventId, event: stepEventSchema, reason: reason.default(''), device, kiosk }),
  response: lotSchema,
});

/**
 * One commit of all that was staged: pieces, checks, and whether the step ends with it. Refused with TRANSITION_REFUSED, or
 * NOT_POSSIBLE where more is counted than is open. Repeating an `eventId` does nothing.
 */
export const progressStep = defineCall({
  id: 'production.progress',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/work-center/lots/{id}/steps/{position}/progress',
  summary: 'Counts pieces and answers checks of a step.',
  guard: floor,
  flag: 'WORKPLAN',
  params: oneStep,
  body: z.object({
    eventId,
    device,
    kiosk,
    good: z.number().int().min(0).max(1_000_000).default(0),
    /** `remake`: as many are to be scheduled again. */
    scrap: z
      .array(z.object({ quantity: pieces, reason: reason.min(1), remake: z.boolean().default(true) }))
      .max(20)
      .default([]),
    /** They become a lot of their own that goes back to that step. */
    rework: z
      .array(z.object({ quantity: pieces, reason: reason.min(1), toPosition: z.number().int().min(0) }))
      .max(20)
      .default([]),
    checks: z.array(checkAnswerSchema).max(30).default([]),
    /** What was scanned; empty: none. */
    batch: z.string().trim().max(80).default(''),
    finish: z.boolean().default(false),
  }),
  response: lotSchema,
});

export const moveKindSchema = z.enum(['GOOD', 'SCRAP', 'REWORK', 'SPLIT', 'MERGE']);
export const lotMoveSchema = z.object({
  id: z.number().int(),
  position: z.number().int(),
  kind: moveKindSchema,
  /** Below zero where it takes another row back. */
  quantity: z.number().int(),
  reason: z.string(),
  batch: z.string(),
  device: z.string(),
  by: z.string(),
  at: z.string(),
  remake: z.boolean(),
  /** The lot that pieces went to or came from; `null`: none. */
  otherLotId: z.number().int().nullable(),
  /** Its number. */
  otherLot: z.string().nullable(),
  /** Which objects of the build they were, as their numbers on the plate; empty where they were only counted. */
  objects: z.array(z.number().int()),
  /** The row that it takes back. */
  reverses: z.number().int().nullable(),
  reversed: z.boolean(),
  /** Whether the caller may take it back now. */
  mayReverse: z.boolean(),
});
export type LotMove = z.infer<typeof lotMoveSchema>;

/** Newest first, a hundred at a time. Refused as `readLot`. */
export const listLotMoves = defineCall({
  id: 'production.lotMoves',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/work-center/lots/{id}/moves',
  summary: 'The ledger of a lot.',
  guard: floor,
  flag: 'WORKPLAN',
  params: z.object({ id }),
  query: z.object({ before: z.coerce.number().int().positive().optional() }),
  response: z.object({ moves: z.array(lotMoveSchema), more: z.boolean() }),
});

/**
 * A row with the opposite numbers; who counted it within the shift, planners at any time. Refused with NOT_POSSIBLE when
 * the pieces have gone on. Repeating an `eventId` does nothing.
 */
export const reverseMove = defineCall({
  id: 'production.reverse',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/work-center/lots/{id}/moves/{moveId}/reverse',
  summary: 'Takes back what was counted.',
  guard: floor,
  flag: 'WORKPLAN',
  params: z.object({ id, moveId: id }),
  body: z.object({ eventId, device, kiosk, reason: reason.default('') }),
  response: lotSchema,
});

/** Open pieces of a step become a lot of their own. Refused with NOT_POSSIBLE unless some stay. */
export const splitLot = defineCall({
  id: 'production.split',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/work-center/lots/{id}/split',
  summary: 'Splits a lot.',
  guard: floor,
  flag: 'WORKPLAN',
  params: z.object({ id }),
  body: z.object({ eventId, device, kiosk, position: z.number().int().min(0), quantity: pieces }),
  /** The new lot. */
  response: lotSchema,
});

/** Open pieces of other lots join this one: of the same ordered part, at the same step, of the same build or batches. */
export const mergeLots = defineCall({
  id: 'production.merge',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/work-center/lots/{id}/merge',
  summary: 'Merges lots into this one.',
  guard: floor,
  flag: 'WORKPLAN',
  params: z.object({ id }),
  body: z.object({
    ...{ eventId, device, kiosk },
    position: z.number().int().min(0),
    lotIds: z.array(id).min(1).max(50),
  }),
  response: lotSchema,
});

/** All open steps of a lot stop, or go on where they were. */
export const holdLot = defineCall({
  id: 'production.hold',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/work-center/lots/{id}/hold',
  summary: 'Puts a lot on hold, or releases it.',
  guard: floor,
  flag: 'WORKPLAN',
  params: z.object({ id }),
  body: z.object({ eventId, device, kiosk, hold: z.boolean(), reason: reason.default('') }),
  response: lotSchema,
});

/** Moves the build that makes a lot, as the schedule would. Refused as that call. */
export const fireBuild = defineCall({
  id: 'production.fireBuild',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/work-center/lots/{id}/build',
  summary: 'Starts, pauses, resumes or ends the build of a lot.',
  guard: floor,
  flag: 'WORKPLAN',
  params: z.object({ id }),
  body: z.object({
    eventId: z.uuid(),
    kiosk,
    event: jobEventSchema.extract(['START', 'PAUSE', 'RESUME', 'COMPLETE', 'FAIL']),
    reason: reason.default(''),
    completed: z
      .array(z.object({ orderFileId: z.number().int(), quantity: z.number().int().min(0).max(1_000_000) }))
      .max(500)
      .default([]),
  }),
  response: lotSchema,
});

/** What became of a lot as a whole. SCRAPPED: pieces of it. */
export const lotHappeningSchema = z.enum(['CREATED', 'SPLIT', 'MERGED', 'SCRAPPED']);

const worksWithLots = member({
  roles: ['ROLE_SERVICE_PROVIDER'],
  anyPermission: ['WORKCENTER_OPERATION_ACCESS', 'PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS', 'PRODUCTION_FLOW_ACCESS'],
});

export const lotChanged = defineEvent({
  type: 'lot.changed',
  summary: 'A lot moved, was counted, split, merged, held or released.',
  payload: z.object({
    lotId: z.number().int(),
    orderId: z.number().int(),
    what: z.array(lotHappeningSchema).optional(),
  }),
  guard: worksWithLots,
  origin: 'server',
});

/** Steps of the workplan of a lot that have another status now. */
export const lotStepsMoved = defineEvent({
  type: 'lot.steps_moved',
  summary: 'Steps of a lot became ready, began, ended, or were held or skipped.',
  payload: z.object({
    lotId: z.number().int(),
    orderId: z.number().int(),
    steps: z.array(z.object({ position: z.number().int(), before: z.string(), status: z.string() })),
  }),
  guard: worksWithLots,
  origin: 'server',
});
