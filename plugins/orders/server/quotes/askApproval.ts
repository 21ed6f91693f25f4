import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { requestApproval } from '@sinter/sdk/contract/orders/approvals';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import { members, type CallContext } from '@sinter/sdk/server';
import { onOrder } from '../actions.ts';
import { moveOrder, ordersDb } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { requireVisible } from '../visibility.ts';
import { openQuote } from './open.ts';
import { requireOffered } from '../portal/allowed.ts';

/** Nobody has so many people who may accept quotes. */
const most = 1000;

/** Who of the own company may accept a quote. */
export async function approvers(context: CallContext, orderId: number): Promise<{ id: number; name: string }[]> {
  await requireVisible(context, orderId);
  const place = { facilityId: null, companyId: context.companyId };
  const team = await context.get(members).inTeam(context.db, place, 'OWN', most);
  return team
    .filter(({ enabled, accountEnabled }) => enabled && accountEnabled)
    .filter(({ rights }) => hasOrderRight(rights.memberRoles, 'accept'))
    .map(({ userId, firstName, lastName }) => ({ id: userId, name: `${firstName} ${lastName}`.trim() }));
}

export async function askApproval(
  context: CallContext,
  orderId: number,
  { eventId, quoteId, userIds, message }: CallArguments<typeof requestApproval>['body'],
): Promise<void> {
  await requireOffered(context, 'REQUEST_APPROVAL');
  const may = new Set((await approvers(context, orderId)).map(({ id }) => id));
  if (userIds.some((id) => !may.has(id))) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { userIds: say('mayNotAccept') } });
  }
  await onOrder(context, orderId, eventId, async (unit, order, cause) => {
    cause.reason = message.trim();
    await openQuote(unit, order, quoteId, 'REQUEST_APPROVAL');
    await ordersDb(unit)
      .insertInto('quote_approval')
      .values({
        quote_id: quoteId,
        asked_by: context.user.userId,
        asked_of: [...new Set(userIds)],
        message: message.trim(),
      })
      .execute();
    await moveOrder(unit, order, 'REQUEST_APPROVAL', cause);
  });
}
