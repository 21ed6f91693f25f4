import * as z from 'zod';
import { lineSchema } from './line.ts';
import { defineCall } from './call.ts';
import { equipmentSchema, namedSchema } from './catalog.ts';
import { slotObstacleSchema } from './errors.ts';
import { provider } from './guard.ts';
import { fileDtoSchema } from './host.ts';
import { orderFileSchema } from './orderFile.ts';

/** Build jobs on machines (specification 4.3, 7.5). Dates are epoch milliseconds as strings, durations hours. */

const id = z.number().int();
export const epochText = z.string().regex(/^\d{1,15}$/);
const decimalText = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/);
const hoursText = decimalText.refine((hours) => Number(hours) <= 8760, 'At most a year');
/** Lines of text, and no other control characters. */
export const notesSchema = z
  .string()
  .max(5000)
  .regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u, 'No control characters')
  .default('');

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

/** What a job uses beside its material, each in the job's unit. */
const usedMaterialSchema = z.object({ materialDTO: namedSchema, materialQuantityUsed: z.string() });
const supportMaterialSchema = usedMaterialSchema.extend({ jobMaterialType: z.literal('SUPPORT') });

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
  /** 0 to 1, or `null` when not known. */
  buildPlateUtilization: z.number().nullable(),
  active: z.boolean(),
  /** Grows with every change. Who changes the job says which version they saw. */
  version: id,
  /** The job that took its files (MERGED), the one it repeats, and the downtime series it is one of. */
  mergedIntoJobId: id.nullable(),
  rerunOfJobId: id.nullable(),
  seriesId: id.nullable(),
});
export type Job = z.infer<typeof jobSchema>;

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

const material = (error: string) => z.object({ id }, { error });
const usedMaterialDraft = z.object({
  materialDTO: material('Please select material'),
  materialQuantityUsed: decimalText.default('0'),
});

const wantedFile = z.object({ rfqCadFileId: id, quantity: z.number().int().min(1) });

/**
 * What a person can set on a job. `equipmentDTO` and `materialDTO` are read for their ids only. Machine and materials can
 * change only while the job is QUEUED or came from machine connectivity, and not when it came from build planning; the
 * start only while it is QUEUED (specification 4.3). Parts and files of which nothing is said stay as they are.
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
  /** Asked for where the job is COMPLETED or FAILED, or came from machine connectivity. */
  actualTime: hoursText.optional(),
  materialUnit: materialUnitSchema.default('GRAM'),
  materialQuantityUsed: decimalText.default('0'),
  jobNotes: notesSchema,
  buildPlateUtilization: z.number().min(0).max(1).nullable().default(null),
  /** Where it is missing, what `jobOrderDTOs` says, so that a job that was read can be sent back. */
  files: z.array(wantedFile).max(500).optional(),
  jobOrderDTOs: z
    .array(z.object({ fileIds: z.array(wantedFile).max(500) }))
    .max(500)
    .optional(),
  /** Stored files; where it is missing, those of `jobFiles`. */
  jobFileIds: z.array(id).max(50).optional(),
  jobFiles: z.array(z.object({ id })).max(50).optional(),
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
  summary:
    'Changes a job, as far as its status allows. CHANGED when somebody else was faster; refusals as for creating.',
  guard: planner,
  body: jobDraftSchema.extend({ id, version: id }),
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
  'CORRECT_TO_COMPLETED',
  'CORRECT_TO_FAILED',
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
    reason: notesSchema.unwrap().max(1000).default(''),
    /** Good parts by file, for COMPLETE, FAIL and the corrections, which need MES_SETTINGS_EDITOR. */
    completed: z
      .array(z.object({ rfqCadFileId: id, completedQuantity: z.number().int().min(0) }))
      .max(500)
      .default([]),
    /** Sent twice it is done once. */
    eventId: z.uuid().optional(),
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
  summary:
    'The first time a machine is free for that many hours and somebody is there to start it; null dates and a reason ' +
    'when there is none within a year. Advice: saving checks again.',
  guard: provider(),
  query: z.object({
    equipment: z.coerce.number().int().positive(),
    totalHours: z.coerce.number().int().min(1).max(8760),
    notBefore: epochText.optional(),
    excludeJobId: z.coerce.number().int().optional(),
    /** What will be built: its changeover counts where the neighbours run something else. */
    material: z.coerce.number().int().optional(),
  }),
  response: z.object({
    fromDate: epochText.nullable(),
    toDate: epochText.nullable(),
    reason: z.string().optional(),
    /** What stood in the way of an earlier start, each kind once, in the order in which it was met. */
    delayedBy: z.array(slotObstacleSchema),
  }),
});
