import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import type { NoticeAudience, Work } from '@sinter/sdk/server';
import { tellChanged, hearers, lockOrder, ordersDb } from '../lifecycle.ts';
import type { OrderNotice } from '../notices/kinds.ts';
import { namedTo, tell } from '../notices/tell.ts';

type Action = 'payment.altered' | 'payment.refund_started' | 'payment.refunded' | 'payment.refund_failed';

const notices: Partial<Record<Action, OrderNotice>> = {
  'payment.altered': 'paymentAltered',
  'payment.refunded': 'refunded',
  'payment.refund_failed': 'refundFailed',
};

/** Writes down what happened to a payment, and tells whom it concerns and the pages that show its order. */
export async function tellPayment(unit: Work, paymentId: string, action: Action, after: unknown): Promise<void> {
  const { order_id, match_id, facility_id, user_id } = await ordersDb(unit)
    .selectFrom('payment')
    .select(['order_id', 'match_id', 'facility_id', 'user_id'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const order = await lockOrder(unit, order_id);
  const match = order.matches.find(({ id }) => id === match_id);
  await unit.audit({ action, objectKind: 'RFQ', objectId: String(order_id), facilityId: facility_id, after });
  await tellChanged(unit, order, match?.status ?? order.status, hearers(order, match ? [match] : []));
  const notice = notices[action];
  if (notice === undefined) return;
  const payer: NoticeAudience = {
    place: { facilityId: null, companyId: order.companyId },
    people: [order.createdBy, user_id],
  };
  const cashiers: NoticeAudience = {
    place: { facilityId: facility_id, companyId: null },
    orWhoever: ({ memberRoles }) => hasOrderRight(memberRoles, 'cash'),
  };
  const to = notice === 'refunded' ? payer : cashiers;
  await tell(unit, notice, {
    ...{ order, by: '', key: `payment ${paymentId} ${action}`, doneBy: null, to },
    facilityId: namedTo(order.portal, facility_id),
  });
}
