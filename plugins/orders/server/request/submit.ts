import { CallError, type Sentence } from '@sinter/sdk/contract';
import { partInventory } from '@sinter/sdk/contract/catalog/partInventory';
import { storedFiles, type CallContext, type Work } from '@sinter/sdk/server';
import { lockOrder, moveOrder, ordersDb, type Cause, type LockedOrder } from '../lifecycle.ts';
import { holdMarks } from '../marks.ts';
import { match } from '../match.ts';
import { keepEstimate } from '../quotes/keptEstimate.ts';
import { writeSearchText } from '../searchText.ts';
import { stillAsked } from '../requestForms/answers.ts';
import { say } from '../texts.ts';

/**
 * Sends an order to the matcher, which finds the facilities that can make every part of it. `event`: what brings it there.
 * Throws INVALID_INPUT with what it lacks.
 */
export async function submit(
  context: CallContext,
  unit: Work,
  order: LockedOrder,
  event: 'SUBMIT' | 'CHANGE',
  cause: Cause,
): Promise<void> {
  const files = context.get(storedFiles);
  const form = await stillAsked(context, unit, order.id);
  const parts = await requireComplete(unit, order.id, form.fields);
  const ofParts = parts.flatMap(({ originalFileId, fileId }) => [originalFileId, fileId]);
  const fileIds = [...new Set([...ofParts, ...form.files])];
  // A file may have been marked since it was taken.
  if ((await holdMarks(unit, fileIds)) || order.controlled) await files.restrict(unit, fileIds);
  await context.get(partInventory).register(unit, {
    companyId: order.companyId,
    userId: context.user.userId,
    files: parts,
  });
  // What is in the inventory now has a number there.
  await writeSearchText(unit, context.get(partInventory), order.id);
  await ordersDb(unit)
    .updateTable('rfq_order')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', order.id)
    .execute();
  if (form.quoteWindowDays !== null) {
    const due = new Date(Date.now() + form.quoteWindowDays * 86_400_000);
    await ordersDb(unit).updateTable('rfq_order').set({ quote_due_at: due }).where('id', '=', order.id).execute();
  }
  // Who is to be quoted by people is told no other price.
  if (form.autoQuote) await keepEstimate(unit, order.id);
  const locked = await lockOrder(unit, order.id);
  await moveOrder(unit, locked, event, cause);
  await match(unit, files, locked);
}

async function requireComplete(unit: Work, orderId: number, asked: Readonly<Record<string, Sentence>>) {
  const db = ordersDb(unit);
  const order = await db
    .selectFrom('rfq_order')
    .select(['display_title', 'export_answered', 'quote_due_at'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const parts = await db
    .selectFrom('rfq_order_file as f')
    .innerJoin('stored_file as s', 's.id', 'f.original_file_id')
    .select(['f.original_file_id as originalFileId', 'f.file_id as fileId', 'f.units', 's.file_name as name'])
    .where('f.order_id', '=', orderId)
    .orderBy('f.position')
    .execute();
  const fields: Record<string, Sentence> = { ...asked };
  if (order.display_title === '') fields['displayTitle'] = say('titleMissing');
  if (parts.length === 0) fields['rfqFileDTOs'] = say('partsMissing');
  if (!order.export_answered) fields['exportControlled'] = say('exportMissing');
  if (order.quote_due_at && order.quote_due_at < new Date()) fields['quoteDueDate'] = say('quoteDuePast');
  if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
  return parts;
}
