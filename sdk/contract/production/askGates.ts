import { createToken } from '../../plugin/token.ts';
import type { CallContext, Work } from '../../server/defineServer.ts';
import type { GateSubject } from './gates.ts';

/** Who wants something to happen. */
export type GateContext = Pick<CallContext, 'get' | 'all' | 'user'>;

/** Who is asked before something happens, in the transaction in which it does. Contributed; nobody is asked where nobody does. */
export interface Gates {
  /**
   * Throws CHECKLIST_OPEN with the items that are missing, NCR_OPEN with the non-conformances that the caller has not passed yet, or
   * CONFLICT with those that nobody passes. Asks for no rights.
   */
  require(context: GateContext, unit: Work, facilityId: number, subject: GateSubject): Promise<void>;
}
export const gates = createToken<Gates>('production/Gates@1');

/** May it go on? Throws what the gates throw. */
export async function requireGates(
  context: GateContext,
  unit: Work,
  facilityId: number,
  { position = 0, ...subject }: Omit<GateSubject, 'position'> & { position?: number },
): Promise<void> {
  for (const each of context.all(gates)) await each.require(context, unit, facilityId, { position, ...subject });
}
