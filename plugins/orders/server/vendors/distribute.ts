import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { distributeOrder } from '@sinter/sdk/contract/orders/vendors';
import { storedFiles, wrongField, type CallContext } from '@sinter/sdk/server';
import { onOrder } from '../actions.ts';

import { allowedOnOrder, factsOfOrder, refused, type LockedMatch } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { findTransition, matchTransitions, orderTransitions } from '../transitions.ts';
import { fits } from './fit.ts';
import { holdOpen, judgeOrder } from './judge.ts';
import { sendTo } from './send.ts';

/** It is out of the order, and may be asked again. */
export const isOut = (match: Pick<LockedMatch, 'status'>): boolean =>
  matchTransitions.some(({ event, from }) => event === 'ASK_AGAIN' && from.includes(match.status));

export function distribute(
  context: CallContext,
  orderId: number,
  { eventId, facilityIds }: CallArguments<typeof distributeOrder>['body'],
): Promise<void> {
  return onOrder(context, orderId, eventId, async (unit, order, cause) => {
    const facts = factsOfOrder(order);
    if (!findTransition(orderTransitions, 'SEND', order.status, facts)) {
      const statuses = order.matches.map(({ status }) => status);
      throw refused(order.status, 'SEND', allowedOnOrder(order.status, statuses, facts));
    }
    const wanted = new Set(facilityIds);
    const here = order.matches.filter((match) => wanted.has(match.facilityId) && !isOut(match));
    if (here.length > 0) throw new CallError('CONFLICT', say('askedAlready'));
    const able = await holdOpen(unit, (await judgeOrder(unit, order, facilityIds)).filter(fits));
    if (able.length < wanted.size) throw wrongField('facilityIds', say('cannotMakeIt'));
    await sendTo(unit, context.get(storedFiles), order, able, cause);
  });
}
