import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { issueLater } from './documents/issue.ts';
import type { AnyEvent } from './transitions.ts';

/** Events by which an agreed order is promised anew: from then on, the lead time of the accepted quote counts. */
const promises: readonly AnyEvent[] = ['ACCEPT_AWARD', 'ACCEPT_CLAIM'];
const ends: readonly AnyEvent[] = ['REFUSE_AWARD', 'AGREE_CANCEL'];

/** Keeps since when an order is agreed with a facility, and the day by which it promises that. */
export async function keepPromise(unit: Work, matchId: number, event: AnyEvent): Promise<void> {
  if (promises.includes(event)) {
    await sql`
      update rfq_match m set promised_at = now() + q.lead_time_days * interval '1 day'
      from quote q where m.id = ${matchId} and q.match_id = m.id and q.status = 'ACCEPTED'
    `.execute(unit.db);
  }
  if (ends.includes(event)) {
    await sql`update rfq_match set promised_at = null where id = ${matchId}`.execute(unit.db);
  }
  if (event === 'ACCEPT_AWARD' || event === 'ASK_AGAIN') {
    const at = event === 'ACCEPT_AWARD' ? sql`now()` : sql`null`;
    await sql`update rfq_match set agreed_at = ${at} where id = ${matchId}`.execute(unit.db);
  }
}

/** The time on hold is nobody's delay. */
export async function movePromises(unit: Work, orderId: number, milliseconds: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update rfq_match set promised_at = promised_at + ${milliseconds} * interval '1 millisecond'
    where order_id = ${orderId} and promised_at is not null returning id
  `.execute(unit.db);
  for (const { id } of rows) await issueLater(unit, id);
}
