import type { AuditNames } from '@sinter/sdk/server';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { sql } from 'kysely';

/** Entries are about an order, or about one facility's part in it. */
export const ordersByName: AuditNames = {
  kinds: ['RFQ', 'MATCH'],
  async names(db, kind, ids) {
    const objects =
      kind === 'MATCH'
        ? sql`select m.id, m.order_id from rfq_match m where m.id = any(${[...ids]}::bigint[])`
        : sql`select o.id, o.id as order_id from rfq_order o where o.id = any(${[...ids]}::bigint[])`;
    const { rows } = await sql<{ id: number; name: string }>`
      select object.id, '#' || o.id || case when ${orderIsControlled} then '' else ' ' || o.display_title end as name
      from (${objects}) object join rfq_order o on o.id = object.order_id
    `.execute(db);
    return new Map(rows.map(({ id, name }) => [id, name.trim()]));
  },
  async find(db, { number, text }) {
    const { rows } = await sql<{ kind: string; id: number }>`
      with found as (
        select o.id from rfq_order o
        where o.id = ${number} or (o.display_title ilike ${text} and not ${orderIsControlled})
        order by o.id desc limit 200)
      select 'RFQ' as kind, id from found
      union all select 'MATCH', m.id from rfq_match m join found on found.id = m.order_id
      limit 500
    `.execute(db);
    return rows;
  },
};
