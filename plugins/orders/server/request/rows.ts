import { CallError } from '@sinter/sdk/contract';
import { partInventory } from '@sinter/sdk/contract/catalog/partInventory';
import { shops, storedFiles, type CallContext, type Services, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ordersDb } from '../lifecycle.ts';
import { followOrder, holdMarks } from '../marks.ts';
import { writeSearchText } from '../searchText.ts';
import { formColumns, keepAnswerFiles, type Framed } from '../requestForms/answers.ts';
import { filesOf } from './files.ts';

/** Begins an order with what is asked for. The same `eventId` sent twice begins one; `isNew` is false then. */
export async function begin(
  context: CallContext,
  unit: Work,
  request: Framed & { eventId: string },
): Promise<{ id: number; isNew: boolean }> {
  const { companyId, user } = context;
  const { eventId } = request;
  // A repeated request waits for the one it repeats, also while that one is still running.
  await sql`select pg_advisory_xact_lock(hashtextextended(${eventId}, 0))`.execute(unit.db);
  const db = ordersDb(unit);
  const repeated = await db
    .selectFrom('rfq_order')
    .select('id')
    .where('event_id', '=', eventId)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (repeated) return { id: repeated.id, isNew: false };
  const { id } = await db
    .insertInto('rfq_order')
    .values({
      ...fieldsOf(request),
      company_id: companyId,
      created_by: user.userId,
      status: 'DRAFT',
      held_from: null,
      currency: await context.get(shops).currencyFor(unit.db, user),
      search_text: '',
      event_id: eventId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepLines(unit, context, id, request);
  return { id, isNew: true };
}

/** Replaces what the order asks for. */
export async function replace(
  unit: Work,
  services: Pick<Services, 'get'>,
  orderId: number,
  request: Framed,
): Promise<void> {
  await ordersDb(unit)
    .updateTable('rfq_order')
    .set({ ...fieldsOf(request), version: sql`version + 1`, updated_at: new Date() })
    .where('id', '=', orderId)
    .execute();
  await keepLines(unit, services, orderId, request);
}

const dateOf = (iso: string | null) => (iso === null ? null : new Date(iso));

const fieldsOf = (request: Framed) => ({
  display_title: request.displayTitle,
  notes: request.notes,
  primary_use_case: request.primaryUseCase,
  estimated_delivery_date: dateOf(request.estimatedDeliveryDate),
  quote_due_at: dateOf(request.quoteDueDate),
  third_party_order_id: request.thirdPartyOrderId,
  ...(request.industryFocus === undefined ? {} : { industry_focus: request.industryFocus }),
  nda_required: request.ndaRequired,
  sourcing: request.sourcing,
  delivery_address: request.deliveryAddress && JSON.stringify(request.deliveryAddress),
  // The mark of its parts is not copied here: it may change later. What is not answered counts as controlled.
  export_controlled: request.exportControlled ?? true,
  export_answered: request.exportControlled !== null,
  ...formColumns(request),
});

async function keepLines(unit: Work, services: Pick<Services, 'get'>, orderId: number, request: Framed): Promise<void> {
  const lines = request.rfqFileDTOs.map((line, position) => ({
    id: line.id ?? null,
    order_id: orderId,
    position,
    original_file_id: line.originalFileId,
    file_id: line.fileId,
    am_process_id: line.amProcessId,
    material_id: line.materialId,
    quantity: line.quantity,
    units: line.units,
    finish_id: line.finishId,
    color: line.color,
    tolerance: line.tolerance,
    inspection: line.inspection,
    notes: line.notes,
  }));
  const kept = lines.flatMap(({ id }) => (id === null ? [] : [id]));
  if (new Set(kept).size < kept.length) throw new CallError('INVALID_INPUT');
  const db = ordersDb(unit);
  await db
    .deleteFrom('rfq_order_file')
    .where('order_id', '=', orderId)
    .where('id', '<>', sql<number>`all(${kept}::bigint[])`)
    .execute();
  // Two parts that change places must not meet on the way.
  await db
    .updateTable('rfq_order_file')
    .set({ position: sql`-1 - position` })
    .where('order_id', '=', orderId)
    .execute();
  const { numAffectedRows } = await sql`
    update rfq_order_file f set position = told.position, original_file_id = told.original_file_id, file_id = told.file_id,
      am_process_id = told.am_process_id, material_id = told.material_id, quantity = told.quantity, units = told.units,
      finish_id = told.finish_id, color = told.color, tolerance = told.tolerance, inspection = told.inspection, notes = told.notes,
      png_file_id = case when f.file_id = told.file_id then f.png_file_id end
    from jsonb_populate_recordset(null::rfq_order_file, ${JSON.stringify(lines.filter(({ id }) => id !== null))}::jsonb) as told
    where f.id = told.id and f.order_id = ${orderId}
  `.execute(unit.db);
  // A part that somebody has taken out meanwhile, or of another order.
  if (Number(numAffectedRows) < kept.length) throw new CallError('CHANGED');
  const added = lines.flatMap(({ id, ...line }) => (id === null ? [line] : []));
  if (added.length > 0) await db.insertInto('rfq_order_file').values(added).execute();

  await keepAnswerFiles(unit, orderId, request.answers);
  const fileIds = filesOf(request);
  if (request.exportControlled || (await holdMarks(unit, fileIds)))
    await services.get(storedFiles).restrict(unit, fileIds);
  await followOrder(unit, orderId);
  await writeSearchText(unit, services.get(partInventory), orderId);
}
