import { CallError } from '@sinter/sdk/contract';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { inspectionSchema, toleranceSchema } from '@sinter/sdk/contract/orders/orderFile';
import { stepCheckSchema, stepKindSchema } from '@sinter/sdk/contract/production/mes';
import type { CallContext, Services } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';

/** What a traveller says of pieces that move together, as far as builds and orders know it. */
const lotSchema = z.object({
  /** `null`: no build makes them yet. */
  lotId: z.number().nullable(),
  /** By the facility's pattern; `null`: it goes by its id. */
  number: z.string().nullable(),
  orderFileId: z.number(),
  orderId: z.number(),
  orderTitle: z.string(),
  orderedOn: z.coerce.date(),
  neededBy: z.coerce.date().nullable(),
  customer: z.string(),
  part: z.string(),
  quantity: z.number(),
  ordered: z.number(),
  process: z.string(),
  material: z.string(),
  finish: z.string().nullable(),
  color: z.string(),
  tolerance: toleranceSchema,
  inspection: inspectionSchema,
  notes: z.string(),
  jobId: z.number().nullable(),
  jobName: z.string().nullable(),
  machine: z.string().nullable(),
  startsAt: z.coerce.date().nullable(),
  timeZone: z.string(),
  /** Of its workplan; `null` where it has none. */
  steps: z.array(z.object({ kind: stepKindSchema, name: z.string(), checks: z.array(stepCheckSchema) })).nullable(),
});
export type Lot = z.infer<typeof lotSchema>;

/** A facility makes what it was awarded, and keeps the papers of what it has made. */
const made = sql`m.status in ('BID_APPROVED', 'SP_BID_ACCEPTED', 'IN_PROGRESS', 'IN_POSTPROCESSING', 'IN_QUALITYCONTROL',
  'SHIPPED', 'INTERNAL_SHIPPED', 'COMPLETED', 'INTERNAL_COMPLETED', 'ARCHIVED', 'ON_HOLD')`;

/** Whose lots, and whether those of export-controlled orders too. */
interface Maker {
  facilityId: number;
  controlled: boolean;
}

/**
 * Lots of the caller's facility among those that `which` picks. Throws NOT_FOUND where there are none, which looks the same
 * as what the caller may not see.
 */
export async function lotsOf({ db, user, facilityId }: CallContext, which: RawBuilder<unknown>): Promise<Lot[]> {
  const lots = await foundLots(db, { facilityId, controlled: user.via === 'session' && user.cleared }, which);
  if (lots.length === 0) throw new CallError('NOT_FOUND');
  return lots;
}

/** How many travellers each of these orders has; those without are left out. */
export async function countLots(
  db: Services['db'],
  maker: Maker,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select o.id, count(*)::int as count ${madeBy(maker, sql`o.id = any(${[...orderIds]}::bigint[])`)} group by o.id
  `.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** `which`: over `f`, its order `o`, and `lot` with its `job` if there is one. */
export async function foundLots(db: Services['db'], maker: Maker, which: RawBuilder<unknown>): Promise<Lot[]> {
  const { rows } = await sql`
    select lot.id as "lotId", lot.number, f.id as "orderFileId", o.id as "orderId",
      coalesce(nullif(o.display_title, ''), '#' || o.id) as "orderTitle", o.created_at as "orderedOn",
      o.estimated_delivery_date as "neededBy", c.name as customer, s.file_name as part,
      coalesce(lot.quantity, f.quantity + f.remake_quantity - f.scheduled) as quantity, f.quantity as ordered,
      p.name as process, mat.name as material, finish.name as finish, f.color, f.tolerance, f.inspection, f.notes,
      job.id as "jobId", job.job_name as "jobName", e.display_name as machine, job.from_date as "startsAt",
      fac.time_zone as "timeZone", (
        select jsonb_agg(jsonb_build_object('kind', s.kind, 'name', s.name,
          'checks', coalesce(plan.steps->s.position->'checks', '[]')) order by s.position)
        from lot_step s left join workplan plan on plan.order_file_id = f.id and plan.facility_id = m.facility_id
        where s.lot_id = lot.id) as steps
    ${madeBy(maker, which)} order by f.position, lot.id nulls last
  `.execute(db);
  return z.array(lotSchema).parse(rows);
}

function madeBy({ facilityId, controlled }: Maker, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    from rfq_order_file f join rfq_order o on o.id = f.order_id
      join rfq_match m on m.order_id = o.id and m.facility_id = ${facilityId} and ${made}
      join facility fac on fac.id = m.facility_id
      join company c on c.id = o.company_id join stored_file s on s.id = f.original_file_id
      join am_process p on p.id = f.am_process_id join material mat on mat.id = f.material_id
      left join post_processing finish on finish.id = f.finish_id
      left join lateral (
        select each.id, each.job_id, each.quantity, each.number from lot each
        where each.order_file_id = f.id and each.facility_id = ${facilityId} and each.state in ('OPEN', 'DONE')
        union all
        -- Builds from before the facility had workplans.
        select null::bigint, built.job_id, built.quantity, null from job_file built join job j on j.id = built.job_id
        where built.order_file_id = f.id and j.facility_id = ${facilityId}
          and j.status not in ('CANCELLED', 'FAILED', 'MERGED')
          and not exists (select from lot made where made.job_file_id = built.id)
        union all
        select null::bigint, null::bigint, null::int, null where f.quantity + f.remake_quantity > f.scheduled
      ) lot (id, job_id, quantity, number) on true
      left join job on job.id = lot.job_id left join equipment e on e.id = job.equipment_id
    where ${which} and (${controlled} or not ${orderIsControlled})
      and (lot.quantity is not null or f.quantity + f.remake_quantity > f.scheduled)`;
}

/** Is one of these orders export controlled now? */
export async function anyControlled({ db }: Pick<Services, 'db'>, orderIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select from rfq_order o where o.id = any(${[...orderIds]}::bigint[]) and ${orderIsControlled} limit 1
  `.execute(db);
  return rows.length > 0;
}
