import { createToken } from '../../plugin/token.ts';
import type { CallContext } from '../../server/defineServer.ts';
import type { KioskAction } from './kiosk.ts';

/** What a request of a kiosk says about who does it. */
export interface Acted {
  /** Of the action, or what is as unique. */
  eventId: string;
  /** Where it is done; empty: as the account of the kiosk is called. */
  device?: string;
  kiosk?: KioskAction | undefined;
}

export interface Actor {
  /** Of who does it. */
  context: CallContext;
  device: string;
}

/** Who does something where the caller may be a kiosk. One provides it: production. */
export interface KioskActors {
  /**
   * The caller, or at a kiosk who has entered their PIN; the kiosk itself where the facility asks for none. Throws INVALID_INPUT
   * (`kiosk`) where they have to enter it first.
   */
  of(context: CallContext, acted: Acted): Promise<Actor>;
}
export const kioskActors = createToken<KioskActors>('production/KioskActors@1');
