import * as z from 'zod';
import { defineCall } from '../call.ts';
import { defineEvent } from '../event.ts';
import { member, provider } from '../guard.ts';
import { jobStatusSchema } from '../scheduling/jobStatus.ts';
import { kioskActionSchema } from './kiosk.ts';

/**
 * What became of each object of a build (product 5.4): people, or the machine, mark it good or failed while the build
 * runs. Where the build ends, its counts are those of the marks; failed ones are scrap that is made again, and the row of
 * the ledger knows which objects they were. Objects of a part have the numbers that they have on the plate, else those
 * from 0 on; people are shown the next higher one. Lengths in mm.
 */

const floor = provider('WORKCENTER_OPERATION_ACCESS');
const flag = 'WORKPLAN';
const id = z.number().int().positive();
const one = z.object({ id: z.coerce.number().int().positive() });
const copy = z.number().int().min(0).max(10_000_000);

/** Objects of a build that has more are counted, not marked. */
export const mostObjects = 10_000;

export const outcomeSchema = z.enum(['GOOD', 'FAILED']);
export type Outcome = z.infer<typeof outcomeSchema>;

/** END: the counts with which the build ended left nothing else. */
export const markSourceSchema = z.enum(['OPERATOR', 'MACHINE', 'END']);
export type MarkSource = z.infer<typeof markSourceSchema>;

/** One object of a build. */
export const buildObjectSchema = z.object({
  orderFileId: id,
  copy,
  /** Its corners from above, x and y in turn; `null`: nobody knows where it lies. */
  outline: z.array(z.number()).nullable(),
  /** Its lowest and highest point; `null` as above. */
  heightMm: z.tuple([z.number(), z.number()]).nullable(),
  /** From its file to the machine, column by column. `null` unless it is asked for, and for who opens no files. */
  placement: z.array(z.number()).length(16).nullable(),
  /** `null`: nobody has marked it. */
  outcome: outcomeSchema.nullable(),
  /** Why it failed. */
  reason: z.string(),
  source: markSourceSchema.nullable(),
  by: z.string(),
  device: z.string(),
  /** ISO. */
  at: z.string().nullable(),
  /** The lot that makes it again; `null`: none yet, or it need not be. */
  remadeBy: z.object({ lotId: id, number: z.string() }).nullable(),
});
export type BuildObject = z.infer<typeof buildObjectSchema>;

export const buildObjectsSchema = z.object({
  jobId: id,
  jobName: z.string(),
  machine: z.string(),
  status: jobStatusSchema,
  /** Its build runs. */
  mayMark: z.boolean(),
  /** Grows with every mark. A request names the one that its user saw. */
  version: z.number().int(),
  /** The machine's build volume; `null`: the build was planned without a plate. */
  boxMm: z.tuple([z.number(), z.number(), z.number()]).nullable(),
  /** The facility's reasons for scrap. */
  reasons: z.array(z.string()),
  parts: z.array(
    z.object({
      orderFileId: id,
      orderId: id,
      part: z.string(),
      /** Its mesh; `null` for who opens no files. */
      fileId: id.nullable(),
      lotId: id.nullable(),
      quantity: z.number().int(),
      /** Of them, marked good and marked failed. */
      good: z.number().int(),
      failed: z.number().int(),
    }),
  ),
  /** Empty where there are more than `mostObjects`. */
  objects: z.array(buildObjectSchema),
});
export type BuildObjects = z.infer<typeof buildObjectsSchema>;

/** Refused with NOT_FOUND for a build of another facility, without parts, or with export-controlled ones for who is not cleared. */
export const readObjects = defineCall({
  id: 'production.objects',
  owner: 'production',
  method: 'GET',
  path: '/api/v1/work-center/builds/{id}/objects',
  summary: 'The objects of a build: where each lies, and what became of it.',
  guard: floor,
  flag,
  params: one,
  query: z.object({ placements: z.enum(['true', 'false']).default('false') }),
  response: buildObjectsSchema,
});

/** Several objects of a part that came out alike. `null` takes marks back. */
export const objectMarkSchema = z.object({
  orderFileId: id,
  copies: z.array(copy).min(1).max(mostObjects),
  outcome: outcomeSchema.nullable(),
  /** Needed where they failed. */
  reason: z.string().trim().max(200).default(''),
});
export type ObjectMark = z.infer<typeof objectMarkSchema>;

/**
 * Repeating an `eventId` does nothing. Refused as `readObjects`, and for an object that the build does not have; with
 * TRANSITION_REFUSED unless the build runs; with INVALID_INPUT for a failure without a reason, or an object that is named
 * twice; with CHANGED where somebody marked one of them otherwise after `seen`: then nothing is marked.
 */
export const markObjects = defineCall({
  id: 'production.markObjects',
  owner: 'production',
  method: 'POST',
  path: '/api/v1/work-center/builds/{id}/objects',
  summary: 'Marks objects of a build that runs as good or failed.',
  guard: floor,
  flag,
  params: one,
  body: z.object({
    eventId: z.string().min(8).max(64),
    /** Of the device that sends it; empty for a browser without a name. */
    device: z.string().trim().max(60).default(''),
    /** Who does it, at a kiosk: refused with INVALID_INPUT (`kiosk`) where they have to enter their PIN first. */
    kiosk: kioskActionSchema.optional(),
    /** The version that the user saw. */
    seen: z.number().int().min(0),
    marks: z.array(objectMarkSchema).min(1).max(500),
  }),
  response: buildObjectsSchema,
});

export const buildMarked = defineEvent({
  type: 'build.marked',
  summary: 'Objects of a build were marked as good or failed.',
  payload: z.object({ jobId: id }),
  guard: member({
    roles: ['ROLE_SERVICE_PROVIDER'],
    anyPermission: ['WORKCENTER_OPERATION_ACCESS', 'PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS'],
  }),
  origin: 'server',
});
