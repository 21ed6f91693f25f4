import { createSlot } from '../../plugin/slot.ts';

export interface OrderPartActionProps {
  orderId: number;
  /** All parts of the order. */
  orderFileIds: readonly number[];
}
/** Buttons above the parts of an order, for a service provider. */
export const orderPartActions = createSlot<OrderPartActionProps>('orders/OrderPartActions@1');
