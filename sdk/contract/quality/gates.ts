import * as z from 'zod';
import { defineCall } from '../call.ts';
import { member } from '../guard.ts';

/** Where open non-conformances are asked for: the gates of checklists that have a job, a lot or an order (production/gates.ts). */
export const qualityGates = ['JOB_START', 'STEP_START', 'STEP_FINISH', 'SHIP'] as const;
export const qualityGateSchema = z.enum(qualityGates);
export type QualityGate = z.infer<typeof qualityGateSchema>;

/**
 * Where the settings warn (WARN), what is in the way of an open non-conformance is refused once with NCR_OPEN. After this it goes through for
 * the caller, and the history says who went on. Refused with NOT_FOUND for non-conformances that do not concern this.
 */
export const passNcrGate = defineCall({
  owner: 'quality',
  flag: 'QUALITY_MANAGEMENT',
  id: 'quality.passGate',
  method: 'POST',
  path: '/api/v1/quality/gates',
  summary: 'Says that something goes on in spite of open non-conformances.',
  guard: member({
    roles: ['ROLE_SERVICE_PROVIDER'],
    anyPermission: [
      'QUALITY_MANAGEMENT_ACCESS',
      'WORKCENTER_OPERATION_ACCESS',
      'PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS',
    ],
  }),
  body: z.object({
    gate: qualityGateSchema,
    subjectId: z.number().int().positive(),
    position: z.number().int().min(0).max(100).default(0),
    ncrIds: z.array(z.number().int()).min(1).max(100),
  }),
  response: z.object({ passed: z.number().int() }),
});
