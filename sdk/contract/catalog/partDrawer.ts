import { createSlot } from '../../plugin/slot.ts';

export interface PartSectionProps {
  part: { id: number; name: string };
}
/** A section at the end of what the inventory shows of a part. */
export const partDrawer = createSlot<PartSectionProps>('catalog/PartDrawer@1');
