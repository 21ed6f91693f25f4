import { quoteDays } from '@sinter/sdk/contract/orders/orders';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { StoredFiles, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { partFiles } from './nda/agreements.ts';
import { letIn } from './nda/letIn.ts';
import { lockOrder, moveMatch, moveOrder, ordersDb, type Cause, type LockedOrder } from './lifecycle.ts';

/**
 * Sends a submitted order and its files to the facilities that can make every part of it; without one it is UNMATCHED.
 */
export async function match(unit: Work, files: StoredFiles, order: LockedOrder): Promise<void> {
  await holdMarks(unit, await partFiles(unit, order.id));
  // These steps are the system's: no user is written down for them.
  const cause: Cause = { userId: null };
  const facilityIds = await capableFacilities(unit, order.id);
  if (facilityIds.length === 0) return moveOrder(unit, order, 'NO_MATCH', cause);
  await moveOrder(unit, order, 'MATCH', cause);
  const at = new Date();
  await ordersDb(unit)
    .insertInto('rfq_match')
    .values(
      facilityIds.map((facilityId) => ({
        order_id: order.id,
        facility_id: facilityId,
        status: 'CREATED',
        held_from: null,
        created_at: at,
      })),
    )
    .execute();

  const sent = await lockOrder(unit, order.id);
  await moveOrder(unit, sent, 'SEND', cause);
  // The buyer may have said until when.
  const asked = order.quoteDueAt && order.quoteDueAt > at ? order.quoteDueAt : null;
  const dueAt = asked ?? new Date(at.getTime() + quoteDays * 86_400_000);
  await ordersDb(unit).updateTable('rfq_order').set({ quote_due_at: dueAt }).where('id', '=', order.id).execute();
  for (const each of sent.matches) {
    await moveMatch(unit, sent, each, 'APPROVE', cause);
    await letIn(unit, files, sent, each, cause);
  }
}

/** Whether one of these files is marked as export controlled. None is marked or released until the transaction ends. */
export async function holdMarks(unit: Work, fileIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ controlled: boolean }>`
    select controlled from stored_file where id = any(${[...fileIds]}::bigint[]) order by id for share
  `.execute(unit.db);
  return rows.some((row) => row.controlled);
}

/**
 * Open facilities with, for every part, a visible machine of the process that runs the material. An export-controlled
 * order goes to nobody who does not do such work. None of them is closed until the transaction ends.
 */
async function capableFacilities(unit: Work, orderId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select f.id from rfq_order o cross join facility f
    where o.id = ${orderId} and f.active and not exists (
      select 1 from rfq_order_file part
      where part.order_id = o.id and not exists (
        select 1 from equipment e
          join machine_model m on m.id = e.machine_model_id
          join equipment_material em on em.equipment_id = e.id
        where e.facility_id = f.id and not e.hidden
          and m.am_process_id = part.am_process_id and em.material_id = part.material_id
          and (part.finish_id is null or exists (select from facility_post_processing offered
            where offered.facility_id = f.id and offered.post_processing_id = part.finish_id))))
      and (not ${orderIsControlled} or exists (
        select 1 from export_policy p where p.facility_id = coalesce(f.root_facility_id, f.id) and p.enabled))
    order by f.id for key share of f
  `.execute(unit.db);
  return rows.map((row) => row.id);
}
