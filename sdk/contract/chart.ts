import * as z from 'zod';
import { defineCall } from './call.ts';
import { encodeChartColumns } from './chartColumns.ts';
import { provider } from './guard.ts';
import { epochText, jobCreationTypeSchema, jobSchema, jobStatusSchema, jobTypeSchema } from './scheduling.ts';

/** What the scheduler's chart asks for and does (specification 2.5, 4.6, 7.5). */

const id = z.number().int();

/** What the chart needs of a job, without its files. */
export const chartJobSchema = z.object({
  id,
  equipmentId: id,
  jobName: z.string(),
  /** Orders and parts, for people: `#18 bracket.stl, cover.stl`; at most 80 characters, without what the caller may not see. */
  parts: z.string(),
  jobType: jobTypeSchema,
  jobCreationType: jobCreationTypeSchema,
  jobStatus: jobStatusSchema,
  fromDate: epochText,
  toDate: epochText,
  /** Cut at 81 characters: readers show 80, and that there is more. */
  jobNotes: z.string(),
  buildPlateUtilization: z.number().nullable(),
  materialId: id.nullable(),
  /** The earliest delivery date of its orders. */
  dueDate: epochText.nullable(),
  version: id,
});
export type ChartJob = z.infer<typeof chartJobSchema>;

/** The facility's own lists by id; an empty or missing one asks for nothing. */
export const jobFilterSchema = z.object({
  materialTypes: z.array(id).max(500).optional(),
  amProcesses: z.array(id).max(500).optional(),
  models: z.array(id).max(500).optional(),
  manufacturers: z.array(id).max(500).optional(),
  equipments: z.array(id).max(5000).optional(),
  materials: z.array(id).max(500).optional(),
  sp: z.array(id).max(500).optional(),
  /** Only these, for who was told that they changed. */
  jobs: z.array(id).max(500).optional(),
});

/** The chart's jobs as columns: `decodeChartColumns` reads them. */
const columns = { type: 'application/vnd.sinter.chart-columns', encode: encodeChartColumns } as const;

export const searchJobs = defineCall({
  id: 'scheduling.search',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v4/job-scheduling/search',
  summary: 'Jobs that touch the window, which ends at most 365 days after its start; cancelled ones are left out.',
  guard: provider('ENTERPRISE_SCHEDULER_VIEW'),
  flag: 'ENTERPRISE_SCHEDULER',
  query: z.object({ getFromAllFacilities: z.enum(['true', 'false']).optional() }),
  body: jobFilterSchema.extend({ fromDate: epochText, toDate: epochText }),
  response: z.array(chartJobSchema),
  compact: columns,
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

const planner = provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS');

export const facilityJobs = defineCall({
  id: 'scheduling.facilityJobs',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v1/job-scheduling/chart',
  summary: "The same as the enterprise chart's search, of the active facility alone: its production schedule.",
  guard: planner,
  flag: 'PRODUCTION_SCHEDULE',
  body: jobFilterSchema.omit({ sp: true }).extend({ fromDate: epochText, toDate: epochText }),
  response: z.array(chartJobSchema),
  compact: columns,
});

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
    /** Later, or with a minus sign earlier. */
    minutes: z.number().int().min(-525_600).max(525_600),
  }),
  response: z.array(chartJobSchema),
});

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
