import { billing } from '@sinter/sdk/contract/orders/billing';
import type { Services, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { say } from '../../texts.ts';
import { billSchema, linesOwed, type Pieces, totalOf } from './bill.ts';
import { asProblem } from './problems.ts';
import { type Invoice, type Memo, takenBack } from './takenBack.ts';

/** `left`: pieces that have left and are not void, by order. */
type Left = (orderIds: readonly number[]) => Promise<ReadonlyMap<number, Pieces[]>>;

/** What was taken back, called off or paid back is credited once. An invoice that was never sent is not sent any more. */
export async function credit(
  context: Pick<Services, 'get'>,
  unit: Work,
  facilityId: number,
  left: Left,
): Promise<void> {
  const orders = context.get(billing);
  const refunded = await orders.refunded(unit.db, facilityId);
  const orderIds = await ordersBack(unit, facilityId, refunded, orders.calledOff(facilityId));
  if (orderIds.length === 0) return;
  const agreed = new Map((await orders.agreed(unit.db, facilityId, orderIds)).map((each) => [each.orderId, each]));
  const [told, gone, pieces] = [
    await toldOf(unit, facilityId, orderIds),
    await voidOf(unit, facilityId, orderIds),
    await left(orderIds),
  ];
  for (const orderId of orderIds) {
    const order = agreed.get(orderId);
    const own = told.filter((each) => each.orderId === orderId);
    const isPaidBack = refunded.includes(orderId) || (order?.calledOff === true && order.paidBy === 'CARD');
    const voided = gone.filter((each) => each.orderId === orderId).map(({ shipmentId }) => shipmentId);
    const invoices = own
      .filter(({ kind }) => kind === 'INVOICE')
      .map(({ bill, ...each }): Invoice => {
        const isVoid = each.shipmentId === null ? order?.calledOff === true : voided.includes(each.shipmentId);
        return { ...each, lines: bill.lines, over: isPaidBack || isVoid };
      });
    const memos = own
      .filter(({ kind }) => kind === 'CREDIT_MEMO')
      .map((each): Memo => ({ ...each, lines: each.bill.lines }));
    const owed = order && !isPaidBack ? linesOwed(order, pieces.get(orderId) ?? []) : [];
    const places = isPaidBack ? [...voided, ...invoices.map(({ shipmentId }) => shipmentId)] : voided;
    const { dropped, credits } = takenBack(invoices, memos, places, owed);
    await drop(unit, dropped);
    for (const memo of credits) await putDown(unit, facilityId, own[0]?.id ?? 0, memo);
  }
}

/** Orders of which something may have to be credited. */
async function ordersBack(
  unit: Work,
  facilityId: number,
  refunded: readonly number[],
  calledOff: ReturnType<typeof sql>,
): Promise<number[]> {
  const noMemo = (of: ReturnType<typeof sql>) => sql`not exists (select from quickbooks_push c
    where c.facility_id = ${facilityId} and c.kind = 'CREDIT_MEMO' and c.order_id = p.order_id and c.shipment_id ${of})`;
  const invoice = sql`p.facility_id = ${facilityId} and p.kind = 'INVOICE'`;
  const isTold = sql`exists (select from quickbooks_push i where i.facility_id = ${facilityId} and i.kind = 'INVOICE'
    and i.order_id = p.order_id and i.state <> 'SKIPPED')`;
  const { rows } = await sql<{ id: number }>`
    select p.order_id as id from (${calledOff}) o join quickbooks_push p on ${invoice} and p.order_id = o.order_id
    where p.shipment_id is null and p.state <> 'SKIPPED' and (${noMemo(sql`is null`)} or exists (
      select from shipment_line l join shipment s on s.id = l.shipment_id where l.order_id = p.order_id
        and s.facility_id = ${facilityId} and s.status = 'VOIDED' and s.shipped_at is not null and ${noMemo(sql`= s.id`)}))
    union
    select p.order_id from shipment s join quickbooks_push p on ${invoice} and p.shipment_id = s.id
    where s.facility_id = ${facilityId} and s.status = 'VOIDED' and ${noMemo(sql`= p.shipment_id`)} and ${isTold}
    union
    select p.order_id from quickbooks_push p
    where ${invoice} and p.order_id = any(${[...refunded]}::bigint[])
      and ${noMemo(sql`is not distinct from p.shipment_id`)} and ${isTold}
    order by 1
  `.execute(unit.db);
  return rows.map(({ id }) => id);
}

const toldSchema = z.array(
  z.object({
    id: z.number(),
    orderId: z.number(),
    kind: z.enum(['INVOICE', 'CREDIT_MEMO']),
    shipmentId: z.number().nullable(),
    bill: billSchema,
    state: z.enum(['SENT', 'UNSENT', 'OPEN', 'SKIPPED']),
  }),
);

/** What Quickbooks was told, or is to be told, of these orders. What nobody answered for days may be there. */
async function toldOf(unit: Work, facilityId: number, orderIds: readonly number[]) {
  const { rows } = await sql`
    select p.id, p.order_id as "orderId", p.kind, p.shipment_id as "shipmentId", p.bill, case
      when p.state = 'SKIPPED' then 'SKIPPED'
      when p.state = 'SENT' and p.quickbooks_id is not null then 'SENT'
      when p.quickbooks_id is null and (p.state = 'WAITING' and p.attempts = 0 and p.claimed_until is null
        or p.state = 'FAILED' and coalesce(p.problem #>> '{said,key}', '') <> 'integrations.books.gaveUp') then 'UNSENT'
      else 'OPEN' end as state
    from quickbooks_push p where p.facility_id = ${facilityId} and p.order_id = any(${[...orderIds]}::bigint[]) order by p.id
  `.execute(unit.db);
  return toldSchema.parse(rows);
}

/** Shipments of these orders that had left, and are void. */
async function voidOf(unit: Work, facilityId: number, orderIds: readonly number[]) {
  const { rows } = await sql<{ orderId: number; shipmentId: number }>`
    select distinct l.order_id as "orderId", s.id as "shipmentId" from shipment_line l join shipment s on s.id = l.shipment_id
    where l.order_id = any(${[...orderIds]}::bigint[]) and s.facility_id = ${facilityId} and s.status = 'VOIDED'
      and s.shipped_at is not null order by 2
  `.execute(unit.db);
  return rows;
}

const drop = (unit: Work, ids: readonly number[]) =>
  sql`update quickbooks_push set state = 'SKIPPED', problem = ${asProblem(say('books.takenBack'))}::jsonb
    where id = any(${[...ids]}::bigint[])`.execute(unit.db);

/** `like`: something of the same order. It is of today, and not of a month whose books may be closed. */
async function putDown(unit: Work, facilityId: number, like: number, { shipmentId, lines }: Memo): Promise<void> {
  await sql`
    insert into quickbooks_push (facility_id, kind, order_id, shipment_id, bill, currency, total_minor)
    select p.facility_id, 'CREDIT_MEMO', p.order_id, ${shipmentId}::bigint, p.bill || jsonb_build_object(
        'lines', ${JSON.stringify(lines)}::jsonb, 'day', to_char(now() at time zone f.time_zone, 'YYYY-MM-DD')),
      p.currency, ${totalOf(lines)}
    from quickbooks_push p join facility f on f.id = p.facility_id where p.id = ${like} and f.id = ${facilityId}
  `.execute(unit.db);
}
