import { CallError } from '@sinter/sdk/contract';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { mostObjects, outcomeSchema } from '@sinter/sdk/contract/production/outcome';
import { jobStatusSchema, type JobStatus } from '@sinter/sdk/contract/scheduling/jobs';
import type { Tables, Work } from '@sinter/sdk/server';
import { sql, type Kysely } from 'kysely';
import * as z from 'zod';
import { copiesOf, keyOf } from './copies.ts';

type Db = Kysely<Tables>;

export interface Build {
  jobId: number;
  facilityId: number;
  jobName: string;
  machine: string;
  status: JobStatus;
  controlled: boolean;
}

/** Whether job `j` builds a part of an order that is export controlled now. */
const holdsControlled = sql<boolean>`exists (
  select from job_file held join rfq_order_file f on f.id = held.order_file_id join rfq_order o on o.id = f.order_id
  where held.job_id = j.id and ${orderIsControlled})`;

/** A job with parts; `null`: the facility has none of that number. Asks for no rights. */
export async function buildOf(db: Db, facilityId: number, jobId: number): Promise<Build | null> {
  const { rows } = await sql<Build>`
    select j.id as "jobId", j.facility_id as "facilityId", j.job_name as "jobName", j.status, e.display_name as machine,
      ${holdsControlled} as controlled
    from job j join equipment e on e.id = j.equipment_id
    where j.id = ${jobId} and j.facility_id = ${facilityId} and exists (select from job_file made where made.job_id = j.id)
  `.execute(db);
  const [row] = rows;
  return row ? { ...row, status: jobStatusSchema.parse(row.status) } : null;
}

/** The same, locked as its own changes lock it, before parts and lots. Throws NOT_FOUND. */
export async function lockedBuild(unit: Work, facilityId: number, jobId: number, cleared: boolean): Promise<Build> {
  await sql`select id from job where id = ${jobId} and facility_id = ${facilityId} for no key update`.execute(unit.db);
  const build = await buildOf(unit.db, facilityId, jobId);
  if (!build || (build.controlled && !cleared)) throw new CallError('NOT_FOUND');
  return build;
}

const partSchema = z.object({ jobId: z.number(), orderFileId: z.number(), quantity: z.number() });
const platedSchema = z.object({ jobId: z.number(), orderFileId: z.number(), copies: z.array(z.number()) });

/** The numbers of all objects of these jobs, by job and part; none of a job that has too many. */
export async function copiesOfJobs(db: Db, jobIds: readonly number[]): Promise<Map<string, ReadonlySet<number>>> {
  const { rows: parts } = await sql`
    select job_id as "jobId", order_file_id as "orderFileId", sum(quantity)::int as quantity
    from job_file where job_id = any(${[...jobIds]}::bigint[]) group by 1, 2
  `.execute(db);
  const { rows: plated } = await sql`
    select b.job_id as "jobId", p.order_file_id as "orderFileId", array_agg(p.copy) as copies
    from platform_build b join platform_piece p on p.platform_id = b.platform_id and p.revision = b.revision
    where b.job_id = any(${[...jobIds]}::bigint[]) group by 1, 2
  `.execute(db);
  const onPlates = new Map(
    z
      .array(platedSchema)
      .parse(plated)
      .map((each) => [keyOf(each.jobId, each.orderFileId), each.copies]),
  );
  const built = z.array(partSchema).parse(parts);
  const inAll = new Map<number, number>();
  for (const { jobId, quantity } of built) inAll.set(jobId, (inAll.get(jobId) ?? 0) + quantity);
  return new Map(
    built
      .filter(({ jobId }) => (inAll.get(jobId) ?? 0) <= mostObjects)
      .map(({ jobId, orderFileId, quantity }) => {
        const key = keyOf(jobId, orderFileId);
        return [key, new Set(copiesOf(quantity, onPlates.get(key) ?? []))];
      }),
  );
}

const standingSchema = z.object({
  id: z.number(),
  jobId: z.number(),
  orderFileId: z.number(),
  copy: z.number(),
  outcome: outcomeSchema.nullable(),
  reason: z.string(),
});
export type Standing = z.infer<typeof standingSchema>;

/** The newest mark of each object of these jobs, also where it took one back. */
export async function marksOfJobs(db: Db, jobIds: readonly number[]): Promise<Standing[]> {
  const { rows } = await sql`
    select distinct on (job_id, order_file_id, copy) id, job_id as "jobId", order_file_id as "orderFileId", copy, outcome,
      reason
    from object_mark where job_id = any(${[...jobIds]}::bigint[]) order by job_id, order_file_id, copy, id desc
  `.execute(db);
  return z.array(standingSchema).parse(rows);
}
