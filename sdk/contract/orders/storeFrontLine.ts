import { createSlot } from '../../plugin/slot.ts';

export interface StoreFrontLineProps {
  /**
   * One part of a request that is being written. `fileId`, `size` (the sides of its box, mm) and `volumeMm3` are `null` while the file is
   * on its way, the others while nothing is chosen.
   */
  line: {
    fileId: number | null;
    name: string;
    size: readonly [number, number, number] | null;
    volumeMm3: number | null;
    quantity: number | null;
    amProcessId: number | null;
    materialId: number | null;
  };
}
/** Below each part of a request: advice on what has been chosen. */
export const storeFrontLine = createSlot<StoreFrontLineProps>('orders/StoreFrontLine@1');
