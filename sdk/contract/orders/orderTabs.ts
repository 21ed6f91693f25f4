import { createSlot } from '../../plugin/slot.ts';

export interface OrderTabProps {
  order: { id: number; displayTitle: string };
}
/** A tab of an order's page, after those that are there. Its label is the tab's title; its address `?tab=<plugin id>/<id>`. */
export const orderTabs = createSlot<OrderTabProps>('orders/OrderTabs@1');
