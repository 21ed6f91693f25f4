import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { createDraft, saveRequest } from '@sinter/sdk/contract/orders/drafts';
import type { createOrder } from '@sinter/sdk/contract/orders/orders';
import type { CallContext, Work } from '@sinter/sdk/server';
import { followClock } from '../clock.ts';
import { tellChanged, hearers, lockOrder, ordersDb, refused, type LockedOrder } from '../lifecycle.ts';
import { frame } from '../requestForms/answers.ts';
import { keepTerms } from '../terms/terms.ts';
import { say } from '../texts.ts';
import { requireVisible } from '../visibility.ts';
import { isChangeable } from './changeable.ts';
import { requireFiles } from './files.ts';
import { begin, replace } from './rows.ts';
import { submit } from './submit.ts';

/** Creates the order, submits it, finds the facilities that can make every part, and sends it to them. */
export async function createAndSubmit(
  context: CallContext,
  { terms, ...asked }: CallArguments<typeof createOrder>['body'],
): Promise<number> {
  const { eventId } = asked;
  const request = { ...(await frame(context, asked, null)), eventId };
  await requireFiles(context, request);
  return context.write(async (unit) => {
    const { id, isNew } = await begin(context, unit, request);
    if (!isNew) return id;
    if (terms) await keepTerms(context, unit, id, terms);
    await submit(context, unit, await lockOrder(unit, id), 'SUBMIT', { userId: context.user.userId });
    await followClock(unit, await lockOrder(unit, id));
    return id;
  });
}

/** Begins an order that is sent later. */
export async function draft(context: CallContext, asked: CallArguments<typeof createDraft>['body']): Promise<number> {
  const { eventId } = asked;
  const request = { ...(await frame(context, asked, null)), eventId };
  await requireFiles(context, request);
  return context.write(async (unit) => {
    const { id, isNew } = await begin(context, unit, request);
    if (!isNew) return id;
    await unit.audit({ action: 'order.drafted', objectKind: 'RFQ', objectId: String(id), after: 'DRAFT' });
    await announce(unit, await lockOrder(unit, id));
    return id;
  });
}

/** Changes what is asked for, as long as nobody was asked. */
export async function save(
  context: CallContext,
  orderId: number,
  { version, ...asked }: CallArguments<typeof saveRequest>['body'],
): Promise<void> {
  await requireVisible(context, orderId);
  const request = await frame(context, asked, orderId);
  await requireFiles(context, request);
  await context.write(async (unit) => {
    const order = await lockOrder(unit, orderId);
    const isDraft = order.status === 'DRAFT';
    const present = await ordersDb(unit)
      .selectFrom('rfq_order')
      .select('version')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    if (!isChangeable(order.status, order.matches.length)) {
      const { details } = refused(order.status, 'CHANGE', []);
      throw new CallError('TRANSITION_REFUSED', say('alreadyAsked'), { from: details.from, event: details.event });
    }
    if (present.version !== version) throw new CallError('CHANGED', say('requestChanged'));
    await replace(unit, context, orderId, request);
    const changed = await lockOrder(unit, orderId);
    if (isDraft) return announce(unit, changed);
    await submit(context, unit, changed, 'CHANGE', { userId: context.user.userId });
    await followClock(unit, await lockOrder(unit, orderId));
  });
}

const announce = (unit: Work, order: LockedOrder) =>
  tellChanged(unit, order, order.status, hearers(order, order.matches));
