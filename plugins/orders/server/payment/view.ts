import { CallError } from '@sinter/sdk/contract';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import type { Payment as Shown, Payments, PaymentWay } from '@sinter/sdk/contract/orders/payments';
import type { CallContext } from '@sinter/sdk/server';
import { isoTime } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { isProvider, viewersMatch, visible } from '../visibility.ts';
import { suppliersOf } from '../portal/suppliers.ts';

/** How an order is paid, as its viewer may know it: a facility sees what concerns itself, and not who pays. */
export async function paymentsOf(context: CallContext, orderId: number): Promise<Payments> {
  const { db, user } = context;
  const provider = isProvider(user);
  const mayPay = !provider && hasOrderRight(user.memberRoles, 'accept');
  const { rows } = await sql<{ way: PaymentWay | null; poNumber: string | null; payments: Shown[] }>`
    select won.paid_by as way, won.po_number as "poNumber", coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', p.id, 'quoteId', p.quote_id, 'facility', jsonb_build_object('id', f.id, 'name', f.company_name),
        'state', p.state, 'reason', p.reason,
        'amount', jsonb_build_object('amount', p.amount_minor, 'currency', p.currency),
        'payer', case when ${provider}::boolean then null else payer.first_name || ' ' || payer.last_name end,
        'startedOn', ${isoTime('p.started_at')}, 'expiresOn', ${isoTime('p.expires_at')}, 'paidOn', ${isoTime('p.paid_at')},
        'url', case when ${mayPay}::boolean then p.url end,
        'refunds', coalesce((
          select jsonb_agg(jsonb_build_object(
            'id', r.id, 'amount', jsonb_build_object('amount', r.amount_minor, 'currency', p.currency),
            'reason', r.reason, 'state', r.state, 'at', coalesce(${isoTime('r.done_at')}, ${isoTime('r.created_at')})
          ) order by r.created_at) from payment_refund r where r.payment_id = p.id), '[]'::jsonb)
      ) order by p.started_at desc)
      from payment p join facility f on f.id = p.facility_id join app_user payer on payer.id = p.user_id
      where p.order_id = o.id and (m.id is null or p.match_id = m.id)), '[]'::jsonb) as payments
    from rfq_order o ${viewersMatch(user)}
      left join lateral (
        select q.paid_by, q.po_number from quote q join rfq_match qm on qm.id = q.match_id
        where qm.order_id = o.id and q.status = 'ACCEPTED' and (m.id is null or qm.id = m.id) limit 1
      ) won on true
    where o.id = ${orderId} and ${visible(user)}
  `.execute(db);
  if (!rows[0]) throw new CallError('NOT_FOUND');
  const told = await suppliersOf(context, [orderId]);
  if (!told) return rows[0];
  return {
    ...rows[0],
    payments: rows[0].payments.map((each) => ({ ...each, facility: told(orderId, each.facility.id) })),
  };
}
