import { billing } from '@sinter/sdk/contract/orders/billing';
import type { JobContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { ownTransaction } from '../../tables.ts';
import { say } from '../../texts.ts';
import { type Bill, type BillLine, billSchema, linesFor, totalOf } from './bill.ts';
import { asProblem } from './problems.ts';

interface Left {
  orderId: number;
  shipmentId: number;
  day: string;
  parts: { orderFileId: number; quantity: number }[];
}

const most = 200;

/**
 * What is to be told to Quickbooks is found in what has left and what was taken back, whatever happened to whoever was told of it:
 * each order of a shipment gets its invoice once. Answers whether there is more.
 */
export async function collect(context: JobContext, facilityId: number, since: Date): Promise<boolean> {
  return context.write(async (unit) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`quickbooks ${facilityId}`}, 21))`.execute(unit.db);
    const left = await notInvoiced(unit, facilityId, since);
    const orderIds = [...new Set(left.map(({ orderId }) => orderId))];
    const agreed = new Map(
      (await context.get(billing).agreed(unit.db, facilityId, orderIds)).map((each) => [each.orderId, each]),
    );
    const billed = await billedBefore(unit, facilityId, orderIds);
    for (const { orderId, shipmentId, day, parts } of left) {
      const order = agreed.get(orderId);
      const before = billed.get(orderId) ?? [];
      const lines = order ? linesFor(order, parts, before) : [];
      billed.set(orderId, [...before, ...lines]);
      const bill: Bill = {
        customer: { companyId: order?.company.id ?? 0, name: order?.company.name ?? '', email: order?.email ?? '' },
        ...{ currency: order?.currency ?? 'USD', poNumber: order?.poNumber ?? null, day, lines },
        paidByCard: order?.paidBy === 'CARD',
      };
      const total = totalOf(lines);
      await ownTransaction(unit.db)
        .insertInto('quickbooks_push')
        .values({
          ...{ facility_id: facilityId, kind: 'INVOICE', order_id: orderId, shipment_id: shipmentId },
          ...{ bill: JSON.stringify(bill), currency: bill.currency, total_minor: total },
          ...(total === 0 && { state: 'SKIPPED', problem: asProblem(say('books.nothing')) }),
        })
        .execute();
    }
    await credit(unit, facilityId, await context.get(billing).refunded(unit.db, facilityId));
    return left.length === most;
  });
}

async function notInvoiced(unit: Work, facilityId: number, since: Date): Promise<Left[]> {
  const { rows } = await sql<Left>`
    select l.order_id as "orderId", s.id as "shipmentId",
      to_char(case c.invoice_at when 'DELIVERED' then s.delivered_at else s.shipped_at end at time zone f.time_zone, 'YYYY-MM-DD') as day,
      jsonb_agg(jsonb_build_object('orderFileId', l.order_file_id, 'quantity', l.quantity)) as parts
    from shipment s join shipment_line l on l.shipment_id = s.id join facility f on f.id = s.facility_id
      join quickbooks_connection c on c.facility_id = s.facility_id
    where s.facility_id = ${facilityId} and s.shipped_at >= ${since} and (s.status = 'DELIVERED' or c.invoice_at = 'SHIPPED' and s.status in ('SHIPPED', 'EXCEPTION'))
      and not exists (select from quickbooks_push p where p.facility_id = s.facility_id and p.kind = 'INVOICE'
        and p.order_id = l.order_id and p.shipment_id = s.id)
    group by l.order_id, s.id, f.time_zone, c.invoice_at order by s.shipped_at, s.id, l.order_id limit ${most}
  `.execute(unit.db);
  return rows;
}

/** Lines of invoices that stand, by order. */
async function billedBefore(
  unit: Work,
  facilityId: number,
  orderIds: readonly number[],
): Promise<Map<number, BillLine[]>> {
  const { rows } = await sql<{ orderId: number; bill: unknown }>`
    select p.order_id as "orderId", p.bill from quickbooks_push p
    where p.facility_id = ${facilityId} and p.kind = 'INVOICE' and p.state <> 'SKIPPED'
      and p.order_id = any(${[...orderIds]}::bigint[]) and not exists (
        select from quickbooks_push c where c.facility_id = p.facility_id and c.kind = 'CREDIT_MEMO'
          and c.order_id = p.order_id and c.shipment_id = p.shipment_id)
    order by p.id
  `.execute(unit.db);
  const found = new Map<number, BillLine[]>();
  for (const { orderId, bill } of z.array(z.object({ orderId: z.number(), bill: billSchema })).parse(rows)) {
    found.set(orderId, [...(found.get(orderId) ?? []), ...bill.lines]);
  }
  return found;
}

/**
 * What was taken back, or paid back, is credited once. An invoice that was never sent is not sent any more; of one that may have
 * come through, it has to be known first.
 */
async function credit(unit: Work, facilityId: number, refunded: readonly number[]): Promise<void> {
  const over = sql`p.facility_id = ${facilityId} and p.kind = 'INVOICE' and (p.order_id = any(${[...refunded]}::bigint[])
    or p.shipment_id in (select s.id from shipment s where s.facility_id = ${facilityId} and s.status = 'VOIDED'))`;
  await sql`
    update quickbooks_push p set state = 'SKIPPED', problem = ${asProblem(say('books.takenBack'))}::jsonb
    where ${over} and (p.state = 'FAILED' and p.quickbooks_id is null
      or p.state = 'WAITING' and p.attempts = 0 and p.claimed_until is null)
  `.execute(unit.db);
  await sql`
    insert into quickbooks_push (facility_id, kind, order_id, shipment_id, bill, currency, total_minor)
    select p.facility_id, 'CREDIT_MEMO', p.order_id, p.shipment_id, p.bill, p.currency, p.total_minor
    from quickbooks_push p where ${over} and p.state = 'SENT' and p.quickbooks_id is not null order by p.id
    on conflict do nothing
  `.execute(unit.db);
}
