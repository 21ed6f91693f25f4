import { createSlot } from '../../plugin/slot.ts';

export interface LotSlotProps {
  lot: { id: number; number: string; part: string; quantity: number };
  /** The step that is shown; `null`: none. */
  position: number | null;
}
/** Buttons below the step of a lot that is worked on. */
export const lotActions = createSlot<LotSlotProps>('production/LotActions@1');
/** What is told of a lot on the floor, below the step that is worked on: draw nothing where there is nothing to tell. */
export const lotSections = createSlot<LotSlotProps>('production/LotSections@1');
