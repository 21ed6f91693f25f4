import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { AgreedAt, AgreedOrder, Billing } from '@sinter/sdk/contract/orders/billing';
import { sql } from 'kysely';

const calledOff = sql`m.agreed_at is not null and coalesce(m.held_from, m.status) = 'SP_BID_REJECTED'`;

/** What was agreed in money, for whoever writes invoices. */
export const bills: Billing = {
  async agreed(db, facilityId, orderIds) {
    const { rows } = await sql<AgreedOrder>`
      select o.id as "orderId", coalesce(nullif(o.display_title, ''), '#' || o.id) as title,
        ${orderIsControlled} as controlled, jsonb_build_object('id', c.id, 'name', c.name) as company, u.email,
        q.currency, q.po_number as "poNumber", q.paid_by as "paidBy", q.charges, q.status <> 'ACCEPTED' as "calledOff", coalesce((
          select jsonb_agg(jsonb_build_object('orderFileId', l.order_file_id, 'part', s.file_name,
            'process', jsonb_build_object('id', p.id, 'name', p.name),
            'quantity', l.quantity, 'unitPrice', l.unit_price_minor) order by f.position)
          from quote_line l join rfq_order_file f on f.id = l.order_file_id
            join stored_file s on s.id = f.original_file_id join am_process p on p.id = f.am_process_id
          where l.quote_id = q.id), '[]'::jsonb) as lines
      from rfq_match m join rfq_order o on o.id = m.order_id
        -- Of what was called off, the one that had been accepted.
        join lateral (
          select * from quote where match_id = m.id and (status = 'ACCEPTED' or ${calledOff} and paid_by is not null)
          order by id desc limit 1) q on true
        join company c on c.id = o.company_id join app_user u on u.id = o.created_by
      where m.facility_id = ${facilityId} and m.order_id = any(${[...orderIds]}::bigint[]) and m.relation <> 'INTERNAL'
    `.execute(db);
    return rows;
  },
  async agreedSince(db, facilityId, { since, unless, most }) {
    const { rows } = await sql<AgreedAt>`
      select m.order_id as "orderId", to_char(m.agreed_at at time zone f.time_zone, 'YYYY-MM-DD') as day
      from rfq_match m join facility f on f.id = m.facility_id
      where m.facility_id = ${facilityId} and m.agreed_at >= ${since} and m.relation <> 'INTERNAL'
        and not (${calledOff}) and not (${unless})
      order by m.agreed_at, m.order_id limit ${most}
    `.execute(db);
    return rows;
  },
  calledOff: (facilityId) =>
    sql`select m.order_id from rfq_match m where m.facility_id = ${facilityId} and ${calledOff}`,
  async refunded(db, facilityId) {
    const { rows } = await sql<{ id: number }>`
      select distinct p.order_id as id from payment p join payment_refund r on r.payment_id = p.id
      where p.facility_id = ${facilityId} and r.state = 'DONE' and r.reason in ('AGREED_CANCEL', 'REFUSED')
    `.execute(db);
    return rows.map(({ id }) => id);
  },
  async chargeNames(db, facilityId, most) {
    const { rows } = await sql<{ name: string }>`
      select min(each ->> 'name') as name
      from rfq_match m join quote q on q.match_id = m.id cross join lateral jsonb_array_elements(q.charges) each
      where m.facility_id = ${facilityId} and q.status = 'ACCEPTED'
      group by lower(each ->> 'name') order by count(*) desc, 1 limit ${most}
    `.execute(db);
    return rows.map(({ name }) => name);
  },
};
