import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type {
  listQuickbooksPushes,
  QuickbooksPush,
  readQuickbooksOrder,
  retryQuickbooks,
} from '@sinter/sdk/contract/integrations/quickbooksBooks';
import { orderSight } from '@sinter/sdk/contract/orders/orderSight';
import { isoTime, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { ownDb } from '../../tables.ts';
import { auditedAs, connectionOf, type ConnectionRow } from '../rows.ts';
import { problemSchema } from './problems.ts';
import { workNow } from './work.ts';

/** More are not counted. */
const countedTo = 1000;

/**
 * Invoices of orders that this person may open. Each looks up its own order, so that a list ends at its limit: joined, the
 * database reads the invoices of all orders first.
 */
const seenBy = (context: CallContext) => sql`quickbooks_push p
  cross join lateral (select * from (${context.get(orderSight).seen(context.user)}) seen where seen.id = p.order_id limit 1) o
  where p.facility_id = ${context.facilityId}`;

const fields = sql`p.id, p.kind, jsonb_build_object('id', o.id, 'title', coalesce(nullif(o.title, ''), '#' || o.id)) as "order",
  p.shipment_id as "shipmentId", o.customer, p.state, p.problem, p.currency, p.total_minor as total,
  case when p.state = 'WAITING' and p.problem is not null then ${isoTime('p.due_at')} end as "nextOn",
  p.tax_minor as tax, p.balance_minor as balance, p.number, p.realm_id as "realmId", p.quickbooks_id as "quickbooksId",
  ${isoTime('p.sent_at')} as "sentOn"`;

const rowSchema = z.object({
  id: z.number(),
  kind: z.enum(['INVOICE', 'CREDIT_MEMO']),
  order: z.object({ id: z.number(), title: z.string() }),
  shipmentId: z.number().nullable(),
  customer: z.string(),
  state: z.enum(['WAITING', 'SENT', 'FAILED', 'SKIPPED']),
  problem: problemSchema.nullable(),
  nextOn: z.string().nullable(),
  currency: z.string(),
  total: z.number(),
  tax: z.number().nullable(),
  balance: z.number().nullable(),
  number: z.string().nullable(),
  realmId: z.string().nullable(),
  quickbooksId: z.string().nullable(),
  sentOn: z.string().nullable(),
});

function toPush(row: unknown, connection: ConnectionRow | undefined): QuickbooksPush {
  const { currency, total, tax, balance, realmId, quickbooksId, ...rest } = rowSchema.parse(row);
  const money = (amount: number) => ({ amount, currency });
  const page = rest.kind === 'INVOICE' ? 'invoice' : 'creditmemo';
  const site = connection?.environment === 'SANDBOX' ? 'app.sandbox.qbo.intuit.com' : 'app.qbo.intuit.com';
  // Another company does not know it.
  const isThere = quickbooksId !== null && realmId === connection?.realm_id;
  return {
    ...{ ...rest, total: money(total), tax: tax === null ? null : money(tax) },
    balance: balance === null || rest.kind === 'CREDIT_MEMO' ? null : money(balance),
    url: isThere ? `https://${site}/app/${page}?txnId=${quickbooksId}` : null,
  };
}

export async function pushes(
  context: CallContext,
  { query: { state, page, size } }: CallArguments<typeof listQuickbooksPushes>,
): Promise<CallResult<typeof listQuickbooksPushes>> {
  const { db, facilityId } = context;
  const before = page * size;
  const most = Math.ceil((before + size) / countedTo) * countedTo;
  const wanted = state === 'ALL' ? sql`` : sql`and p.state = ${state}`;
  const [connection, { rows: found }, { rows: counted }] = await Promise.all([
    connectionOf(db, facilityId),
    sql<{ total: number; page: number[] }>`
      select count(*)::int as total,
        coalesce(array_agg(id order by id desc) filter (where place > ${before} and place <= ${before + size}), '{}') as page
      from (select p.id, row_number() over (order by p.id desc) as place from ${seenBy(context)} ${wanted}
        order by p.id desc limit ${most + 1}) found
    `.execute(db),
    sql<{ failed: number; waiting: number }>`
      select (select count(*)::int from (select from ${seenBy(context)} and p.state = 'FAILED' limit ${countedTo}) f) as failed,
        (select count(*)::int from (select from ${seenBy(context)} and p.state = 'WAITING' limit ${countedTo}) w) as waiting
    `.execute(db),
  ]);
  const { total, page: ids } = found[0] ?? { total: 0, page: [] };
  const { rows } =
    await sql`select ${fields} from ${seenBy(context)} and p.id = any(${ids}::bigint[]) order by p.id desc`.execute(db);
  const rests = connection?.rests_until ?? null;
  return {
    pushes: rows.map((row) => toPush(row, connection)),
    totalCount: Math.min(total, most),
    moreThanTotal: total > most,
    failed: counted[0]?.failed ?? 0,
    waiting: counted[0]?.waiting ?? 0,
    restsUntil: rests !== null && rests.getTime() > Date.now() ? rests.toISOString() : null,
    readOn: connection?.read_at?.toISOString() ?? null,
  };
}

export async function retry(
  context: CallContext,
  { body: { ids } }: CallArguments<typeof retryQuickbooks>,
): Promise<CallResult<typeof retryQuickbooks>> {
  const { facilityId } = context;
  const count = await context.write(async (unit) => {
    const { rows } = await sql`
      update quickbooks_push set state = 'WAITING', due_at = now(), attempts = 0, problem = null
      where state = 'FAILED' and id in (select p.id from ${seenBy(context)} and p.state = 'FAILED'
        ${ids ? sql`and p.id = any(${ids}::bigint[])` : sql``})
      returning id
    `.execute(unit.db);
    if (rows.length === 0) return 0;
    await workNow(unit, facilityId);
    await unit.audit({ action: 'quickbooks.retried', ...auditedAs(facilityId), after: { count: rows.length } });
    return rows.length;
  });
  return { count };
}

export async function ofOrder(
  context: CallContext,
  { params: { id } }: CallArguments<typeof readQuickbooksOrder>,
): Promise<CallResult<typeof readQuickbooksOrder>> {
  const { db, facilityId, user } = context;
  const { rows: seen } = await sql`select from (${context.get(orderSight).seen(user)}) o where o.id = ${id}`.execute(
    db,
  );
  if (seen.length === 0) throw new CallError('NOT_FOUND');
  const connection = await connectionOf(db, facilityId);
  const { rows } = await sql<{ payments: unknown }>`
    select ${fields}, coalesce((select jsonb_agg(jsonb_build_object('id', r.payment_id, 'on', r.paid_on,
        'amount', jsonb_build_object('amount', r.amount_minor, 'currency', p.currency)) order by r.paid_on, r.payment_id)
      from quickbooks_payment r where r.push_id = p.id), '[]'::jsonb) as payments
    from ${seenBy(context)} and p.order_id = ${id} order by p.id
  `.execute(db);
  const money = z.object({ amount: z.number(), currency: z.string() });
  const paymentsSchema = z.array(z.object({ id: z.string(), on: z.string(), amount: money }));
  return {
    invoices: rows.map((row) => ({ ...toPush(row, connection), payments: paymentsSchema.parse(row.payments) })),
  };
}

/** Something that was refused waits for a person. */
export async function hasFailed(db: CallContext['db'], facilityId: number): Promise<boolean> {
  const row = await ownDb(db)
    .selectFrom('quickbooks_push')
    .select('id')
    .where('facility_id', '=', facilityId)
    .where('state', '=', 'FAILED')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
