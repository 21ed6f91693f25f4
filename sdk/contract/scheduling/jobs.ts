import * as z from 'zod';
import { lineSchema } from '../line.ts';
import { defineCall } from '../call.ts';
import { equipmentSchema } from '../catalog/catalog.ts';
import { namedSchema } from '../named.ts';
import { slotObstacleSchema } from '../errors.ts';
import { saidSchema } from '../said.ts';
import { anyProvider, provider } from '../guard.ts';
import { fileDtoSchema } from '../host/files.ts';
import { orderFileSchema } from '../orders/orderFile.ts';
import { tagIdsSchema } from '../tagIds.ts';
import { tagChipSchema } from '../tags.ts';
import { jobEventSchema, jobStatusSchema, type JobStatus } from './jobStatus.ts';

export { jobEventSchema, jobStatusSchema, type JobEvent, type JobStatus } from './jobStatus.ts';

/** Build jobs on machines (specification 4.3, 7.5). Dates are epoch milliseconds as strings, durations hours. */

const id = z.number().int();
/** A moment: milliseconds since 1970 (UTC) as text, as the specification sends job dates (specification 3, Job). */
export const epochText = z.string().regex(/^\d{1,15}$/);
/** A number with at most 9 digits before and 6 after the point, as text. */
const decimalText = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/);
/** Hours as text. */
const hoursText = decimalText.refine((hours) => Number(hours) <= 8760, 'At most a year');
/** Lines of text; the only control characters are line breaks and tabs. Empty when left out. */
export const notesSchema = z
  .string()
  .max(5000)
  .regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u, 'No control characters')
  .default('');

/** Specification 3.1. */
export const jobTypeSchema = z.enum([
  'ORDER',
  'DOWNTIME',
  'POST_PROCESSING_ORDER',
  'POST_PROCESSING_DOWNTIME',
  'ORDER_NO_RFQ',
  'ORDER_PARTIAL',
  'FILLER',
]);
/** Specification 3.1. */
export const jobCreationTypeSchema = z.enum(['MANUAL', 'AUTO', 'MACHINE_CONNECTIVITY', 'STREAMICS']);
/** The planning tool that a job came from (specification 3.1). */
export const jobSourceSchema = z.enum(['BUILD_PLANNING', 'SCHEDULING', 'GRABCAD']);
/** Units of the material quantities of a job (specification 3.1). */
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

/** A further material of a job. `materialQuantityUsed` is in the `materialUnit` of the job. */
const usedMaterialSchema = z.object({ materialDTO: namedSchema, materialQuantityUsed: z.string() });
const supportMaterialSchema = usedMaterialSchema.extend({ jobMaterialType: z.literal('SUPPORT') });

/**
 * A part that a job builds. `rfqCadFileId`: the order file. `completedQuantity`: good pieces, known when the job has
 * ended.
 */
export const jobFileSchema = z.object({
  rfqCadFileId: id,
  quantity: z.number().int(),
  completedQuantity: z.number().int(),
  fileName: z.string(),
  rfqFileDTO: orderFileSchema,
});

/** A job (specification 3, Job). Times in hours and material quantities in `materialUnit`, both as text. */
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
  secondaryMaterials: z.array(usedMaterialSchema),
  supportMaterial: supportMaterialSchema.nullable(),
  /** Where a simulated build time came from. */
  simulationSoftwareDTO: namedSchema.nullable(),
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
  /** Files that belong to the job itself: build files, machine logs. */
  jobFiles: z.array(z.object({ id, fileDTO: fileDtoSchema })),
  jobNotes: z.string(),
  /** A priority label of the facility. */
  priorityDTO: z.object({ id, label: z.string(), color: z.string() }).nullable(),
  /** 0 to 1, or `null` when not known. */
  buildPlateUtilization: z.number().nullable(),
  active: z.boolean(),
  /** Grows with every change. A request that changes the job names the version that its user saw. */
  version: id,
  /** The job that took the files of this MERGED one; the job that this one repeats; the series of this downtime. */
  mergedIntoJobId: id.nullable(),
  rerunOfJobId: id.nullable(),
  seriesId: id.nullable(),
  /** Of the caller's facility. */
  tags: z.array(tagChipSchema),
});
export type Job = z.infer<typeof jobSchema>;

const planner = provider('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS');

/**
 * By start, the latest first, or by priority label, the oldest label first and jobs without one last; `limit` rows from
 * row `offset` on (specification 7.5, 9).
 */
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
    tagIds: tagIdsSchema.optional(),
    sort: z.enum(['START', 'PRIORITY']).optional(),
    direction: z.enum(['asc', 'desc']).optional(),
  }),
  response: z.object({ jobDTOS: z.array(jobSchema), totalCount: z.number().int() }),
});

/** Refused with NOT_FOUND when no facility whose chart the caller sees has such a job (specification 7.5). */
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

const material = (error: string) => z.object({ id }, { error });
const usedMaterialDraft = z.object({
  materialDTO: material('Please select material'),
  materialQuantityUsed: decimalText.default('0'),
});

/** So many pieces of an order file. */
const wantedFile = z.object({ rfqCadFileId: id, quantity: z.number().int().min(1) });

/**
 * What a user can set on a job. Only the ids of `equipmentDTO` and `materialDTO` are read. Machine and materials can
 * change only while the job is QUEUED or came from machine connectivity, and not when it came from build planning;
 * the start only while it is QUEUED (specification 4.3). Parts and files that the draft leaves out stay as they are.
 */
export const jobDraftSchema = z.object({
  jobName: lineSchema(200).min(1, 'Please enter job name'),
  equipmentDTO: z.object({ id }, { error: 'Please select an equipment' }),
  materialDTO: material('Please select a material'),
  secondaryMaterials: z.array(usedMaterialDraft).max(20).default([]),
  supportMaterial: usedMaterialDraft.nullable().default(null),
  simulationSoftwareDTO: z.object({ id }).nullable().default(null),
  fromDate: epochText,
  toDate: epochText,
  jobSource: jobSourceSchema.default('SCHEDULING'),
  estimatedTime: hoursText.default('0'),
  /** Hours. Needed when the job is COMPLETED or FAILED, or came from machine connectivity. */
  actualTime: hoursText.optional(),
  materialUnit: materialUnitSchema.default('GRAM'),
  materialQuantityUsed: decimalText.default('0'),
  jobNotes: notesSchema,
  /** A priority label of the facility. */
  priorityDTO: z.object({ id }).nullable().default(null),
  buildPlateUtilization: z.number().min(0).max(1).nullable().default(null),
  /** Parts to build. When it is missing `jobOrderDTOs` counts, so that a job that was read can be sent back. */
  files: z.array(wantedFile).max(500).optional(),
  jobOrderDTOs: z
    .array(z.object({ fileIds: z.array(wantedFile).max(500) }))
    .max(500)
    .optional(),
  /** Ids of stored files. When it is missing `jobFiles` counts. */
  jobFileIds: z.array(id).max(50).optional(),
  jobFiles: z.array(z.object({ id })).max(50).optional(),
});

/**
 * The same `eventId` sent twice plans one job. Refused with INVALID_INPUT when the active facility has no such
 * machine, it does not run a material, the times are not possible, a part is listed twice or a job file is not of the
 * own facility; with CONFLICT when a part is not of an order awarded to the facility or is ordered in another
 * process; with EXPORT_CONTROLLED when a part or file is controlled and the caller is not cleared; with NOT_FOUND
 * when the caller may not see a job file or the facility has no such priority label; with OVER_ALLOCATED (`free`) when more is asked for than is left to
 * schedule; with SLOT_TAKEN (`obstacle`, `jobId`, `slot`) when the machine is not free or retired (specification 5,
 * 7.5; product 3.2, 3.3).
 */
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

/**
 * Refused with NOT_FOUND when the active facility has no such job; with CONFLICT when it is a downtime; with CHANGED
 * (`jobId`) when `version` is not the present one; with JOB_NOT_QUEUED when it is CANCELLED or MERGED; with
 * INVALID_INPUT when its status or source does not allow the change, or `actualTime` is missing where it is asked
 * for; otherwise as `createJob` (specification 4.3, 7.5).
 */
export const updateJob = defineCall({
  id: 'scheduling.update',
  owner: 'scheduling',
  method: 'PUT',
  path: '/api/v1/job-scheduling',
  summary:
    'Changes a job, as far as its status allows. CHANGED when somebody else was faster; refusals as for creating.',
  guard: planner,
  body: jobDraftSchema.extend({ id, version: id }),
  response: jobSchema,
});

/**
 * Refused with NOT_FOUND when the active facility has no such job; with TRANSITION_REFUSED (`from`, `event`,
 * `allowed`) when its status does not allow the event; with FORBIDDEN when a correction is made without
 * MES_SETTINGS_EDITOR; with INVALID_INPUT when a reason or a number of good parts is missing; with CONFLICT (`jobId`)
 * when the machine still runs another job, or when a job that had started is restored; with OVER_ALLOCATED or
 * SLOT_TAKEN when parts or time are no longer free; with EXPORT_CONTROLLED when a part is controlled and the caller
 * is not cleared (product 3.2).
 */
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
    reason: notesSchema.unwrap().max(1000).default(''),
    /** Good parts by file, for COMPLETE, FAIL and the corrections, which need MES_SETTINGS_EDITOR. */
    completed: z
      .array(z.object({ rfqCadFileId: id, completedQuantity: z.number().int().min(0) }))
      .max(500)
      .default([]),
    /** The same id sent twice acts once. */
    eventId: z.uuid().optional(),
  }),
  response: jobSchema,
});

/** Answers the order files of the list that the caller may know of (specification 7.5). */
export const fileJobStatus = defineCall({
  id: 'scheduling.fileJobStatus',
  owner: 'scheduling',
  method: 'POST',
  path: '/api/v1/job-scheduling/file-job-status',
  summary: 'What is left to schedule of each order file.',
  guard: anyProvider('It asks and changes nothing, and tells numbers of pieces alone.'),
  reads: true,
  body: z.array(id).max(500),
  response: z.array(z.object({ id, notScheduled: z.number().int() })),
});

/**
 * Refused with NOT_FOUND when the active facility has no such machine; with SLOT_TAKEN (`obstacle` RETIRED) when it
 * is hidden (specification 7.5; product 3.3).
 */
export const nextSlot = defineCall({
  id: 'scheduling.nextSlot',
  owner: 'scheduling',
  method: 'GET',
  path: '/api/v1/job-scheduling/getNextAvailableTimeSlot',
  summary:
    'The first time a machine is free for that many hours and somebody is there to start it; null dates and a reason ' +
    'when there is none within a year. Advice: saving checks again.',
  guard: provider(),
  query: z.object({
    equipment: z.coerce.number().int().positive(),
    totalHours: z.coerce.number().int().min(1).max(8760),
    notBefore: epochText.optional(),
    excludeJobId: z.coerce.number().int().optional(),
    /** The material to build with: changeover time is kept next to jobs of another material. */
    material: z.coerce.number().int().optional(),
  }),
  response: z.object({
    fromDate: epochText.nullable(),
    toDate: epochText.nullable(),
    reason: z.string().optional(),
    said: saidSchema.optional(),
    /** What prevented an earlier start: each kind once, in the order in which the search met it. */
    delayedBy: z.array(slotObstacleSchema),
  }),
});

/** English labels of job statuses (specification 4.3). */
export const jobStatusLabels: Record<JobStatus, string> = {
  IN_PROGRESS: 'In Progress',
  QUEUED: 'Queued',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
  PAUSED: 'Paused',
  WAITING: 'Waiting',
  MERGED: 'Merged',
};

/** Specification 3.1, Job creation type. */
export const schedulingModeSchema = z.enum(['MANUAL', 'AUTO', 'MACHINE_CONNECTIVITY']);
