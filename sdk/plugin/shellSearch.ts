import { createSlot } from './slot.ts';

export interface ShellSearchProps {
  /** What the person has typed so far, trimmed; empty at first. */
  query: string;
  /** Closes the search; call it when somebody has chosen a result. */
  close: () => void;
}

/**
 * The shell's search over everything (Ctrl-K). A contribution draws one `SearchResults` group with what its plugin
 * finds, and only what the user may see.
 */
export const shellSearch = createSlot<ShellSearchProps>('shell/Search@1');
