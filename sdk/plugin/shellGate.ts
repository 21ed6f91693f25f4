import type { ErrorDetails } from '../contract/errors.ts';
import { createSlot } from './slot.ts';

/** What was refused with CHECKLIST_OPEN, and where its checklist is answered. */
export type RefusedAt = NonNullable<ErrorDetails['gate']>;

export interface ShellGateProps {
  gate: RefusedAt;
  /** Call it once: with `true` what was refused is sent again, with `false` its refusal is shown. */
  done: (passed: boolean) => void;
}

/** Answers a checklist where it stands before something, above whatever page that was pressed on. */
export const shellGate = createSlot<ShellGateProps>('shell/Gate@1');
