import * as z from 'zod';
import { bulkResultSchema } from '../bulk.ts';
import { defineCall } from '../call.ts';
import { provider } from '../guard.ts';
import { knownTagSchema, tagChangeSchema } from '../tags.ts';

/** Tags of a facility on its build jobs (product 2, Tags). */

const id = z.number().int();

/** Retired ones too: what has them is found by them. */
export const listJobTags = defineCall({
  id: 'scheduling.jobTags',
  owner: 'scheduling',
  method: 'GET',
  path: '/api/v1/job-tags',
  summary: 'Tags of the facility that jobs can have, by label.',
  guard: provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS'),
  response: z.array(knownTagSchema),
});

/**
 * Also of jobs that have ended, and without a new version of them. Each is changed for itself; a row says why nothing was done: NOT_FOUND
 * where the facility has no such job, EXPORT_CONTROLLED for who is not cleared, or CONFLICT where it is a downtime, there is no such tag
 * (who may edit tags adds one by using it), it is retired or not for jobs, or there would be more than 20.
 */
export const tagJobs = defineCall({
  id: 'scheduling.tagJobs',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v1/job-tags',
  summary: 'Gives jobs tags of the facility and takes them from them; answers for each.',
  guard: provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS'),
  body: tagChangeSchema.extend({ ids: z.array(id).min(1).max(100) }),
  response: bulkResultSchema,
});
