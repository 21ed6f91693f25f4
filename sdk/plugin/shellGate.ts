import type { ErrorDetails } from '../contract/errors.ts';
import { createSlot } from './slot.ts';

/** What was refused with CHECKLIST_OPEN, and where its checklist is answered; with `ncrs`: with NCR_OPEN, and in spite of what it can go on. */
export type RefusedAt = NonNullable<ErrorDetails['gate']>;

export interface ShellGateProps {
  gate: RefusedAt;
  /** Call it once: with `true` what was refused is sent again, with `false` its refusal is shown. */
  done: (passed: boolean) => void;
}

/** Answers what stands before something, above whatever page that was pressed on. Each contribution draws what is its own, else nothing. */
export const shellGate = createSlot<ShellGateProps>('shell/Gate@1');
