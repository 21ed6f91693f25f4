import { orderChanged } from '@sinter/sdk/contract/orders/events';
import type { Work } from '@sinter/sdk/server';
import { hearers, lockOrder, ordersDb } from '../lifecycle.ts';

/** Writes down what happened to a payment, and tells the pages that show its order. */
export async function tellPayment(unit: Work, paymentId: string, action: string, after: unknown): Promise<void> {
  const { order_id, match_id, facility_id } = await ordersDb(unit)
    .selectFrom('payment')
    .select(['order_id', 'match_id', 'facility_id'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const order = await lockOrder(unit, order_id);
  const match = order.matches.find(({ id }) => id === match_id);
  await unit.audit({ action, objectKind: 'RFQ', objectId: String(order_id), facilityId: facility_id, after });
  await unit.emit(
    orderChanged,
    { orderId: order_id, status: match?.status ?? order.status },
    hearers(order, match ? [match] : []),
  );
}
