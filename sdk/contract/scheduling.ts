import * as z from 'zod';
import { defineCall } from './call.ts';
import { equipmentSchema, namedSchema } from './catalog.ts';
import { provider } from './guard.ts';
import { orderFileSchema } from './orders.ts';

/** Build jobs on machines (specification 4.3, 7.5). Dates are epoch milliseconds as strings, durations hours. */

const id = z.number().int();
export const epochText = z.string().regex(/^\d{1,15}$/);

export const jobStatusSchema = z.enum([
  'QUEUED',
  'IN_PROGRESS',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'PAUSED',
  'WAITING',
  'MERGED',
]);
export type JobStatus = z.infer<typeof jobStatusSchema>;

export const jobTypeSchema = z.enum([
  'ORDER',
  'DOWNTIME',
  'POST_PROCESSING_ORDER',
  'POST_PROCESSING_DOWNTIME',
  'ORDER_NO_RFQ',
  'ORDER_PARTIAL',
  'FILLER',
]);
export const jobCreationTypeSchema = z.enum(['MANUAL', 'AUTO', 'MACHINE_CONNECTIVITY', 'STREAMICS']);
/** The planning tool a job came from. */
export const jobSourceSchema = z.enum(['BUILD_PLANNING', 'SCHEDULING', 'GRABCAD']);
export const materialUnitSchema = z.enum([
  'GRAM',
  'MILI_LITRE',
  'CUBIC_INCH',
  'CUBIC_MM',
  'CUBIC_CM',
  'KILOGRAM',
  'LITRE',
  'OUNCE',
  'POUND',
]);

export const jobFileSchema = z.object({
  rfqCadFileId: id,
  quantity: z.number().int(),
  completedQuantity: z.number().int(),
  fileName: z.string(),
  rfqFileDTO: orderFileSchema,
});

export const jobSchema = z.object({
  id,
  jobName: z.string(),
  jobType: jobTypeSchema,
  jobSource: jobSourceSchema,
  jobCreationType: jobCreationTypeSchema,
  jobStatus: jobStatusSchema,
  fromDate: epochText,
  toDate: epochText,
  estimatedTime: z.string(),
  actualTime: z.string(),
  materialUnit: materialUnitSchema,
  materialQuantityUsed: z.string(),
  materialDTO: namedSchema.nullable(),
  equipmentId: id,
  equipmentDTO: equipmentSchema.pick({ id: true, displayName: true, facilityName: true, spId: true }),
  equipmentType: z.enum(['THREED_PRINTER', 'POST_PROCESSING_MACHINE']),
  jobOrderDTOs: z.array(
    z.object({
      orderId: id,
      subOrderId: id.nullable(),
      rfqDTO: z.object({ id, displayTitle: z.string() }),
      fileIds: z.array(jobFileSchema),
    }),
  ),
  jobNotes: z.string(),
  /** 0 to 1, or `null` when not known. */
  buildPlateUtilization: z.number().nullable(),
  active: z.boolean(),
});
export type Job = z.infer<typeof jobSchema>;

/** What the chart needs of a job, without its files. */
export const chartJobSchema = z.object({
  id,
  equipmentId: id,
  jobName: z.string(),
  jobType: jobTypeSchema,
  jobCreationType: jobCreationTypeSchema,
  jobStatus: jobStatusSchema,
  fromDate: epochText,
  toDate: epochText,
  jobNotes: z.string(),
  buildPlateUtilization: z.number().nullable(),
});
export type ChartJob = z.infer<typeof chartJobSchema>;

const planner = provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS');

export const listJobs = defineCall({
  id: 'scheduling.list',
  owner: 'scheduling',
  method: 'GET',
  path: '/api/v1/job-scheduling/getAllWithPagination/{limit}/{offset}',
  summary: 'Jobs of the facility that touch the window, by start.',
  guard: provider(),
  params: z.object({ limit: z.coerce.number().int().min(1).max(100), offset: z.coerce.number().int().min(0) }),
  query: z.object({
    jobType: jobTypeSchema.optional(),
    fromDate: epochText.optional(),
    toDate: epochText.optional(),
    equipmentId: z.coerce.number().int().optional(),
  }),
  response: z.object({ jobDTOS: z.array(jobSchema), totalCount: z.number().int() }),
});

export const readJob = defineCall({
  id: 'scheduling.read',
  owner: 'scheduling',
  method: 'GET',
  path: '/api/v1/job-scheduling/{id}',
  summary: 'One job with its files.',
  guard: provider(),
  params: z.object({ id: z.coerce.number().int().positive() }),
  response: jobSchema,
});

/** What a person can set on a job. `equipmentDTO` and `materialDTO` are read for their ids only. */
export const jobDraftSchema = z.object({
  jobName: z.string().trim().min(1, 'Please enter job name').max(200),
  equipmentDTO: z.object({ id }, { error: 'Please select an equipment' }),
  materialDTO: z.object({ id }, { error: 'Please select a material' }),
  fromDate: epochText,
  toDate: epochText,
  jobSource: jobSourceSchema.default('SCHEDULING'),
  estimatedTime: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .default('0'),
  materialUnit: materialUnitSchema.default('GRAM'),
  materialQuantityUsed: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .default('0'),
  jobNotes: z.string().max(5000).default(''),
  buildPlateUtilization: z.number().min(0).max(1).nullable().default(null),
  files: z.array(z.object({ rfqCadFileId: id, quantity: z.number().int().min(1) })).max(500),
});

export const createJob = defineCall({
  id: 'scheduling.create',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v1/job-scheduling',
  summary: 'Plans a build job. SLOT_TAKEN carries the nearest free slot, OVER_ALLOCATED what is left of a part.',
  guard: planner,
  body: jobDraftSchema.extend({ eventId: z.string().uuid() }),
  response: jobSchema,
});

export const updateJob = defineCall({
  id: 'scheduling.update',
  owner: 'scheduling',
  method: 'PUT',
  path: '/api/v1/job-scheduling',
  summary: 'Changes a job that is still queued.',
  guard: planner,
  body: jobDraftSchema.extend({ id }),
  response: jobSchema,
});

/** Things people do to a job (transition table). */
export const jobEventSchema = z.enum([
  'RELEASE',
  'PUT_BACK',
  'START',
  'PAUSE',
  'RESUME',
  'COMPLETE',
  'FAIL',
  'CANCEL',
  'RESTORE',
]);
export type JobEvent = z.infer<typeof jobEventSchema>;

export const fireJobEvent = defineCall({
  id: 'scheduling.fire',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v1/job-scheduling/{id}/events',
  summary: 'Does something to a job: the only way its status changes. Refusals tell what is allowed.',
  guard: planner,
  params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.object({
    event: jobEventSchema,
    reason: z.string().max(1000).default(''),
    /** Good parts by file, for COMPLETE and FAIL. */
    completed: z.array(z.object({ rfqCadFileId: id, completedQuantity: z.number().int().min(0) })).default([]),
  }),
  response: jobSchema,
});

export const fileJobStatus = defineCall({
  id: 'scheduling.fileJobStatus',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v1/job-scheduling/file-job-status',
  summary: 'What is left to schedule of each order file.',
  guard: provider(),
  body: z.array(id).max(500),
  response: z.array(z.object({ id, notScheduled: z.number().int() })),
});

export const nextSlot = defineCall({
  id: 'scheduling.nextSlot',
  owner: 'scheduling',
  method: 'GET',
  path: '/api/v1/job-scheduling/getNextAvailableTimeSlot',
  summary: 'The first time a machine is free for that many hours; null dates and a reason when none within a year.',
  guard: provider(),
  query: z.object({
    equipment: z.coerce.number().int().positive(),
    totalHours: z.coerce.number().int().min(1).max(8760),
    notBefore: epochText.optional(),
    excludeJobId: z.coerce.number().int().optional(),
  }),
  response: z.object({ fromDate: epochText.nullable(), toDate: epochText.nullable(), reason: z.string().optional() }),
});

export const searchJobs = defineCall({
  id: 'scheduling.search',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v4/job-scheduling/search',
  summary: 'Jobs that touch the window, for the chart.',
  guard: provider('ENTERPRISE_SCHEDULER_VIEW'),
  flag: 'ENTERPRISE_SCHEDULER',
  query: z.object({ getFromAllFacilities: z.enum(['true', 'false']).optional() }),
  body: z.object({
    fromDate: epochText,
    toDate: epochText,
    materialTypes: z.array(id).optional(),
    amProcesses: z.array(id).optional(),
    models: z.array(id).optional(),
    manufacturers: z.array(id).optional(),
    equipments: z.array(id).optional(),
    materials: z.array(id).optional(),
    sp: z.array(id).optional(),
  }),
  response: z.array(chartJobSchema),
});
