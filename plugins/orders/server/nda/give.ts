import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { answerNda, uploadNda } from '@sinter/sdk/contract/orders/nda';
import { storedFiles, type CallContext } from '@sinter/sdk/server';
import { onOrder, ownMatch } from '../actions.ts';
import { moveMatch, ordersDb } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { latestNda } from './agreements.ts';
import { letIn, ndaJob } from './letIn.ts';
import { requireOwn } from './requireOwn.ts';

/** What a facility signed waits for the buyer's legal side, on this order and on every other of the company that asks for it. */
export async function giveNda(
  context: CallContext,
  orderId: number,
  { eventId, fileId }: CallArguments<typeof uploadNda>['body'],
): Promise<void> {
  await requireOwn(context, fileId);
  return onOrder(context, orderId, eventId, async (unit, order, cause) => {
    const match = ownMatch(context, order);
    if (!match) throw new CallError('NOT_FOUND');
    const pair = { companyId: order.companyId, facilityId: match.facilityId };
    await moveMatch(unit, order, match, 'UPLOAD_NDA', cause);
    await ordersDb(unit)
      .insertInto('nda_agreement')
      .values({
        ...{ company_id: pair.companyId, facility_id: pair.facilityId, order_id: order.id },
        ...{ file_id: fileId, uploaded_by: context.user.userId },
      })
      .execute();
    await unit.enqueue(ndaJob, pair);
  });
}

export function decideNda(
  context: CallContext,
  orderId: number,
  { eventId, ndaId, approve, reason, validUntil }: CallArguments<typeof answerNda>['body'],
): Promise<void> {
  const why = reason.trim();
  if (!approve && why === '')
    throw new CallError('INVALID_INPUT', undefined, { fields: { reason: say('reasonMissing') } });
  const until = validUntil === null ? null : new Date(validUntil);
  if (until && until < new Date()) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { validUntil: say('ndaEnded') } });
  }
  return onOrder(context, orderId, eventId, async (unit, order, cause) => {
    const { facility_id: facilityId } =
      (await ordersDb(unit)
        .selectFrom('nda_agreement')
        .select('facility_id')
        .where('id', '=', ndaId)
        .where('company_id', '=', order.companyId)
        .executeTakeFirst()) ?? {};
    const match = order.matches.find((each) => each.facilityId === facilityId);
    if (!match) throw new CallError('NOT_FOUND');
    cause.reason = why;
    await moveMatch(unit, order, match, approve ? 'APPROVE_NDA' : 'REJECT_NDA', cause);
    const latest = await latestNda(unit, order.companyId, match.facilityId);
    if (latest?.id !== ndaId) throw new CallError('CONFLICT', say('ndaReplaced'));
    const { numUpdatedRows } = await ordersDb(unit)
      .updateTable('nda_agreement')
      .set({
        ...{ status: approve ? 'APPROVED' : 'REJECTED', reason: why },
        ...{ decided_by: context.user.userId, decided_at: new Date(), valid_until: approve ? until : null },
      })
      .where('id', '=', ndaId)
      .where('status', '=', 'PENDING')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new CallError('CONFLICT', say('ndaAnswered'));
    await letIn(unit, context.get(storedFiles), order, match, { userId: null });
    await unit.enqueue(ndaJob, { companyId: order.companyId, facilityId: match.facilityId });
  });
}
