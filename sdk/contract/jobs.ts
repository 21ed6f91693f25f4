import * as z from 'zod';
import { defineCall } from './call.ts';
import { provider } from './guard.ts';
import { chartJobSchema, epochText, jobSchema } from './scheduling.ts';

/** Downtime, the job picker of the chart, and priority labels (specification 7.5, 2.5). */

const id = z.number().int();

export const createDowntime = defineCall({
  id: 'scheduling.downtime',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v1/job-scheduling/downtime',
  summary: 'Takes a machine out of use for a while. SLOT_TAKEN when jobs are planned then.',
  guard: provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS'),
  body: z.object({
    equipmentId: id,
    jobType: z.enum(['DOWNTIME', 'POST_PROCESSING_DOWNTIME']).default('DOWNTIME'),
    fromDate: epochText,
    toDate: epochText,
    jobName: z.string().trim().min(1).max(200),
    jobNotes: z.string().max(5000).default(''),
  }),
  response: jobSchema,
  unfinished: true,
});

const text = z.string().trim().min(1).max(200);

export const pickJobs = defineCall({
  id: 'scheduling.searchLite',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v4/job-scheduling/search-lite',
  summary: 'Jobs found by exactly one thing about them, for the job picker of the chart. At most 50.',
  guard: provider('ENTERPRISE_SCHEDULER_VIEW'),
  flag: 'ENTERPRISE_SCHEDULER',
  body: z.union([
    z.strictObject({ searchString: text }),
    z.strictObject({ jobId: id }),
    z.strictObject({ jobName: text }),
    z.strictObject({ rfqId: id }),
    z.strictObject({ rfqTitle: text }),
    z.strictObject({ partId: id }),
  ]),
  response: z.array(
    chartJobSchema
      .pick({ id: true, equipmentId: true, jobName: true, jobStatus: true, fromDate: true, toDate: true })
      .extend({ equipmentName: z.string() }),
  ),
});

export const listPriorities = defineCall({
  id: 'scheduling.priorities',
  owner: 'scheduling',
  method: 'GET',
  path: '/api/v1/priorities',
  summary: 'Priority labels of the facility, most urgent first.',
  guard: provider(),
  response: z.array(
    z.object({
      id,
      label: z.string(),
      /** `#rrggbb` */
      color: z.string(),
      /** Epoch milliseconds as text. */
      createDate: epochText,
    }),
  ),
  unfinished: true,
});
