import * as z from 'zod';
import { defineCall } from './call.ts';
import { provider } from './guard.ts';
import { lineSchema } from './line.ts';
import { epochText, jobSchema, notesSchema } from './scheduling.ts';

/** Times in which a machine is out of use, single or recurring (specification 7.5). */

const id = z.number().int();
const planner = provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS');
const name = lineSchema(200).min(1, 'Please enter a name');
const notes = notesSchema;

/** At the same wall-clock time in the facility's zone, also across daylight-saving changes. */
export const repeatSchema = z.object({
  every: z.enum(['DAY', 'WEEK', 'MONTH']),
  /** Each, every second, … */
  interval: z.number().int().min(1).max(52).default(1),
  /** For WEEK: ISO weekdays, 1 is Monday; empty for that of the start. */
  weekdays: z.array(z.number().int().min(1).max(7)).max(7).default([]),
  /** How many in all; they end after two years at the latest. */
  count: z.number().int().min(2).max(366),
});
export type Repeat = z.infer<typeof repeatSchema>;

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
    /** Leaves out those that meet a planned job instead of refusing all. */
    skipTaken: z.boolean().default(false),
    eventId: z.uuid(),
  }),
  /** In the order of time; only those that were made. */
  response: z.object({ jobDTOS: z.array(jobSchema) }),
});

/** One of a series, or it and all later ones. */
const scope = z.enum(['ONE', 'FOLLOWING']).default('ONE');

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
