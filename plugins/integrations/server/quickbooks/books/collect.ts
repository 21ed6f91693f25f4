import { billing, type AgreedOrder } from '@sinter/sdk/contract/orders/billing';
import type { Services, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ownTransaction } from '../../tables.ts';
import { say } from '../../texts.ts';
import { connectionOf } from '../rows.ts';
import { type Bill, type BillLine, linesFor, type Pieces, totalOf } from './bill.ts';
import { credit } from './credit.ts';
import { asProblem } from './problems.ts';

interface Due {
  orderId: number;
  /** `null`: the whole order. */
  shipmentId: number | null;
  day: string;
  parts: Pieces[];
}

type Needed = Pick<Services, 'get' | 'write'>;

const most = 200;

/**
 * What is to be told to Quickbooks is found in what was confirmed, what has left and what was taken back, whatever happened to
 * whoever was told of it: an order gets one invoice, or each of its shipments one. As its first invoice began it goes on,
 * whatever is selected later. Answers whether there is more.
 */
export async function collect(context: Needed, facilityId: number, since: Date): Promise<boolean> {
  return context.write(async (unit) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`quickbooks ${facilityId}`}, 21))`.execute(unit.db);
    const connection = await connectionOf(unit.db, facilityId);
    const from = connection?.confirmed_to ?? since;
    const whole = connection?.invoice_at === 'AWARD' ? await confirmed(context, unit, facilityId, from) : [];
    await bill(context, unit, facilityId, since, whole);
    if (connection?.invoice_at === 'AWARD' && whole.length < most) await lookedThrough(unit, facilityId, from);
    // While orders wait to be invoiced whole, none of them begins with a shipment.
    const left = whole.length === most ? [] : await notInvoiced(unit, facilityId, since);
    await bill(context, unit, facilityId, since, left);
    await credit(context, unit, facilityId, (orderIds) => coveredBefore(unit, facilityId, since, orderIds));
    return whole.length === most || left.length === most;
  });
}

async function bill(context: Needed, unit: Work, facilityId: number, since: Date, due: readonly Due[]): Promise<void> {
  const orderIds = [...new Set(due.map(({ orderId }) => orderId))];
  if (orderIds.length === 0) return;
  const agreed = new Map(
    (await context.get(billing).agreed(unit.db, facilityId, orderIds)).map((each) => [each.orderId, each]),
  );
  const covered = await coveredBefore(unit, facilityId, since, orderIds);
  for (const { orderId, shipmentId, day, parts } of due) {
    const order = agreed.get(orderId);
    const leaving = shipmentId === null ? (order?.lines ?? []) : parts;
    const before = covered.get(orderId) ?? [];
    const lines = order ? linesOf(order, leaving, before) : [];
    covered.set(orderId, [...before, ...leaving]);
    const said: Bill = {
      customer: { companyId: order?.company.id ?? 0, name: order?.company.name ?? '', email: order?.email ?? '' },
      ...{ currency: order?.currency ?? 'USD', poNumber: order?.poNumber ?? null, day, lines },
      paidByCard: order?.paidBy === 'CARD',
    };
    const total = totalOf(lines);
    await ownTransaction(unit.db)
      .insertInto('quickbooks_push')
      .values({
        ...{ facility_id: facilityId, kind: 'INVOICE', order_id: orderId, shipment_id: shipmentId },
        ...{ bill: JSON.stringify(said), currency: said.currency, total_minor: total },
        ...(total === 0 && { state: 'SKIPPED', problem: asProblem(say('books.nothing')) }),
      })
      .execute();
  }
}

/** What was paid by card goes back whole with an order that is called off, whatever has left. */
const linesOf = (order: AgreedOrder, leaving: readonly Pieces[], covered: readonly Pieces[]): BillLine[] =>
  order.calledOff && order.paidBy === 'CARD' ? [] : linesFor(order, leaving, covered);

/** An order may become known after the time at which it was confirmed. */
const late = 24 * 3_600_000;

async function lookedThrough(unit: Work, facilityId: number, from: Date): Promise<void> {
  const to = new Date(Date.now() - late);
  if (to.getTime() - from.getTime() < late / 24) return;
  await ownTransaction(unit.db)
    .updateTable('quickbooks_connection')
    .set({ confirmed_to: to })
    .where('facility_id', '=', facilityId)
    .execute();
}

async function confirmed(context: Needed, unit: Work, facilityId: number, since: Date): Promise<Due[]> {
  const unless = sql`exists (select from quickbooks_push p where p.facility_id = ${facilityId} and p.kind = 'INVOICE'
    and p.order_id = m.order_id)`;
  const orders = await context.get(billing).agreedSince(unit.db, facilityId, { since, unless, most });
  return orders.map(({ orderId, day }) => ({ orderId, day, shipmentId: null, parts: [] }));
}

async function notInvoiced(unit: Work, facilityId: number, since: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select l.order_id as "orderId", s.id as "shipmentId",
      to_char(case c.invoice_at when 'DELIVERED' then s.delivered_at else s.shipped_at end at time zone f.time_zone, 'YYYY-MM-DD') as day,
      jsonb_agg(jsonb_build_object('orderFileId', l.order_file_id, 'quantity', l.quantity)) as parts
    from shipment s join shipment_line l on l.shipment_id = s.id join facility f on f.id = s.facility_id
      join quickbooks_connection c on c.facility_id = s.facility_id
    where s.facility_id = ${facilityId} and s.shipped_at >= ${since}
      and (s.status = 'DELIVERED' or c.invoice_at <> 'DELIVERED' and s.status in ('SHIPPED', 'EXCEPTION'))
      and not exists (select from quickbooks_push p where p.facility_id = s.facility_id and p.kind = 'INVOICE'
        and p.order_id = l.order_id and p.shipment_id = s.id)
      and not exists (select from quickbooks_push w where w.facility_id = s.facility_id and w.kind = 'INVOICE'
        and w.order_id = l.order_id and w.shipment_id is null)
    group by l.order_id, s.id, f.time_zone, c.invoice_at order by s.shipped_at, s.id, l.order_id limit ${most}
  `.execute(unit.db);
  return rows;
}

/** Pieces that have left and are not void, by order: what is invoiced, and what left before the company was connected. */
async function coveredBefore(
  unit: Work,
  facilityId: number,
  since: Date,
  orderIds: readonly number[],
): Promise<Map<number, Pieces[]>> {
  const { rows } = await sql<Pieces & { orderId: number }>`
    select l.order_id as "orderId", l.order_file_id as "orderFileId", sum(l.quantity)::int as quantity
    from shipment_line l join shipment s on s.id = l.shipment_id
    where l.order_id = any(${[...orderIds]}::bigint[]) and s.facility_id = ${facilityId}
      and s.status in ('SHIPPED', 'EXCEPTION', 'DELIVERED') and (s.shipped_at < ${since} or exists (
        select from quickbooks_push p where p.facility_id = s.facility_id and p.kind = 'INVOICE'
          and p.order_id = l.order_id and (p.shipment_id = s.id or p.shipment_id is null)))
    group by l.order_id, l.order_file_id
  `.execute(unit.db);
  const found = new Map<number, Pieces[]>();
  for (const { orderId, ...pieces } of rows) found.set(orderId, [...(found.get(orderId) ?? []), pieces]);
  return found;
}
