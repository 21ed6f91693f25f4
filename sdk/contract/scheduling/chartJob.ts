import * as z from 'zod';
import { epochText, jobCreationTypeSchema, jobStatusSchema, jobTypeSchema } from './jobs.ts';

const id = z.number().int();

/** What the chart needs of a job, without its files (specification 2.5). */
export const chartJobSchema = z.object({
  id,
  equipmentId: id,
  jobName: z.string(),
  /** Orders and parts as text: `#18 bracket.stl, cover.stl`. At most 80 characters, without what the caller may not see. */
  parts: z.string(),
  jobType: jobTypeSchema,
  jobCreationType: jobCreationTypeSchema,
  jobStatus: jobStatusSchema,
  fromDate: epochText,
  toDate: epochText,
  /** Cut at 81 characters. Readers show 80; the last one says that there is more (specification 9). */
  jobNotes: z.string(),
  /** 0 to 1, or `null` when not known. */
  buildPlateUtilization: z.number().nullable(),
  materialId: id.nullable(),
  /** The earliest delivery date of its orders. */
  dueDate: epochText.nullable(),
  version: id,
});
export type ChartJob = z.infer<typeof chartJobSchema>;
