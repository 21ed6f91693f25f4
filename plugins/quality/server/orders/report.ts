import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import type { reportIssue } from '@sinter/sdk/contract/quality/orderNcrs';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { prepare } from '../ncr/files.ts';
import { raisedBefore, insert } from '../ncr/raise.ts';
import { tellReported } from '../ncr/notices.ts';
import { qualitySettings } from '../settings.ts';
import { say } from '../texts.ts';
import { isReportable, makerOf } from './customer.ts';
import { requireOrder } from './ofOrder.ts';

const longestTitle = 120;

/** A customer tells the facility of a problem: a non-conformance there, and after shipping the claim of the order besides. */
export async function report(
  context: CallContext,
  { params: { orderId }, body }: CallArguments<typeof reportIssue>,
): Promise<CallReply<typeof reportIssue>> {
  await requireOrder(context, orderId);
  const { user } = context;
  await prepare(context, body.fileIds, 'fileIds', orderId);
  return context.write(async (unit) => {
    const maker = await makerOf({ get: (token) => context.get(token), db: unit.db }, orderId);
    if (!maker) throw new CallError('NOT_POSSIBLE', say('notReportable'));
    const { facilityId, standing } = maker;
    const before = await raisedBefore(unit, facilityId, body.eventId);
    if (before !== null) return numbered(unit, before, orderId);
    if (!isReportable(standing)) throw new CallError('TRANSITION_REFUSED', say('notReportable'));
    const part = await partOf(unit, orderId, body);
    const shipped = standing.phase === 'SHIPPED';
    if (standing.claimable && shipped && !standing.claimed) {
      const { eventId, orderFileId, quantity, text: reason, fileIds } = body;
      await context
        .get(orderProduction)
        .claim(context, unit, orderId, { eventId, orderFileId, quantity, reason, fileIds });
    }
    const settings = await qualitySettings(context, unit.db, facilityId);
    const [firstLine = ''] = body.text.split('\n');
    const ncr = await insert(context, unit, {
      ...{
        facilityId,
        userId: user.userId,
        source: 'CUSTOMER',
        settings,
        eventId: body.eventId,
        shipped,
        cleared: true,
      },
      subject: {
        ...{ orderId, orderFileId: body.orderFileId, lotId: null, position: null, jobId: null, equipmentId: null },
        ...{ batch: '', most: part.quantity },
      },
      draft: {
        title: `${part.name}: ${firstLine}`.slice(0, longestTitle),
        description: body.text,
        type: settings.types[0]?.key ?? '',
        severity: settings.severities[Math.min(1, settings.severities.length - 1)]?.key ?? '',
        ...{ defectId: null, affectedQuantity: body.quantity, characteristic: '', requirement: '', measured: '' },
        ...{ assigneeId: null, dueAt: null, customerVisible: true },
      },
      photos: body.fileIds.map((fileId) => ({ fileId, caption: '', marks: [] })),
    });
    await tellReported(unit, ncr, user.userId);
    return { id: ncr.id, number: ncr.number };
  });
}

async function partOf(
  unit: Work,
  orderId: number,
  { orderFileId, quantity }: { orderFileId: number; quantity: number },
) {
  const { rows } = await sql<{ quantity: number; name: string }>`
    select f.quantity, s.file_name as name from rfq_order_file f join stored_file s on s.id = f.original_file_id
    where f.id = ${orderFileId} and f.order_id = ${orderId}
  `.execute(unit.db);
  const [part] = rows;
  if (!part) throw new CallError('INVALID_INPUT', undefined, { fields: { orderFileId: say('noSuchPart') } });
  if (quantity > part.quantity) {
    throw new CallError('INVALID_INPUT', undefined, {
      fields: { quantity: say('moreThanThere', { most: part.quantity }) },
    });
  }
  return part;
}

async function numbered({ db }: Work, id: number, orderId: number): Promise<{ id: number; number: string }> {
  const { rows } = await sql<{ id: number; number: string }>`
    select id, number from ncr where id = ${id} and order_id = ${orderId}
  `.execute(db);
  const [known] = rows;
  if (!known) throw new CallError('CONFLICT');
  return known;
}
