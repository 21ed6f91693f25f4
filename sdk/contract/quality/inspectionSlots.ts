import { createSlot } from '../../plugin/slot.ts';

export interface InspectionSlotProps {
  inspectionId: number;
}
/** Above what is measured at an inspection: draw nothing where there is nothing to tell. */
export const inspectionPage = createSlot<InspectionSlotProps>('quality/InspectionPage@1');
