import * as z from 'zod';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';
import { lineSchema } from '../line.ts';
import { epochText, jobSchema, notesSchema } from './jobs.ts';

/** Times in which a machine is out of use, single or recurring (specification 7.5). */

const id = z.number().int();
const planner = provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS');
const name = lineSchema(200).min(1, 'Please enter a name');
const notes = notesSchema;

/** How a downtime recurs: at the same wall-clock time in the facility's zone, also across daylight-saving changes. */
export const repeatSchema = z.object({
  every: z.enum(['DAY', 'WEEK', 'MONTH']),
  /** 1: each day, week or month. 2: every second one. */
  interval: z.number().int().min(1).max(52).default(1),
  /** For WEEK: ISO weekdays, 1 is Monday. Empty: the weekday of the start. */
  weekdays: z.array(z.number().int().min(1).max(7)).max(7).default([]),
  /** Number of downtimes in all. The series ends after two years at the latest. */
  count: z.number().int().min(2).max(366),
});
export type Repeat = z.infer<typeof repeatSchema>;

/**
 * The same `eventId` sent twice makes one series. Refused with INVALID_INPUT when the active facility has no such
 * machine, the times are not possible, or a recurrence would begin before the one before it ends; with SLOT_TAKEN
 * (`obstacle`, `jobId`) when the machine is retired or a planned job is in the way, unless `skipTaken` (specification
 * 7.5).
 */
export const createDowntime = defineCall({
  id: 'scheduling.downtime',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v1/job-scheduling/downtime',
  summary: 'Takes a machine out of use for a while, or again and again. SLOT_TAKEN names the first job in the way.',
  guard: planner,
  body: z.object({
    equipmentId: id,
    jobType: z.enum(['DOWNTIME', 'POST_PROCESSING_DOWNTIME']).default('DOWNTIME'),
    fromDate: epochText,
    toDate: epochText,
    jobName: name,
    jobNotes: notes,
    repeat: repeatSchema.nullable().default(null),
    /** Leaves out downtimes that meet a planned job instead of refusing all of them. */
    skipTaken: z.boolean().default(false),
    eventId: z.uuid(),
  }),
  /** In the order of time; only those that were made. */
  response: z.object({ jobDTOS: z.array(jobSchema) }),
});

/** ONE: this downtime only. FOLLOWING: this one and the later ones of its series. */
const scope = z.enum(['ONE', 'FOLLOWING']).default('ONE');

/**
 * Refused with NOT_FOUND when the active facility has no such job; with CONFLICT when it is a build; with CHANGED
 * when `version` is not the present one; with TRANSITION_REFUSED when it has begun; with INVALID_INPUT and SLOT_TAKEN
 * as `createDowntime`.
 */
export const updateDowntime = defineCall({
  id: 'scheduling.updateDowntime',
  owner: 'scheduling',
  method: 'PUT',
  path: '/api/v1/job-scheduling/downtime/{id}',
  summary: 'Moves, stretches or renames a downtime that has not begun; FOLLOWING moves the later ones by as much.',
  guard: planner,
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ fromDate: epochText, toDate: epochText, jobName: name, jobNotes: notes, scope, version: id }),
  response: jobSchema,
});

/**
 * Refused with NOT_FOUND when the active facility has no such job; with CONFLICT when it is a build; with CHANGED
 * when `version` is not the present one; with TRANSITION_REFUSED when it is over.
 */
export const cancelDowntime = defineCall({
  id: 'scheduling.cancelDowntime',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v1/job-scheduling/downtime/{id}/cancel',
  summary: 'Puts the machine back into use: a running downtime ends now, later ones fall away.',
  guard: planner,
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ scope, version: id }),
  response: jobSchema,
});
