import { defineJob, type Services, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { completeAt, factsOf, isDelivered } from './facts.ts';
import { agreedMatch, lockOrder, moveMatch, moveOrder, ordersDb, type Cause, type LockedOrder } from './lifecycle.ts';
import { closeQuote, matchedAgainWhenNobodyIsLeft } from './matches.ts';
import { remind } from './notices/remind.ts';
import { movePromises } from './promise.ts';
import { paymentsDue } from './payment/ended.ts';
import { findTransition, matchTransitions } from './transitions.ts';

/** Runs when something about an order is due: a quote, the end of a quote's validity, the end of the time to claim. */
export const clockJob = defineJob({
  name: 'orders.clock',
  payload: z.object({ orderId: z.number().int() }),
  lane: 'light',
  maxAttempts: 25,
});

/** Does what is due, and asks to be called again for the next. An order on hold waits until it goes on. */
export async function followClock(unit: Work, order: LockedOrder): Promise<void> {
  if (order.status === 'ON_HOLD') return;
  const now = new Date();
  const later = [
    ...(await timeOut(unit, order, now)),
    ...(await paymentsDue(unit, order, now)),
    ...(await completeInTime(unit, order, now)),
  ];
  if (later.length === 0) return;
  const runAt = new Date(Math.min(...later.map((at) => at.getTime())));
  await unit.enqueue(clockJob, { orderId: order.id }, { key: `order ${order.id}`, runAt });
}

/** Facilities that did not quote in time, and quotes that were not accepted in time, are out. Answers when others will be. */
async function timeOut(unit: Work, order: LockedOrder, now: Date): Promise<Date[]> {
  if (order.status !== 'DISTRIBUTED') return [];
  const quotes = await ordersDb(unit)
    .selectFrom('quote')
    .innerJoin('rfq_match', 'rfq_match.id', 'quote.match_id')
    .select(['quote.match_id', 'quote.valid_until', 'quote.created_at'])
    .where('rfq_match.order_id', '=', order.id)
    .where('quote.status', '=', 'SUBMITTED')
    .execute();
  const openQuotes = new Map(quotes.map((quote) => [quote.match_id, quote]));
  const later: Date[] = [];
  const cause: Cause = { userId: null };
  for (const match of order.matches) {
    if (!findTransition(matchTransitions, 'TIME_OUT', match.status, factsOf(match))) continue;
    const quote = match.status === 'BID_SUBMITTED' ? openQuotes.get(match.id) : undefined;
    const due = match.status === 'BID_SUBMITTED' ? quote?.valid_until : order.quoteDueAt;
    if (!due) continue;
    if (due > now) {
      const what = quote ? 'ACCEPT' : 'QUOTE';
      const since = quote?.created_at ?? match.createdAt;
      later.push((await remind(unit, { order, match, what, at: due, since }, now)) ?? due);
      continue;
    }
    await moveMatch(unit, order, match, 'TIME_OUT', cause);
    await closeQuote(unit, match.id, 'SUBMITTED', 'EXPIRED');
  }
  await matchedAgainWhenNobodyIsLeft(unit, order, cause);
  return later;
}

/** An order that arrived is complete when the time to report a problem is over and none is open. */
async function completeInTime(unit: Work, order: LockedOrder, now: Date): Promise<Date[]> {
  const match = agreedMatch(order);
  if (!isDelivered(order.status) || !match?.deliveredAt || match.claim) return [];
  const due = completeAt(match.deliveredAt);
  if (due > now) return [due];
  await completeOrder(unit, order, { userId: null });
  return [];
}

/** Both sides of an order that arrived are over. */
export async function completeOrder(unit: Work, order: LockedOrder, cause: Cause): Promise<void> {
  const match = agreedMatch(order);
  await moveOrder(unit, order, 'COMPLETE', cause);
  if (match) await moveMatch(unit, order, match, 'COMPLETE', cause);
}

/** Works however late it is called, and however often. */
export async function onClock(services: Services, { orderId }: z.output<typeof clockJob.payload>): Promise<void> {
  await services.write(async (unit) => followClock(unit, await lockOrder(unit, orderId)));
}

/** The time on hold counts for nobody: what was due moves by it. */
export async function catchUp(unit: Work, order: LockedOrder): Promise<void> {
  const db = ordersDb(unit);
  const held = await db
    .selectFrom('order_history')
    .select('created_at')
    .where('order_id', '=', order.id)
    .where('match_id', 'is', null)
    .where('event', '=', 'HOLD')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!held) return;
  const missed = Date.now() - held.created_at.getTime();
  if (order.quoteDueAt) {
    order.quoteDueAt = new Date(order.quoteDueAt.getTime() + missed);
    await db.updateTable('rfq_order').set({ quote_due_at: order.quoteDueAt }).where('id', '=', order.id).execute();
  }
  await movePromises(unit, order.id, missed);
  const matchIds = order.matches.map(({ id }) => id);
  await sql`
    update quote set valid_until = valid_until + ${missed} * interval '1 millisecond'
    where status = 'SUBMITTED' and match_id = any(${matchIds}::bigint[])
  `.execute(db);
}
