import { createSlot } from '../../plugin/slot.ts';

/** Tiles above the list of orders, which is the first screen of most people. A contribution draws one tile. */
export const homeTiles = createSlot<object>('orders/HomeTiles@1');
