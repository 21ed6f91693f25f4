import type { Work } from '@sinter/sdk/server';
import { audience, factsOf, tell, type ToldOrder } from './tell.ts';

const day = 86_400_000;

export interface Due {
  order: ToldOrder;
  match: { id: number; facilityId: number };
  /** A quote that somebody has to accept, or one that the facility has to send. */
  what: 'ACCEPT' | 'QUOTE';
  at: Date;
  /** Since when the time runs: what is due within two days from then needs no reminder. */
  since: Date;
}

/** Tells once, a day before something is due. Answers when to come back; `null`: it was told, or is not going to be. */
export async function remind(unit: Work, { order, match, what, at, since }: Due, now: Date): Promise<Date | null> {
  if (at.getTime() - since.getTime() < 2 * day) return null;
  const remindAt = new Date(at.getTime() - day);
  if (remindAt > now) return remindAt;
  const facts = await factsOf(unit, order, match, { userId: null });
  const told =
    what === 'ACCEPT' ? ({ side: 'buyer', next: 'accept' } as const) : ({ side: 'provider', next: 'quote' } as const);
  await tell(unit, what === 'ACCEPT' ? 'quoteExpiring' : 'quoteDue', {
    order,
    by: facts.facility ?? '',
    key: `order ${order.id} match ${match.id} due ${at.toISOString()}`,
    doneBy: null,
    facilityId: facts.inName,
    to: audience(told, order, match, facts),
  });
  return null;
}
