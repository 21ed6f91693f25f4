import * as z from 'zod';

/** Where a checklist can be asked, before something happens (product 2, Checklists). */
export const gateSchema = z.enum(['QUOTE', 'REVIEW', 'JOB_START', 'STEP_START', 'STEP_FINISH', 'SHIP']);
export type Gate = z.infer<typeof gateSchema>;

/** What passes a gate: an order, at JOB_START a job, at the gates of a step a lot with the position of the step. */
export const gateSubjectSchema = z.object({
  gate: gateSchema,
  subjectId: z.number().int().positive(),
  /** 0 where there are no steps. */
  position: z.number().int().min(0).max(100),
});
export type GateSubject = z.infer<typeof gateSubjectSchema>;
