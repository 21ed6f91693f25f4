import { createSlot } from '../../plugin/slot.ts';

export interface PartActionProps {
  part: { id: number; name: string };
}
/** Buttons beside those of a part in the inventory. */
export const partActions = createSlot<PartActionProps>('catalog/PartActions@1');
