import { createSlot } from '../../plugin/slot.ts';

export interface OrderColumnProps {
  order: { id: number; displayTitle: string };
}
/**
 * A column of the lists of orders, after those that are there: its label is the column's title, and people hide it as they
 * do the others. Drawn once for each row that is shown, so ask for all rows at once.
 */
export const orderColumns = createSlot<OrderColumnProps>('orders/ListColumns@1');
