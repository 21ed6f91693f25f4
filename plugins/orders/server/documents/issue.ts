import type { OrderDocumentType } from '@sinter/sdk/contract/orders/documents';
import {
  defineJob,
  documents,
  type DocumentSubject,
  type JobContext,
  type Services,
  type Work,
} from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import type { AnyEvent } from '../transitions.ts';
import { modelOf } from './models.ts';
import { agreedQuote, type Paper, papersOf, type PaperQuote } from './papers.ts';

/** Puts down what the papers of an order say as soon as there is something to say. */
export const issueJob = defineJob({
  name: 'orders.issue_documents',
  payload: z.object({ matchId: z.number().int() }),
  lane: 'light',
  maxAttempts: 5,
});

const says: readonly AnyEvent[] = ['SUBMIT_QUOTE', 'ACCEPT_AWARD'];

export async function issueLater(unit: Work, matchId: number, event: AnyEvent): Promise<void> {
  if (says.includes(event)) await unit.enqueue(issueJob, { matchId }, { key: `documents ${matchId}` });
}

export const onIssue = async (context: JobContext, { matchId }: { matchId: number }): Promise<void> => {
  for (const paper of await papersOf(context, [matchId])) await issueMissing(context, paper);
};

export const subjectOf = (type: OrderDocumentType, matchId: number): DocumentSubject => ({
  type,
  of: 'match',
  id: matchId,
});

/** A facility's first quote is version 1, each that takes its place the next; what follows from an agreement is issued once. */
export async function issueMissing(services: Pick<Services, 'db' | 'write' | 'get'>, paper: Paper): Promise<void> {
  if ((await missing(services, paper)).length === 0) return;
  await services.write(async (unit) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`documents ${paper.matchId}`}, 15))`.execute(unit.db);
    for (const { type, quote } of await missing({ db: unit.db, get: services.get }, paper)) {
      const subject = subjectOf(type, paper.matchId);
      await services
        .get(documents)
        .issue(unit, subject, paper.facility.id, (words) => modelOf(type, paper, quote, words));
    }
  });
}

async function missing(
  { db, get }: Pick<Services, 'db' | 'get'>,
  paper: Paper,
): Promise<{ type: OrderDocumentType; quote: PaperQuote }[]> {
  const issued = async (type: OrderDocumentType): Promise<number> =>
    (await get(documents).issued(db, subjectOf(type, paper.matchId))).length;
  const quotes = paper.quotes.slice(await issued('quote')).map((quote) => ({ type: 'quote' as const, quote }));
  const agreed = agreedQuote(paper);
  if (!agreed) return quotes;
  const following = (['confirmation', 'invoice-draft'] as const).map(async (type) =>
    (await issued(type)) === 0 ? [{ type, quote: agreed }] : [],
  );
  return [...quotes, ...(await Promise.all(following)).flat()];
}
