import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type {
  countShipments,
  listShipmentCustomers,
  listShipments,
  ShipmentFilters,
  ShipmentStatus,
} from '@sinter/sdk/contract/orders/shipments';
import type { CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { like, shortestText } from '../filters.ts';
import { countedTo } from '../search.ts';
import { listedShipments } from './rows.ts';
import { seesControlled, visibleShipment, within } from './sight.ts';

/** What is found, as conditions on `s` besides who sees it. */
function conditions(filters: ShipmentFilters): RawBuilder<unknown>[] {
  const { statuses, companyIds, orderId, from, to } = filters;
  const text = filters.searchString.trim();
  const number = Number(/^(?:shipment-|#)?\s*(\d{1,15})$/i.exec(text)?.[1]);
  const named = Number.isSafeInteger(number) ? [sql`s.id = ${number}`] : [];
  const inText = text.length >= shortestText ? [sql`s.search_text ilike ${like(text)}`] : [];
  const searched = [...named, ...inText];
  return [
    ...(text === '' ? [] : [searched.length > 0 ? sql`(${sql.join(searched, sql` or `)})` : sql`false`]),
    ...(statuses.length > 0 ? [sql`s.status = any(${statuses}::text[])`] : []),
    ...(companyIds.length > 0 ? [sql`s.company_id = any(${companyIds}::bigint[])`] : []),
    ...(orderId === null
      ? []
      : [sql`s.id in (select l.shipment_id from shipment_line l where l.order_id = ${orderId})`]),
    ...(from === null ? [] : [sql`s.created_at >= ${from}::timestamp at time zone 'UTC'`]),
    ...(to === null ? [] : [sql`s.created_at < (${to}::timestamp + interval '1 day') at time zone 'UTC'`]),
  ];
}

export async function shipments(
  context: CallContext,
  { query: { page, size }, body }: CallArguments<typeof listShipments>,
): Promise<CallResult<typeof listShipments>> {
  const before = page * size;
  const most = Math.ceil((before + size) / countedTo) * countedTo;
  const { rows } = await sql<{ total: number; page: number[] }>`
    select count(*)::int as total,
      coalesce(array_agg(id order by id desc) filter (where place > ${before} and place <= ${before + size}), '{}') as page
    from (select s.id, row_number() over (order by s.id desc) as place from shipment s
      where ${sql.join([visibleShipment(context.user), ...conditions(body)], sql` and `)}
      order by s.id desc limit ${most + 1}) found
  `.execute(context.db);
  const { total, page: ids } = rows[0] ?? { total: 0, page: [] };
  return {
    shipments: ids.length === 0 ? [] : await listedShipments(context, ids),
    totalCount: Math.min(total, most),
    moreThanTotal: total > most,
  };
}

export async function customers({ db, user }: CallContext): Promise<CallResult<typeof listShipmentCustomers>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select c.id, c.name from company c
    where exists (select from shipment s where s.company_id = c.id and ${visibleShipment(user)}) order by c.name, c.id
  `.execute(db);
  return rows;
}

/** All by the index of statuses, less those that are kept from the caller, which are few. */
export async function countByStatus(
  { db, user }: CallContext,
  { body }: CallArguments<typeof countShipments>,
): Promise<CallResult<typeof countShipments>> {
  const found = sql.join([within(user), ...conditions(body)], sql` and `);
  const withheld = seesControlled(user)
    ? sql``
    : sql`union all select s.status, -1 as number from shipment s where ${found} and s.id in (
        select l.shipment_id from rfq_order o join rfq_match m on m.order_id = o.id and m.facility_id = ${user.facilityId}
          join shipment_line l on l.order_id = o.id where ${orderIsControlled})`;
  const { rows } = await sql<{ status: ShipmentStatus; number: number }>`
    select status, sum(number)::int as number from (
      select s.status, count(*) as number from shipment s where ${found} group by 1 ${withheld}) each group by 1
  `.execute(db);
  const numbers = new Map(rows.map(({ status, number }) => [status, number]));
  const of = (status: ShipmentStatus) => numbers.get(status) ?? 0;
  return {
    DRAFT: of('DRAFT'),
    PACKED: of('PACKED'),
    SHIPPED: of('SHIPPED'),
    DELIVERED: of('DELIVERED'),
    EXCEPTION: of('EXCEPTION'),
    VOIDED: of('VOIDED'),
  };
}
