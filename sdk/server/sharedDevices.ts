import type { MemberRole } from '../contract/enums.ts';
import { createToken } from '../plugin/token.ts';
import type { CallContext } from './defineServer.ts';

/** For devices that several people work at: each proves to the area that it is them, and what they do is theirs. */
export interface SharedDevices {
  /** For storing: argon2id. Throws RATE_LIMITED when too many wait already. */
  hashPin(pin: string): Promise<string>;
  /** Takes as long where there is none (`null`). Throws RATE_LIMITED when too many wait already. */
  verifyPin(hash: string | null, pin: string): Promise<boolean>;
  /**
   * The same request as one of that person: what it writes, and its audit, are theirs. They may do what both they and the
   * device may, and are cleared where both are. Asks for no proof. Throws FORBIDDEN for who does not work in its facility.
   */
  actAs(context: CallContext, userId: number): Promise<CallContext>;
}
export const sharedDevices = createToken<SharedDevices>('host/SharedDevices@1');

/** The account of a kiosk: devices of the floor are signed in to it, it does nothing but work there, and opens no files (product 3.12). */
export const isKiosk = ({ user }: { user: { memberRoles: readonly MemberRole[] } }): boolean =>
  user.memberRoles.every((role) => role === 'LOT_USER');
