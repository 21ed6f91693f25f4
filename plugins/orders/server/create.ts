import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { createOrder } from '@sinter/sdk/contract/orders/orders';
import { configuration, storedFiles, type CallContext, type FileRecord, type Work } from '@sinter/sdk/server';
import { partInventory } from '@sinter/sdk/contract/catalog/partInventory';
import { sql } from 'kysely';
import * as z from 'zod';
import { followClock } from './clock.ts';
import { followOrder } from './marks.ts';
import { lockOrder, moveOrder, ordersDb } from './lifecycle.ts';
import { holdMarks, match } from './match.ts';
import { say } from './texts.ts';

const storefront = z.object({ defaultCurrency: z.string().length(3) });

type NewOrder = CallArguments<typeof createOrder>['body'];

/** Creates the order, submits it, finds the facilities that can make every part, and sends it to them. */
export async function createAndSubmit(context: CallContext, order: NewOrder): Promise<number> {
  const files = context.get(storedFiles);
  const wanted = new Set(order.rfqFileDTOs.flatMap((file) => [file.originalFileId, file.fileId]));
  const seen = await Promise.all([...wanted].map((id) => files.require(context.user, id)));
  await requirePrepared(context, order, seen);

  const { defaultCurrency } = await context
    .get(configuration)
    .read('STORE_FRONT_CONFIG', storefront, { defaultCurrency: 'EUR' }, null);

  if (order.exportControlled || seen.some((file) => file.controlled)) await files.prepareRestrict([...wanted]);
  return context.write(async (unit) => {
    const companyId = context.companyId;
    // A repeated request waits for the one it repeats, also while that one is still running.
    await sql`select pg_advisory_xact_lock(hashtextextended(${order.eventId}, 0))`.execute(unit.db);
    const repeated = await ordersDb(unit)
      .selectFrom('rfq_order')
      .select('id')
      .where('event_id', '=', order.eventId)
      .where('company_id', '=', companyId)
      .executeTakeFirst();
    if (repeated) return repeated.id;

    const orderId = await insertOrder(unit, order, {
      companyId,
      userId: context.user.userId,
      currency: defaultCurrency,
    });
    const controlled = order.exportControlled || (await holdMarks(unit, [...wanted]));
    if (controlled) await files.restrict(unit, [...wanted]);
    await followOrder(unit, orderId);
    await context.get(partInventory).register(unit, {
      companyId,
      userId: context.user.userId,
      files: order.rfqFileDTOs.map(({ originalFileId, fileId, units }) => ({
        originalFileId,
        fileId,
        units,
        name: seen.find(({ id }) => id === originalFileId)?.fileName ?? '',
      })),
    });
    const locked = await lockOrder(unit, orderId);
    await moveOrder(unit, locked, 'SUBMIT', { userId: context.user.userId });
    await match(unit, files, locked);
    await followClock(unit, await lockOrder(unit, orderId));
    return orderId;
  });
}

/**
 * A company orders what it has uploaded itself, with the mesh that was made from it. Only what preparation has verified
 * can be quoted, and each part in a material that belongs to its process.
 */
async function requirePrepared(context: CallContext, order: NewOrder, seen: readonly FileRecord[]): Promise<void> {
  const facts = await context.db
    .selectFrom('stored_file')
    .leftJoin('file_facts', 'file_facts.file_id', 'stored_file.id')
    .select(['stored_file.id', 'stored_file.owner_company_id', 'file_facts.file_id'])
    .where('stored_file.id', '=', sql<number>`any(${seen.map((file) => file.id)})`)
    .execute();
  const materials = await context.db
    .selectFrom('material')
    .select(['id', 'am_process_id'])
    .where('id', '=', sql<number>`any(${order.rfqFileDTOs.map((file) => file.materialId)})`)
    .execute();
  const own = (id: number) => facts.find((row) => row.id === id)?.owner_company_id === context.companyId;
  const prepared = (id: number) => facts.some((row) => row.file_id === id);
  const rootOf = (id: number) => seen.find((record) => record.id === id)?.rootFileId;
  const fields: Record<string, Sentence> = {};
  for (const [index, file] of order.rfqFileDTOs.entries()) {
    if (!own(file.originalFileId)) {
      fields[`rfqFileDTOs.${index}.originalFileId`] = say('notYourFile');
    }
    if (!own(file.fileId) || rootOf(file.fileId) !== rootOf(file.originalFileId)) {
      fields[`rfqFileDTOs.${index}.fileId`] = say('notMadeOfIt');
    } else if (!prepared(file.fileId)) {
      fields[`rfqFileDTOs.${index}.fileId`] = say('notPrepared');
    }
    const material = materials.find((row) => row.id === file.materialId);
    if (material?.am_process_id !== file.amProcessId) {
      fields[`rfqFileDTOs.${index}.materialId`] = say('otherProcess');
    }
  }
  if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
}

async function insertOrder(
  unit: Work,
  order: NewOrder,
  by: { companyId: number; userId: number; currency: string },
): Promise<number> {
  const db = ordersDb(unit);
  const { id } = await db
    .insertInto('rfq_order')
    .values({
      display_title: order.displayTitle,
      company_id: by.companyId,
      created_by: by.userId,
      status: 'DRAFT',
      held_from: null,
      currency: by.currency,
      notes: order.notes,
      primary_use_case: order.primaryUseCase,
      estimated_delivery_date: order.estimatedDeliveryDate === null ? null : new Date(order.estimatedDeliveryDate),
      // The mark of its parts is not copied here: it may change later.
      export_controlled: order.exportControlled,
      nda_required: order.ndaRequired,
      search_text: order.displayTitle,
      event_id: order.eventId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('rfq_order_file')
    .values(
      order.rfqFileDTOs.map((file, position) => ({
        order_id: id,
        position,
        original_file_id: file.originalFileId,
        file_id: file.fileId,
        am_process_id: file.amProcessId,
        material_id: file.materialId,
        quantity: file.quantity,
        units: file.units,
      })),
    )
    .execute();
  // The texts of the search: title, customer, and the names of the parts.
  await sql`
    update rfq_order o set search_text = o.display_title || ' ' || c.name || ' ' || (
      select string_agg(s.file_name, ' ') from rfq_order_file f join stored_file s on s.id = f.original_file_id
      where f.order_id = o.id)
    from company c where c.id = o.company_id and o.id = ${id}
  `.execute(db);
  return id;
}
