import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { reasonNeeded, type fireOrderEvent } from '@sinter/sdk/contract/orders/orders';
import { requireGates } from '@sinter/sdk/contract/production/askGates';
import type { Gate } from '@sinter/sdk/contract/production/gates';
import { storedFiles, type CallContext, type StoredFiles, type Work } from '@sinter/sdk/server';
import { catchUp, completeOrder, followClock } from './clock.ts';
import { attachToClaim } from './claims.ts';
import { factsOf } from './facts.ts';
import {
  agreedMatch,
  allowedOnMatch,
  allowedOnOrder,
  alreadyDone,
  factsOfOrder,
  isAgreed,
  keepFacts,
  knownStatus,
  lockOrder,
  moveMatch,
  moveOrder,
  ordersDb,
  refused,
  type Cause,
  type LockedMatch,
  type LockedOrder,
} from './lifecycle.ts';
import { letInWaiting } from './nda/letIn.ts';
import { closeQuote, loseOthers, matchedAgainWhenNobodyIsLeft, reopenLosers } from './matches.ts';
import { refundMatch } from './payment/refunds.ts';
import { makeAgain, requirePieces } from './pieces.ts';
import { oweAgain, parcelsArrive, shipRest } from './shipments/follow.ts';
import { submit } from './request/submit.ts';
import { refuseApproval } from './quotes/approvals.ts';
import { keepWish } from './quotes/wish.ts';
import { makeAsAgreed } from './quotes/choose.ts';
import { prepareAttach } from './quotes/files.ts';
import { mayDo } from './rights.ts';
import { findTransition, orderTransitions } from './transitions.ts';
import { requireVisible } from './visibility.ts';
import { requireAllowed } from './portal/allowed.ts';
import { portalAllows } from './portal/row.ts';
import { say } from './texts.ts';

type Fire = CallArguments<typeof fireOrderEvent>['body'];

export async function onOrder(
  context: CallContext,
  orderId: number,
  eventId: string,
  act: (unit: Work, order: LockedOrder, cause: Cause) => Promise<void>,
): Promise<void> {
  await requireVisible(context, orderId);
  await context.write(async (unit) => {
    const order = await lockOrder(unit, orderId);
    if (await alreadyDone(unit, orderId, eventId)) return;
    await act(unit, order, { ...actor(context), eventId });
    await followClock(unit, await lockOrder(unit, orderId));
  });
}

/** Who acts, and for which facility. */
export const actor = ({ user }: CallContext): Pick<Cause, 'userId' | 'facilityId'> => ({
  userId: user.userId,
  facilityId: user.role === 'ROLE_SERVICE_PROVIDER' ? user.facilityId : null,
});

export const ownMatch = (context: CallContext, order: LockedOrder): LockedMatch | null =>
  context.user.role === 'ROLE_SERVICE_PROVIDER'
    ? (order.matches.find((match) => match.facilityId === context.user.facilityId) ?? null)
    : null;

export async function fireEvent(context: CallContext, orderId: number, fire: Fire): Promise<void> {
  const { event, eventId } = fire;
  const photos = event === 'CLAIM' ? fire.fileIds : [];
  await requireVisible(context, orderId);
  await prepareAttach(context, orderId, photos);
  return onOrder(context, orderId, eventId, (unit, order, cause) => fireOn(context, unit, order, fire, cause));
}

/** The same in somebody's transaction, who has prepared the files: once for each `eventId`. */
export async function fireIn(context: CallContext, unit: Work, orderId: number, fire: Fire): Promise<void> {
  const order = await lockOrder(unit, orderId);
  if (await alreadyDone(unit, orderId, fire.eventId)) return;
  await fireOn(context, unit, order, fire, { ...actor(context), eventId: fire.eventId });
  await followClock(unit, await lockOrder(unit, orderId));
}

async function fireOn(context: CallContext, unit: Work, order: LockedOrder, fire: Fire, cause: Cause): Promise<void> {
  const { event } = fire;
  const reason = fire.reason.trim();
  cause.reason = reason;
  const match = ownMatch(context, order);
  if (!mayDo(context.user, event)) throw new CallError('FORBIDDEN');
  const possible = match
    ? allowedOnMatch(match.status, factsOf(match))
    : allowedOnOrder(
        order.status,
        order.matches.map(({ status }) => status),
        factsOfOrder(order),
      );
  const allowed = possible.filter(
    (each) => mayDo(context.user, each) && (match !== null || portalAllows(order.portal, each)),
  );
  if (!match) requireAllowed(order.portal, event);
  if (!allowed.includes(event)) throw refused(match?.status ?? knownStatus(order, cause), event, allowed);
  if (reason === '' && reasonNeeded.includes(event)) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { reason: say('reasonMissing') } });
  }
  if (event === 'SUBMIT') await submit(context, unit, order, event, cause);
  else if (match) {
    const gate = gateOf[event];
    if (gate) await requireGates(context, unit, match.facilityId, { gate, subjectId: order.id });
    await providerEvent(unit, order, match, fire, cause);
  } else await buyerEvent(unit, context.get(storedFiles), order, fire, cause);
  await attachToClaim(context, unit, order, event === 'CLAIM' ? fire.fileIds : []);
}

/** What a facility may ask its own people before it happens. */
const gateOf: Partial<Record<Fire['event'], Gate>> = { ACCEPT_AWARD: 'REVIEW', SHIP: 'SHIP' };

async function providerEvent(
  unit: Work,
  order: LockedOrder,
  match: LockedMatch,
  { event, parts }: Fire,
  cause: Cause,
): Promise<void> {
  const follows = isAgreed(match) && follow(order, event);
  const shippedBy = cause.reason;
  await moveMatch(unit, order, match, event, cause);
  if (follows) await moveOrder(unit, order, event, cause);
  switch (event) {
    case 'WITHDRAW_QUOTE':
      return closeQuote(unit, match.id, 'SUBMITTED', 'WITHDRAWN');
    case 'ACCEPT_AWARD':
      await makeAsAgreed(unit, match.id);
      return loseOthers(unit, order, match, cause);
    case 'REFUSE_AWARD':
      await refundMatch(unit, match.id, 'REFUSED');
      await closeQuote(unit, match.id, 'ACCEPTED', 'REJECTED');
      await keepFacts(unit, match, { cancellation: null });
      await reopenLosers(unit, order, cause);
      return matchedAgainWhenNobodyIsLeft(unit, order, cause);
    case 'DECLINE':
      return matchedAgainWhenNobodyIsLeft(unit, order, cause);
    case 'AGREE_CANCEL':
      await refundMatch(unit, match.id, 'AGREED_CANCEL');
      await closeQuote(unit, match.id, 'ACCEPTED', 'REJECTED');
      await keepFacts(unit, match, { cancellation: null });
      return loseOthers(unit, order, null, cause);
    case 'REFUSE_CANCEL':
      return keepFacts(unit, match, { cancellation: null });
    case 'SHIP':
      return shipRest(unit, order, match, { ...cause, reason: shippedBy });
    case 'REPORT_DELIVERY':
      await parcelsArrive(unit, order, match, cause);
      return keepFacts(unit, match, { deliveredAt: new Date() });
    case 'REMAKE':
      return makeAgain(unit, order.id, parts);
    case 'ACCEPT_CLAIM':
      await makeAgain(unit, order.id, parts);
      await oweAgain(unit, parts);
      return keepFacts(unit, match, { claim: null, deliveredAt: null });
    case 'REFUSE_CLAIM':
      return keepFacts(unit, match, { claim: null });
    case 'RESUME':
      if (follows) await catchUp(unit, order);
      return follows ? undefined : loseIfOver(unit, order, match, cause);
    case 'RESTORE':
      return follows ? undefined : loseIfOver(unit, order, match, cause);
    default:
      return undefined;
  }
}

/** The problem that the buyer has reported is right: these pieces are made once more. */
export const acceptClaim = (
  unit: Work,
  order: LockedOrder,
  match: LockedMatch,
  parts: Fire['parts'],
  cause: Cause,
): Promise<void> =>
  providerEvent(unit, order, match, { eventId: '', event: 'ACCEPT_CLAIM', reason: '', parts, fileIds: [] }, cause);

/** A facility that comes back to an order which another has got, or which was withdrawn, has lost it meanwhile. */
async function loseIfOver(unit: Work, order: LockedOrder, match: LockedMatch, cause: Cause): Promise<void> {
  const other = agreedMatch(order);
  const over =
    order.status === 'WITHDRAWN' || (other !== null && other.id !== match.id && other.status !== 'BID_APPROVED');
  if (over) await loseOthers(unit, order, other, cause);
}

/** Whether what happens to the agreed match happens to the order, which a facility also holds and resumes. */
function follow(order: LockedOrder, event: Fire['event']): boolean {
  const row = findTransition(orderTransitions, event, order.status, factsOf(agreedMatch(order)));
  return row?.by === 'system' || (row !== null && (event === 'HOLD' || event === 'RESUME'));
}

async function buyerEvent(unit: Work, files: StoredFiles, order: LockedOrder, fire: Fire, cause: Cause): Promise<void> {
  const { event, parts, fileIds } = fire;
  if (event === 'REFUSE_APPROVAL') return refuseApproval(unit, order, fire.quoteId, cause);
  if (event === 'REJECT_QUOTE' || event === 'REQUEST_REVISION') return answerQuotes(unit, order, fire, cause);
  if (event === 'CANCEL_PAYMENT') return cancelPayment(unit, order, cause);
  if (event === 'COMPLETE') return completeOrder(unit, order, cause);
  await moveOrder(unit, order, event, cause);
  const agreed = agreedMatch(order);
  const at = new Date();
  const reason = cause.reason ?? '';
  switch (event) {
    case 'RESUME':
      await catchUp(unit, order);
      await cascade(unit, order, event, cause);
      return order.status === 'DISTRIBUTED' ? letInWaiting(unit, files, order, { userId: null }) : undefined;
    case 'HOLD':
      return cascade(unit, order, event, cause);
    case 'WITHDRAW':
      return loseOthers(unit, order, null, cause);
    case 'ASK_CANCEL':
      return agreed ? keepFacts(unit, agreed, { cancellation: { at: at.toISOString(), reason } }) : undefined;
    case 'CONFIRM_RECEIPT':
      if (agreed) await parcelsArrive(unit, order, agreed, cause);
      return agreed ? keepFacts(unit, agreed, { deliveredAt: at }) : undefined;
    case 'CLAIM':
      await requirePieces(unit, order.id, parts);
      // What its facility has put away comes back to be answered.
      if (agreed?.status === 'ARCHIVED') await moveMatch(unit, order, agreed, 'RESTORE', cause);
      return agreed ? keepFacts(unit, agreed, { claim: { at: at.toISOString(), reason, parts, fileIds } }) : undefined;
    default:
      return undefined;
  }
}

async function cancelPayment(unit: Work, order: LockedOrder, cause: Cause): Promise<void> {
  for (const match of order.matches) {
    if (match.status === 'PAYMENT_WAITING') await moveMatch(unit, order, match, 'CANCEL_PAYMENT', cause);
  }
}

async function cascade(unit: Work, order: LockedOrder, event: 'HOLD' | 'RESUME', cause: Cause): Promise<void> {
  for (const match of order.matches) {
    if (allowedOnMatch(match.status, factsOf(match)).includes(event)) await moveMatch(unit, order, match, event, cause);
  }
}

/** Rejects, or asks for changes of, the quote that is named; all open ones when none is. */
async function answerQuotes(unit: Work, order: LockedOrder, fire: Fire, cause: Cause): Promise<void> {
  const { event, quoteId } = fire;
  const open = await ordersDb(unit)
    .selectFrom('quote')
    .select(['id', 'match_id', 'currency'])
    .where('status', '=', 'SUBMITTED')
    .where(
      'match_id',
      'in',
      order.matches.filter(({ status }) => status === 'BID_SUBMITTED').map(({ id }) => id),
    )
    .execute();
  const chosen = open.filter(({ id }) => quoteId === undefined || id === quoteId);
  if (chosen.length === 0) throw new CallError('CONFLICT', say('quoteClosed'));
  if (event === 'REQUEST_REVISION') await keepWish(unit, order, chosen, fire);
  for (const match of order.matches) {
    if (!chosen.some((quote) => quote.match_id === match.id)) continue;
    await moveMatch(unit, order, match, event, cause);
    await closeQuote(unit, match.id, 'SUBMITTED', event === 'REJECT_QUOTE' ? 'REJECTED' : 'REVISION_REQUESTED');
  }
  await matchedAgainWhenNobodyIsLeft(unit, order, cause);
}
