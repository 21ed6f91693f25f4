import type { JobContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { ownTransaction } from '../../tables.ts';
import { type Books, quoted } from './api.ts';
import { toMinor } from './money.ts';

const pageSize = 500;
/** Clocks differ, and what is changed in the same second may be shown later. */
const overlapMs = 5 * 60_000;

const linkedSchema = z.array(z.object({ TxnId: z.string(), TxnType: z.string() })).default([]);
const changed = z.object({ Id: z.string(), MetaData: z.object({ LastUpdatedTime: z.string() }) });
const invoiceSchema = changed.extend({ Balance: z.number().default(0), LinkedTxn: linkedSchema });
const paymentSchema = changed.extend({
  TxnDate: z.string(),
  Line: z.array(z.object({ Amount: z.number(), LinkedTxn: linkedSchema })).default([]),
});
type Invoice = z.output<typeof invoiceSchema>;
type Payment = z.output<typeof paymentSchema>;

/** One node asks at a time. Answers from when on changes are wanted; `null`: another asks already. */
export async function beginReading(context: JobContext, facilityId: number): Promise<Date | null> {
  const { rows } = await context.write(({ db }) =>
    sql<{ readTo: Date }>`
      update quickbooks_connection set reading_until = now() + interval '5 minutes'
      where facility_id = ${facilityId} and (reading_until is null or reading_until < now())
      returning coalesce(read_to, push_since, now()) as "readTo"
    `.execute(db),
  );
  return rows[0]?.readTo ?? null;
}

export const endReading = (context: JobContext, facilityId: number, readTo: Date | null): Promise<unknown> =>
  context.write(({ db }) =>
    sql`update quickbooks_connection set reading_until = null,
        read_to = coalesce(${readTo}::timestamptz, read_to),
        read_at = case when ${readTo}::timestamptz is null then read_at else now() end
      where facility_id = ${facilityId}`.execute(db),
  );

/**
 * What came in for our invoices since then: an invoice changes when a payment is put to it, taken from it or deleted, and names
 * those that it has. Each is written down once, whoever reads it again.
 */
export async function readPayments(context: JobContext, books: Books, facilityId: number, since: Date): Promise<Date> {
  const begun = new Date();
  const from = new Date(since.getTime() - overlapMs);
  const [invoices, payments] = [
    await changedSince(books, 'Invoice', from, invoiceSchema),
    await changedSince(books, 'Payment', from, paymentSchema),
  ];
  const touched = payments.flatMap(({ Line }) =>
    Line.flatMap(({ LinkedTxn }) => LinkedTxn.filter(({ TxnType }) => TxnType === 'Invoice').map(({ TxnId }) => TxnId)),
  );
  const ours = await ownInvoices(context, books, facilityId, [...invoices.map(({ Id }) => Id), ...touched]);
  const known = new Map(invoices.map((each) => [each.Id, each]));
  for (const each of await byId(
    books,
    'Invoice',
    [...ours.keys()].filter((id) => !known.has(id)),
    invoiceSchema,
  )) {
    known.set(each.Id, each);
  }
  const linked = [...ours.keys()].flatMap((id) => paymentsOf(known.get(id)));
  const paid = new Map(payments.map((each) => [each.Id, each]));
  for (const each of await byId(
    books,
    'Payment',
    linked.filter((id) => !paid.has(id)),
    paymentSchema,
  )) {
    paid.set(each.Id, each);
  }
  for (const [id, own] of ours) {
    const invoice = known.get(id);
    if (invoice) await keep(context, facilityId, own, invoice, paid);
  }
  return begun;
}

async function changedSince<Row extends z.ZodType>(
  books: Books,
  entity: string,
  from: Date,
  row: Row,
): Promise<z.output<Row>[]> {
  const found: z.output<Row>[] = [];
  for (;;) {
    const page = await books.query(
      entity,
      `where MetaData.LastUpdatedTime >= ${quoted(from.toISOString())} orderby MetaData.LastUpdatedTime startposition ${found.length + 1} maxresults ${pageSize}`,
      row,
    );
    found.push(...page);
    if (page.length < pageSize) return found;
  }
}

async function byId<Row extends z.ZodType>(books: Books, entity: string, ids: readonly string[], row: Row) {
  const found: z.output<Row>[] = [];
  const wanted = [...new Set(ids)];
  for (let at = 0; at < wanted.length; at += 100) {
    const some = wanted.slice(at, at + 100).map(quoted);
    found.push(...(await books.query(entity, `where Id in (${some.join(', ')}) maxresults 100`, row)));
  }
  return found;
}

const paymentsOf = (invoice: Invoice | undefined): string[] =>
  (invoice?.LinkedTxn ?? []).filter(({ TxnType }) => TxnType === 'Payment').map(({ TxnId }) => TxnId);

interface Own {
  pushId: number;
  orderId: number;
  currency: string;
}

async function ownInvoices(
  context: JobContext,
  { realmId }: Books,
  facilityId: number,
  ids: readonly string[],
): Promise<Map<string, Own>> {
  const { rows } = await sql<Own & { id: string }>`
    select quickbooks_id as id, id as "pushId", order_id as "orderId", currency from quickbooks_push
    where facility_id = ${facilityId} and realm_id = ${realmId} and kind = 'INVOICE'
      and quickbooks_id = any(${[...new Set(ids)]}::text[])
  `.execute(context.db);
  return new Map(rows.map(({ id, ...own }) => [id, own]));
}

async function keep(
  context: JobContext,
  facilityId: number,
  { pushId, orderId, currency }: Own,
  invoice: Invoice,
  paid: ReadonlyMap<string, Payment>,
): Promise<void> {
  const payments = paymentsOf(invoice).flatMap((id) => {
    const payment = paid.get(id);
    if (!payment) return [];
    const amounts = payment.Line.filter(({ LinkedTxn }) => LinkedTxn.some(({ TxnId }) => TxnId === invoice.Id));
    const amount = toMinor(
      amounts.reduce((sum, { Amount }) => sum + Amount, 0),
      currency,
    );
    return [{ payment_id: id, amount_minor: amount, paid_on: payment.TxnDate }];
  });
  await context.write(async (unit) => {
    const db = ownTransaction(unit.db);
    await db
      .updateTable('quickbooks_push')
      .set({ balance_minor: toMinor(invoice.Balance, currency) })
      .where('id', '=', pushId)
      .execute();
    const gone = db.deleteFrom('quickbooks_payment').where('push_id', '=', pushId);
    const ids = payments.map(({ payment_id }) => payment_id);
    await (ids.length > 0 ? gone.where('payment_id', 'not in', ids) : gone).execute();
    for (const payment of payments) {
      const fresh = await db
        .insertInto('quickbooks_payment')
        .values({ push_id: pushId, ...payment })
        .onConflict((conflict) => conflict.doNothing())
        .returning('payment_id')
        .executeTakeFirst();
      if (fresh) {
        await unit.audit({
          ...{ action: 'quickbooks.payment_received', objectKind: 'RFQ', objectId: String(orderId), facilityId },
          after: { payment: payment.payment_id, amount: payment.amount_minor, currency },
        });
      } else {
        await db
          .updateTable('quickbooks_payment')
          .set({ amount_minor: payment.amount_minor, paid_on: payment.paid_on })
          .where('push_id', '=', pushId)
          .where('payment_id', '=', payment.payment_id)
          .execute();
      }
    }
  });
}
