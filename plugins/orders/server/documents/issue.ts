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

const says: readonly AnyEvent[] = ['SUBMIT_QUOTE', 'ACCEPT_AWARD', 'ACCEPT_CLAIM'];

export async function issueAfter(unit: Work, matchId: number, event: AnyEvent): Promise<void> {
  if (says.includes(event)) await issueLater(unit, matchId);
}

export async function issueLater(unit: Work, matchId: number): Promise<void> {
  await unit.enqueue(issueJob, { matchId }, { key: `documents ${matchId}` });
}

/** What follows from an agreement is issued again where it says something else now, such as another day. */
export const onIssue = async (context: JobContext, { matchId }: { matchId: number }): Promise<void> => {
  for (const paper of await papersOf(context, [matchId])) await issue(context, paper, true);
};

/** For a reader: what was issued stays as it is. */
export async function issueMissing(services: Issuing, paper: Paper): Promise<void> {
  if ((await due(services, paper, false)).length > 0) await issue(services, paper, false);
}

export const subjectOf = (type: OrderDocumentType, matchId: number): DocumentSubject => ({
  type,
  of: 'match',
  id: matchId,
});

type Issuing = Pick<Services, 'db' | 'write' | 'get'>;

async function issue(services: Issuing, paper: Paper, again: boolean): Promise<void> {
  await services.write(async (unit) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`documents ${paper.matchId}`}, 15))`.execute(unit.db);
    for (const { type, quote } of await due({ db: unit.db, get: services.get }, paper, again)) {
      const subject = subjectOf(type, paper.matchId);
      await services
        .get(documents)
        .issue(unit, subject, paper.facility.id, (words) => modelOf(type, paper, quote, words));
    }
  });
}

/** A facility's first quote is version 1, each that takes its place the next. */
async function due(
  { db, get }: Pick<Services, 'db' | 'get'>,
  paper: Paper,
  again: boolean,
): Promise<{ type: OrderDocumentType; quote: PaperQuote }[]> {
  const issued = async (type: OrderDocumentType): Promise<number> =>
    (await get(documents).issued(db, subjectOf(type, paper.matchId))).length;
  const quotes = paper.quotes.slice(await issued('quote')).map((quote) => ({ type: 'quote' as const, quote }));
  const agreed = agreedQuote(paper);
  if (!agreed) return quotes;
  const following = (['confirmation', 'invoice-draft'] as const).map(async (type) =>
    again || (await issued(type)) === 0 ? [{ type, quote: agreed }] : [],
  );
  return [...quotes, ...(await Promise.all(following)).flat()];
}
