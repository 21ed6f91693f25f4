import { createSlot } from './slot.ts';

export interface ShellCommandsProps {
  /** What the person has typed so far, trimmed; empty at first. */
  query: string;
  /** Closes the palette; call it when a command has been chosen. */
  close: () => void;
}

/**
 * Commands of the palette (Ctrl-K): what a person can do from everywhere. A contribution draws one `SearchResults` group with
 * those of its commands that fit what is typed (`includesWords`).
 */
export const shellCommands = createSlot<ShellCommandsProps>('shell/Commands@1');
