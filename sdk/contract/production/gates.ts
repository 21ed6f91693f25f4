import * as z from 'zod';
import { createToken } from '../../plugin/token.ts';
import type { Services, Work } from '../../server/defineServer.ts';

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

/** Who is asked before something happens, in the transaction in which it does. Contributed; nobody is asked where nobody does. */
export interface Gates {
  /** Throws CHECKLIST_OPEN with the items that are missing. Asks for no rights. */
  require(services: Pick<Services, 'get'>, unit: Work, facilityId: number, subject: GateSubject): Promise<void>;
}
export const gates = createToken<Gates>('production/Gates@1');

/** May it go on? Throws what the gates throw. */
export async function requireGates(
  services: Pick<Services, 'get' | 'all'>,
  unit: Work,
  facilityId: number,
  { position = 0, ...subject }: Omit<GateSubject, 'position'> & { position?: number },
): Promise<void> {
  for (const each of services.all(gates)) await each.require(services, unit, facilityId, { position, ...subject });
}
