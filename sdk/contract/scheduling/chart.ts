import * as z from 'zod';
import { defineCall } from '../call.ts';
import { encodeChartColumns } from './chartColumns.ts';
import { chartJobSchema } from './chartJob.ts';
import { provider } from '../guard.ts';
import { epochText, jobSchema } from './jobs.ts';

/** What the scheduler's chart asks for and does (specification 2.5, 4.6, 7.5). */

const id = z.number().int();

/**
 * Conditions of the chart as lists of ids. A job has to meet each list; an empty or missing list asks for nothing
 * (specification 3, Saved scheduler filter).
 */
export const jobFilterSchema = z.object({
  materialTypes: z.array(id).max(500).optional(),
  amProcesses: z.array(id).max(500).optional(),
  models: z.array(id).max(500).optional(),
  manufacturers: z.array(id).max(500).optional(),
  equipments: z.array(id).max(5000).optional(),
  materials: z.array(id).max(500).optional(),
  /** Facilities. */
  sp: z.array(id).max(500).optional(),
  /** Only these jobs: a page asks for those that an event named. */
  jobs: z.array(id).max(500).optional(),
});

/** A chart of more days than these is much to read. */
const usualDays = 62;
const isLong = ({ body }: { body: { fromDate: string; toDate: string } }): boolean =>
  Number(body.toDate) - Number(body.fromDate) > usualDays * 86_400_000;

/** The chart's jobs as columns of numbers, which `decodeChartColumns` reads. */
const columns = { type: 'application/vnd.sinter.chart-columns', encode: encodeChartColumns } as const;

/**
 * A window that ends before it starts finds nothing. Refused with FORBIDDEN when `getFromAllFacilities` is `true` and
 * the caller lacks ENTERPRISE_SCHEDULER_VIEW (specification 7.5; product 3.10).
 */
export const searchJobs = defineCall({
  id: 'scheduling.search',
  owner: 'scheduling',
  method: 'POST',
  reads: true,
  path: '/api/v4/job-scheduling/search',
  summary: 'Jobs that touch the window, which ends at most 365 days after its start; cancelled ones are left out.',
  guard: provider('ENTERPRISE_SCHEDULER_VIEW'),
  flag: 'ENTERPRISE_SCHEDULER',
  query: z.object({ getFromAllFacilities: z.enum(['true', 'false']).optional() }),
  body: jobFilterSchema.extend({ fromDate: epochText, toDate: epochText }),
  response: z.array(chartJobSchema),
  compact: columns,
  isBulk: isLong,
});

const text = z.string().trim().min(1).max(200);

/**
 * Latest start first, over every facility of the tree. Export-controlled orders are found only by a cleared caller
 * (specification 2.5, 7.5; product 3.11).
 */
export const pickJobs = defineCall({
  id: 'scheduling.searchLite',
  owner: 'scheduling',
  method: 'POST',
  reads: true,
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

const planner = provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS');

/** The same rows as `searchJobs` (product 2, Production schedule). */
export const facilityJobs = defineCall({
  id: 'scheduling.facilityJobs',
  owner: 'scheduling',
  method: 'POST',
  reads: true,
  path: '/api/v1/job-scheduling/chart',
  summary: "The same as the enterprise chart's search, of the active facility alone: its production schedule.",
  guard: planner,
  flag: 'PRODUCTION_SCHEDULE',
  body: jobFilterSchema.omit({ sp: true }).extend({ fromDate: epochText, toDate: epochText }),
  response: z.array(chartJobSchema),
  compact: columns,
  isBulk: isLong,
});

/**
 * Refused with NOT_FOUND when the active facility has no such job; with CHANGED (`jobId`) when `version` is not the
 * present one; with JOB_NOT_QUEUED when it is CANCELLED or MERGED; with INVALID_INPUT when its status or source does
 * not allow the change, the facility has no such machine, it does not run the materials, or the times are not
 * possible; with CONFLICT when the machine has another process than the parts, or a downtime of a series would change
 * its machine; with TRANSITION_REFUSED when it is a downtime that is over; with SLOT_TAKEN (`obstacle`, `jobId`,
 * `slot`) when the machine is not free (specification 4.3; product 2, Production schedule).
 */
export const moveJob = defineCall({
  id: 'scheduling.move',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v1/job-scheduling/{id}/move',
  summary:
    'Moves or stretches a job on the chart. SLOT_TAKEN says why not, with the nearest slot; CHANGED when somebody else ' +
    'changed the job since `version`.',
  guard: planner,
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ equipmentId: id, fromDate: epochText, toDate: epochText, version: id }),
  response: chartJobSchema,
});

/**
 * Refused with NOT_FOUND when the active facility lacks one of the jobs; with CHANGED, JOB_NOT_QUEUED or SLOT_TAKEN
 * as `moveJob` (product 2, Production schedule).
 */
export const shiftJobs = defineCall({
  id: 'scheduling.shift',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v1/job-scheduling/shift',
  summary: 'Moves several queued jobs by the same time, all of them or none. Refusals name the job.',
  guard: planner,
  body: z.object({
    jobs: z
      .array(z.object({ id, version: id }))
      .min(1)
      .max(200),
    /** Positive: later. Negative: earlier. */
    minutes: z.number().int().min(-525_600).max(525_600),
  }),
  response: z.array(chartJobSchema),
});

/**
 * The merged job becomes MERGED and its files move. Refused with NOT_FOUND when the active facility lacks one of the
 * jobs; with CHANGED when `version` is not the present one; with TRANSITION_REFUSED when one of them is a downtime or
 * neither WAITING nor QUEUED; with CONFLICT when both are the same job, or differ in machine model or material; with
 * EXPORT_CONTROLLED when a part is controlled and the caller is not cleared (product 3.2).
 */
export const mergeJobs = defineCall({
  id: 'scheduling.merge',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v1/job-scheduling/{id}/merge',
  summary: 'Puts the files of a waiting or queued job into another one of the same machine model and material.',
  guard: planner,
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ intoJobId: id, version: id }),
  response: jobSchema,
});

/**
 * The same `eventId` sent twice plans one job. Refused with NOT_FOUND when the active facility has no such job; with
 * CONFLICT when it is a downtime or has no material; with TRANSITION_REFUSED when it has not ended; with
 * OVER_ALLOCATED when nothing of its parts is left to schedule; with SLOT_TAKEN when the machine is retired or has no
 * free time within a year; otherwise as `createJob` (product 3.2).
 */
export const rerunJob = defineCall({
  id: 'scheduling.rerun',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v1/job-scheduling/{id}/rerun',
  summary:
    'Plans an ended job once more, at the next free slot of its machine, with what is left to schedule of its parts.',
  guard: planner,
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({ eventId: z.uuid() }),
  response: jobSchema,
});
