import { createSlot } from '../../plugin/slot.ts';

export interface PoolActionProps {
  /** The chosen parts: at least one. */
  orderFileIds: readonly number[];
}
/** Buttons beside those for chosen parts that are still to schedule. */
export const poolActions = createSlot<PoolActionProps>('production/PoolActions@1');
