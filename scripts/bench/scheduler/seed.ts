import type pg from 'pg';
import type { Reservation } from '../../../plugins/scheduling/server/slots.ts';
import { addOrders } from '../orders.ts';
import { jobsOf, type Size } from './data.ts';

/** Ordered parts that jobs can build: as many as a busy year has. */
const orders = 10_000;
const batch = 10_000;
const hour = 3_600_000;

export const addParts = (pool: pg.Pool): Promise<void> => addOrders(pool, orders);

/** Puts machines with their jobs in the place of all jobs that are there. Most jobs build a part, a third of those two. */
export async function replaceJobs(pool: pg.Pool, size: Size): Promise<void> {
  await pool.query('truncate job_history, job_file, job_material, job_attachment, job restart identity cascade');
  const first = await addMachines(pool, size.machines, `bench ${size.jobs}`);
  const jobs = jobsOf(size);
  for (let start = 0; start < jobs.length; start += batch) {
    await pool.query(
      `insert into job (facility_id, equipment_id, job_name, job_type, job_source, job_creation_type, status, material_id,
           from_date, to_date, estimated_hours, notes, utilization, version)
         select e.facility_id, e.id, j."jobName", j."jobType", 'SCHEDULING', j."jobCreationType", j."jobStatus",
           e.current_material_id, to_timestamp(j."fromDate"::bigint / 1000), to_timestamp(j."toDate"::bigint / 1000),
           (j."toDate"::bigint - j."fromDate"::bigint) / 3600000, j."jobNotes", j."buildPlateUtilization", j.version
         from jsonb_to_recordset($1::jsonb) as j("equipmentId" bigint, "jobName" text, "jobType" text,
             "jobCreationType" text, "jobStatus" text, "fromDate" text, "toDate" text, "jobNotes" text,
             "buildPlateUtilization" real, version int)
           join equipment e on e.id = j."equipmentId" + $2`,
      [JSON.stringify(jobs.slice(start, start + batch)), first - 1],
    );
  }
  await pool.query(
    `with part as (select id, row_number() over (order by id) - 1 as place from rfq_order_file)
       insert into job_file (job_id, order_file_id, quantity)
       select j.id, part.id, 1
       from job j cross join generate_series(0, 1) n
         join part on part.place = (j.id * 7 + n) % (select count(*) from rfq_order_file)
       where j.job_type = 'ORDER' and (n = 0 or j.id % 3 = 0)`,
  );
  await pool.query('vacuum analyze');
}

/** The id of the first; the others follow it. */
async function addMachines(pool: pg.Pool, count: number, name: string): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into equipment (facility_id, machine_model_id, display_name, current_material_id, hourly_rate_minor)
       select e.facility_id, e.machine_model_id, $2 || ' ' || n, e.current_material_id, e.hourly_rate_minor
       from generate_series(1, $1::int) n, (
         select e.* from equipment e join facility f on f.id = e.facility_id
         where f.root_facility_id is null and e.current_material_id is not null order by e.id limit 1
       ) e order by n
       returning id`,
    [count, name],
  );
  return Math.min(...rows.map(({ id }) => Number(id)));
}

const fullJobs = 1_000;
const buildHours = 6;
const gapHours = 2;
/** Longer than any gap. */
export const slotHours = 3;

/** A machine with one job after the other from now on, and its jobs as what they take of it. */
export async function addFullMachine(pool: pg.Pool) {
  const equipment = await addMachines(pool, 1, 'bench full');
  const now = Math.floor(Date.now() / hour) * hour;
  const times = Array.from({ length: fullJobs }, (_, place) => {
    const from = now + (place * (buildHours + gapHours) - 1) * hour;
    return { from, to: from + buildHours * hour };
  });
  await pool.query(
    `insert into job (facility_id, equipment_id, job_name, job_type, job_source, job_creation_type, status, from_date, to_date)
       select e.facility_id, e.id, 'Bench', 'ORDER', 'SCHEDULING', 'MANUAL', 'QUEUED', to_timestamp(j."from" / 1000),
         to_timestamp(j."to" / 1000)
       from jsonb_to_recordset($1::jsonb) as j("from" bigint, "to" bigint), equipment e where e.id = $2`,
    [JSON.stringify(times), equipment],
  );
  await pool.query('vacuum analyze job');
  const reservations = times.map((time, place): Reservation => ({
    ...time,
    jobId: place + 1,
    kind: 'BUSY',
    materialId: null,
  }));
  return { equipment, reservations, notBefore: now };
}
