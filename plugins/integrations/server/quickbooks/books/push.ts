import { CallError } from '@sinter/sdk/contract';
import type { Sentence } from '@sinter/sdk/contract/texts';
import type { JobContext } from '@sinter/sdk/server';
import { sql, type Selectable } from 'kysely';
import * as z from 'zod';
import { ownTransaction, type IntegrationTables } from '../../tables.ts';
import { say } from '../../texts.ts';
import { type Books, Fault, NoAnswer, quoted, Throttled } from './api.ts';
import { billSchema, isMarked, numberOf, toDocument, type Told } from './bill.ts';
import { toAmount, toMinor } from './money.ts';
import { asProblem, Blocked, sayFault } from './problems.ts';
import { type Company, forget, refsFor } from './refs.ts';

type Push = Selectable<IntegrationTables['quickbooks_push']>;

/** Whoever sends one has so long; then another may, with the same request. */
const claimMinutes = 5;
/** Minutes until it is sent again where nobody answers, for two days. */
const waits = [1, 5, 30, 120, 300, 600, 840, 1200];

/** The next one that is due, for nobody else. */
export async function claim(context: JobContext, facilityId: number): Promise<Push | undefined> {
  const { rows } = await context.write(({ db }) =>
    sql<Push>`
      update quickbooks_push set attempts = attempts + 1, claimed_until = now() + make_interval(mins => ${claimMinutes})
      where id = (select id from quickbooks_push where facility_id = ${facilityId} and state = 'WAITING' and due_at <= now()
          and (claimed_until is null or claimed_until < now())
        order by due_at, id limit 1 for update skip locked)
      returning *
    `.execute(db),
  );
  return rows[0];
}

const documentSchema = z.object({
  Id: z.string(),
  DocNumber: z.string().nullish(),
  TotalAmt: z.number(),
  Balance: z.number().nullish(),
  PrivateNote: z.string().nullish(),
  TxnTaxDetail: z.object({ TotalTax: z.number().nullish() }).nullish(),
});
type Document = z.output<typeof documentSchema>;
const entities = { INVOICE: 'Invoice', CREDIT_MEMO: 'CreditMemo' } as const;

/**
 * Sends one, and puts down what came of it. Throws Throttled, and CallError where the connection is over: then nothing else can
 * be sent either.
 */
export async function send(
  context: JobContext,
  books: Books,
  company: () => Promise<Company>,
  push: Push,
): Promise<void> {
  const bill = billSchema.parse(push.bill);
  const told: Told = { kind: push.kind, orderId: push.order_id, shipmentId: push.shipment_id, bill };
  const making = {
    ...{ services: context, books, place: { facilityId: push.facility_id, realmId: books.realmId } },
    attempt: `${push.request} ${push.version} ${push.due_at.toISOString()}`,
  };
  const asked = { answered: false };
  try {
    const document =
      push.quickbooks_id === null
        ? await make(books, push, asked, told, toDocument(told, await refsFor(making, await company(), bill)))
        : await reread(books, push);
    await sent(context, books, push, told, document);
  } catch (error) {
    if (error instanceof Throttled || error instanceof CallError) {
      await later(context, push, error instanceof Throttled ? error.until : new Date(), null, 1);
      throw error;
    }
    if (error instanceof Fault) {
      if (error.code === '610' || error.code === '2500') await forget(making, bill);
      return fail(context, push, sayFault(error, bill.day), asked.answered);
    }
    if (error instanceof Blocked) return fail(context, push, error.why, asked.answered);
    context.log.warn('an invoice did not reach Quickbooks', { push: push.id, error: String(error) });
    const minutes = waits[push.attempts - 1];
    if (minutes === undefined) return fail(context, push, say('books.gaveUp'), false);
    const why = error instanceof NoAnswer ? say('books.noAnswer') : say('books.strange');
    return later(context, push, new Date(Date.now() + minutes * 60_000), why, 0);
  }
}

const requestOf = ({ request, version }: Push): string => `${request}-${version}`;

/** `asked`: whether Quickbooks has refused this very request. */
async function make(
  books: Books,
  push: Push,
  asked: { answered: boolean },
  told: Told,
  body: unknown,
): Promise<Document> {
  const entity = entities[push.kind];
  try {
    const answer = await books.post(entity.toLowerCase(), body, requestOf(push));
    return z
      .record(z.string(), z.unknown())
      .transform((all) => documentSchema.parse(all[entity]))
      .parse(answer);
  } catch (error) {
    asked.answered = error instanceof Fault;
    if (!(error instanceof Fault) || error.code !== '6140') throw error;
    // The number is there: ours from before, or another's.
    const number = numberOf(told);
    const found = await books.query(entity, `where DocNumber = ${quoted(number)}`, documentSchema);
    const own = found.find(({ PrivateNote }) => isMarked(told, PrivateNote));
    if (!own) throw new Blocked(say('books.numberTaken', { number }));
    return own;
  }
}

async function reread(books: Books, push: Push): Promise<Document> {
  const entity = entities[push.kind];
  const answer = await books.get(`${entity.toLowerCase()}/${push.quickbooks_id}`);
  return z
    .record(z.string(), z.unknown())
    .transform((all) => documentSchema.parse(all[entity]))
    .parse(answer);
}

/** It is there. Where it comes to another amount, a person has to see to it. */
async function sent(context: JobContext, books: Books, push: Push, told: Told, document: Document): Promise<void> {
  const { currency, total_minor: total } = push;
  const { Id, DocNumber, TotalAmt, Balance, TxnTaxDetail } = document;
  const tax = toMinor(TxnTaxDetail?.TotalTax ?? 0, currency);
  const theirs = toMinor(TotalAmt, currency) - tax;
  const number = DocNumber ?? numberOf(told);
  const differs = theirs !== total;
  const shown = (minor: number) => `${toAmount(minor, currency)} ${currency}`;
  const problem = differs
    ? asProblem(say('books.differs', { number, theirs: shown(theirs), ours: shown(total) }))
    : null;
  await context.write(async (unit) => {
    await ownTransaction(unit.db)
      .updateTable('quickbooks_push')
      .set({
        ...{ state: differs ? 'FAILED' : 'SENT', problem, realm_id: books.realmId, quickbooks_id: Id, number },
        ...{ balance_minor: toMinor(Balance ?? TotalAmt, currency), tax_minor: tax, claimed_until: null },
        sent_at: push.sent_at ?? new Date(),
      })
      .where('id', '=', push.id)
      .execute();
    if (push.quickbooks_id !== null) return;
    await unit.audit({
      action: push.kind === 'INVOICE' ? 'quickbooks.invoice_sent' : 'quickbooks.credit_sent',
      ...{ objectKind: 'RFQ', objectId: String(push.order_id), facilityId: push.facility_id },
      after: { number, quickbooksId: Id, total, currency },
    });
  });
}

const setWaiting = (context: JobContext, push: Push, values: Record<string, unknown>) =>
  context.write((unit) =>
    ownTransaction(unit.db).updateTable('quickbooks_push').set(values).where('id', '=', push.id).execute(),
  );

/** `untried`: attempts that do not count. */
async function later(context: JobContext, push: Push, at: Date, why: Sentence | null, untried: number): Promise<void> {
  await setWaiting(context, push, {
    ...{ due_at: at, claimed_until: null, attempts: push.attempts - untried },
    problem: why && asProblem(why),
  });
}

/** `answered`: Quickbooks has refused this request, and is asked by another name next. */
async function fail(context: JobContext, push: Push, why: Sentence, answered: boolean): Promise<void> {
  await setWaiting(context, push, {
    ...{ state: 'FAILED', problem: asProblem(why), claimed_until: null, version: push.version + (answered ? 1 : 0) },
  });
}
