import { CallError } from '@sinter/sdk/contract';
import type { OrderEvent } from '@sinter/sdk/contract/orders/orders';
import type { Work } from '@sinter/sdk/server';
import { agreedMatch, ordersDb, refused, type LockedMatch, type LockedOrder } from '../lifecycle.ts';
import { say } from '../texts.ts';

/** The match of a quote that can be accepted now; throws why it cannot, in a sentence. */
export async function openQuote(
  unit: Work,
  order: LockedOrder,
  quoteId: number,
  event: OrderEvent,
): Promise<LockedMatch> {
  const quote = await ordersDb(unit)
    .selectFrom('quote')
    .select(['match_id', 'status', 'valid_until'])
    .where('id', '=', quoteId)
    .executeTakeFirst();
  const match = order.matches.find(({ id }) => id === quote?.match_id);
  // The quote of another order is as unknown as one that there never was.
  if (!quote || !match) throw new CallError('NOT_FOUND', say('quoteElsewhere', { order: String(order.id) }));
  const taken = agreedMatch(order);
  if (taken) throw new CallError('CONFLICT', say(taken.id === match.id ? 'quoteAccepted' : 'otherAccepted'));
  if (order.status === 'WITHDRAWN') throw refused(order.status, event, [], say('youWithdrew'));
  if (order.status === 'ON_HOLD') throw refused(order.status, event, ['RESUME'], say('orderHeld'));
  if (quote.status === 'WITHDRAWN') throw new CallError('CONFLICT', say('quoteWithdrawn'));
  if (quote.status === 'REJECTED') throw new CallError('CONFLICT', say('quoteRejected'));
  if (quote.status === 'REVISION_REQUESTED') throw new CallError('CONFLICT', say('quoteInRevision'));
  if (quote.status === 'EXPIRED' || quote.valid_until < new Date()) {
    throw new CallError('CONFLICT', say('quoteExpired'));
  }
  if (match.status === 'ON_HOLD') throw new CallError('CONFLICT', say('quoteHeld'));
  return match;
}
