import { createToken } from '../../plugin/token.ts';
import type { KioskAction } from './kiosk.ts';

/** What goes with an action at a kiosk: by whom, and where. Empty anywhere else. */
export interface DoneBy {
  kiosk?: KioskAction;
  device?: string;
}

/** The device that people work at: where it is a kiosk, who does something says so by their PIN. */
export interface KioskDevice {
  /** Does `work`, at a kiosk in the name of who has entered their PIN, which is asked for first. Throws CANCELLED where nobody enters one. */
  act<T>(work: (by: DoneBy) => Promise<T>): Promise<T>;
}
export const kioskDevice = createToken<KioskDevice>('production/KioskDevice@1');
