import { createSlot } from '../../plugin/slot.ts';

export interface OrderActionProps {
  order: { id: number; displayTitle: string };
}
/** Buttons beside those of an order's page. */
export const orderActions = createSlot<OrderActionProps>('orders/OrderActions@1');
