import type { OrderTabProps } from '@sinter/sdk/contract/orders/orderTabs';
import { Answers } from './Answers.tsx';

/** The tab of an order: what was answered before its quote, its acceptance and its parcels, and at the steps of its lots. */
export default function OrderAnswers({ order }: OrderTabProps) {
  return <Answers key={order.id} of={{ subject: 'ORDER', id: order.id }} />;
}
