import { orderProduction } from '@sinter/sdk/contract/orders/production';
import { plannedParts } from '@sinter/sdk/contract/scheduling/plannedParts';
import type { Services, Work } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { reserving } from './transitions.ts';

/**
 * How many of ordered file `f` jobs have taken: planned ones in full, ended ones as many as came out good. The one place
 * of this rule; a job that is being changed leaves itself out.
 */
export const takenOfFile = (exceptJobId: number | null): RawBuilder<number> => sql`(
  select coalesce(sum(
    case when j.status in ('COMPLETED', 'FAILED') then built.completed_quantity else built.quantity end), 0)::int
  from job_file built join job j on j.id = built.job_id
  where built.order_file_id = f.id and j.status not in ('CANCELLED', 'MERGED') and j.id is distinct from ${exceptJobId})`;

/** How many of ordered file `f` ended jobs have built well. */
const madeOfFile = sql<number>`(
  select coalesce(sum(built.completed_quantity), 0)::int from job_file built join job j on j.id = built.job_id
  where built.order_file_id = f.id and j.status in ('COMPLETED', 'FAILED'))`;

/** Until the transaction ends nobody else takes or gives back any of these ordered files. */
export async function lockParts(unit: Work, orderFileIds: readonly number[]): Promise<void> {
  await sql`
    select id from rfq_order_file where id = any(${[...orderFileIds]}::bigint[]) order by id for no key update
  `.execute(unit.db);
}

/** Tells the orders and production what jobs have taken of these files now: after every change of a job's parts, its status or its time. */
export async function tellScheduled(
  services: Pick<Services, 'all' | 'get'>,
  unit: Work,
  orderFileIds: readonly number[],
): Promise<void> {
  if (orderFileIds.length === 0) return;
  await tellOrders(services, unit, orderFileIds);
  for (const each of services.all(plannedParts)) await each.changed(services, unit, orderFileIds);
}

async function tellOrders(services: Pick<Services, 'get'>, unit: Work, orderFileIds: readonly number[]): Promise<void> {
  await lockParts(unit, orderFileIds);
  const { rows } = await sql<{ orderFileId: number; quantity: number; made: number; plannedUntil: Date | null }>`
    select f.id as "orderFileId", ${takenOfFile(null)} as quantity, ${madeOfFile} as made, (
      select max(j.to_date) from job_file built join job j on j.id = built.job_id
      where built.order_file_id = f.id and j.status = any(${[...reserving]})) as "plannedUntil"
    from rfq_order_file f where f.id = any(${[...orderFileIds]}::bigint[])
  `.execute(unit.db);
  await services.get(orderProduction).setScheduled(unit, rows);
}

/** Tells the orders when the parts of jobs that were moved will be built. */
export async function tellMoved(services: Pick<Services, 'get'>, unit: Work, jobIds: readonly number[]): Promise<void> {
  const rows = await unit.db
    .selectFrom('job_file')
    .select('order_file_id')
    .distinct()
    .where('job_id', '=', sql<number>`any(${[...jobIds]}::bigint[])`)
    .execute();
  const orderFileIds = rows.map((row) => row.order_file_id);
  if (orderFileIds.length > 0) await tellOrders(services, unit, orderFileIds);
}
