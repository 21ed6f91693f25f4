import { createToken } from '../../plugin/token.ts';
import type { Services, Work } from '../../server/defineServer.ts';
import type { GateSubject } from './gates.ts';

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
