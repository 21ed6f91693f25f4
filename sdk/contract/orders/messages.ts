import { createSlot } from '../../plugin/slot.ts';

export interface OrderMessagesProps {
  orderId: number;
}

/** Beside the way to an order's messages: how many are unread. One plugin fills it, which also has the screen `/order/{id}/messages`. */
export const orderMessages = createSlot<OrderMessagesProps>('orders/Messages@1');
