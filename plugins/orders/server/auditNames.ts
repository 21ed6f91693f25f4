import type { AuditNames } from '@sinter/sdk/server';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { sql, type SqlBool } from 'kysely';

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
  called(kind, id, { number, pattern }) {
    const order = kind === 'MATCH' ? sql`(select m.order_id from rfq_match m where m.id = ${id})` : id;
    return sql<SqlBool>`exists (
      select from rfq_order o where o.id = ${order}
        and (o.id = ${number} or (o.display_title ilike ${pattern} and not ${orderIsControlled})))`;
  },
};

/** Entries about a facility as somebody's vendor. */
export const vendorsByName: AuditNames = {
  kinds: ['VENDOR'],
  async names(db, _, ids) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, company_name as name from facility where id = any(${[...ids]}::bigint[])
    `.execute(db);
    return new Map(rows.map(({ id, name }) => [id, name]));
  },
  called: (_, id, { pattern }) =>
    sql<SqlBool>`exists (select from facility f where f.id = ${id} and f.company_name ilike ${pattern})`,
};
