import { facilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import type { DemoWorld, Services, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { jobIsControlled } from './controlled.ts';
import { followClock } from './clock.ts';
import { seedPlanning } from './demoPlanning.ts';
import { seedFinished } from './demoFinished.ts';
import { seedVariety } from './demoVariety.ts';
import { jobsDb, lockJob } from './job.ts';
import { tellScheduled } from './scheduled.ts';

interface Awarded {
  fileId: number;
  quantity: number;
  facility: number;
  material: number;
  matchStatus: string;
  fileName: string;
  machines: number[];
}
interface Plan {
  equipment: number;
  facility: number;
  from: number;
  to: number;
}

const hour = 3_600_000;
const week = 7 * 24 * hour;
/** Hours of the demo's builds, in turn, and of the pause before the next. */
const lengths = [14, 9, 22, 17, 11, 26, 8, 19];
const pauses = [2, 4, 1, 7, 3, 12];

/** Two weeks of jobs around now: what is past is done, what is now runs, the rest is queued. */
export async function seedDemo(unit: Work, world: DemoWorld, services: Services): Promise<void> {
  const { rows: awarded } = await sql<Awarded>`
    select f.id as "fileId", f.quantity, m.facility_id as facility, f.material_id as material, m.status as "matchStatus",
      s.file_name as "fileName", array(
        select e.id from equipment e join machine_model model on model.id = e.machine_model_id
          join equipment_material em on em.equipment_id = e.id and em.material_id = f.material_id
        where e.facility_id = m.facility_id and model.am_process_id = f.am_process_id order by e.id) as machines
    from rfq_order_file f
      join rfq_match m on m.order_id = f.order_id
      join stored_file s on s.id = f.original_file_id
    where m.status in ('IN_PROGRESS', 'IN_POSTPROCESSING', 'IN_QUALITYCONTROL', 'SHIPPED', 'COMPLETED', 'SP_BID_ACCEPTED')
    order by f.id
  `.execute(unit.db);
  const machines = await unit.db
    .selectFrom('equipment')
    .select(['id', 'facility_id', 'current_material_id'])
    .orderBy('id')
    .execute();

  for (const [place, machine] of machines.entries()) {
    let cursor = roundToHour(world.now.getTime() - week + place * 3 * hour);
    for (let turn = 0; cursor < world.now.getTime() + week; turn += 1) {
      const from = cursor;
      const to = from + (lengths[(place + turn) % lengths.length] ?? 12) * hour;
      cursor = to + (pauses[(place * 2 + turn) % pauses.length] ?? 2) * hour;
      const plan = { equipment: machine.id, facility: machine.facility_id, from, to };
      if ((place + turn) % 9 === 5) await insertDowntime(unit, plan, world.now);
      else
        await insertBuild(unit, plan, { turn, place, material: machine.current_material_id, now: world.now, awarded });
    }
  }
  await seedFinishing(unit, world, awarded);
  await seedVariety(unit, world);
  await seedPlanning(unit, world);
  await seedFinished(unit, world, services);
  await seedTags(unit, world, services);
  const built = await unit.db.selectFrom('job_file').select('order_file_id').distinct().execute();
  await tellScheduled(
    services,
    unit,
    built.map((file) => file.order_file_id),
  );
}

/** Of builds without parts of export-controlled orders: what runs is watched, and of what was built last some powder is checked. */
async function seedTags(unit: Work, { now, rootFacilityId: facilityId }: DemoWorld, services: Services): Promise<void> {
  const tags = services.get(facilityTags);
  const { rows } = await sql<{ id: number; status: string }>`
    select j.id, j.status from job j
    where j.facility_id = ${facilityId} and j.job_type in ('ORDER', 'ORDER_NO_RFQ') and not ${jobIsControlled}
      and (j.status = 'IN_PROGRESS' or j.status = 'COMPLETED' and j.to_date > ${new Date(now.getTime() - week / 3)})
    order by j.from_date desc limit 8
  `.execute(unit.db);
  for (const { id, status } of rows) {
    const add = [status === 'IN_PROGRESS' ? 'Watch first layer' : 'Check powder'];
    await tags.change(unit, { facilityId, kind: 'JOB', id }, { add, remove: [] }, { adds: false });
  }
}

/** What is being finished was built before the weeks that are shown; of the first build not all came out good. */
async function seedFinishing(unit: Work, world: DemoWorld, awarded: readonly Awarded[]): Promise<void> {
  for (const [index, part] of awarded.filter(({ matchStatus }) => matchStatus === 'IN_POSTPROCESSING').entries()) {
    const [equipment] = part.machines;
    if (equipment === undefined) continue;
    const from = roundToHour(world.now.getTime() - week - (index + 1) * 13 * hour);
    await insertPart(unit, { equipment, facility: part.facility, from, to: from + 11 * hour }, part, {
      job_name: `${part.fileName.replace(/\.[^.]+$/, '')} ${String(90 + index)}`,
      job_type: 'ORDER',
      status: 'COMPLETED',
      material_id: part.material,
      utilization: 0.62,
      notes: '',
      lost: index === 0 ? Math.floor(part.quantity / 4) : 0,
    });
  }
}

const roundToHour = (time: number) => Math.round(time / hour) * hour;

function statusAt(plan: Plan, now: Date): 'COMPLETED' | 'IN_PROGRESS' | 'QUEUED' {
  if (plan.to <= now.getTime()) return 'COMPLETED';
  return plan.from <= now.getTime() ? 'IN_PROGRESS' : 'QUEUED';
}

async function insertDowntime(unit: Work, plan: Plan, now: Date): Promise<void> {
  const id = await insertJob(
    unit,
    { ...plan, to: Math.min(plan.to, plan.from + 8 * hour) },
    {
      job_name: 'Maintenance',
      job_type: 'DOWNTIME',
      status: statusAt(plan, now),
      material_id: null,
      utilization: null,
      notes: 'Filters, optics and calibration.',
    },
  );
  await followClock(unit, await lockJob(unit, plan.facility, id));
}

async function insertBuild(
  unit: Work,
  plan: Plan,
  demo: { turn: number; place: number; material: number | null; now: Date; awarded: Awarded[] },
): Promise<void> {
  const status = statusAt(plan, demo.now);
  // Builds carry the parts of orders that are as far as they are. Those of newly awarded ones are left to schedule.
  const wanted = status === 'COMPLETED' ? ['IN_QUALITYCONTROL', 'SHIPPED', 'COMPLETED'] : ['IN_PROGRESS'];
  const index = demo.awarded.findIndex(
    (part) =>
      wanted.includes(part.matchStatus) && part.machines.includes(plan.equipment) && part.facility === plan.facility,
  );
  const [part] = index >= 0 ? demo.awarded.splice(index, 1) : [];
  const name = part ? part.fileName.replace(/\.[^.]+$/, '') : 'Stock build';
  const job = {
    job_name: `${name} ${String(100 + demo.place * 20 + demo.turn)}`,
    job_type: part ? 'ORDER' : 'ORDER_NO_RFQ',
    status,
    material_id: part?.material ?? demo.material,
    utilization: (35 + ((demo.place * 13 + demo.turn * 29) % 60)) / 100,
    notes: demo.turn % 3 === 0 ? 'Blast after 12 h of cooling. Keep the witness parts of this build.' : '',
  };
  if (part) await insertPart(unit, plan, part, job);
  else await insertJob(unit, plan, job);
}

async function insertPart(
  unit: Work,
  plan: Plan,
  part: Awarded,
  { lost = 0, ...job }: DemoJob & { lost?: number },
): Promise<void> {
  const jobId = await insertJob(unit, plan, job);
  await unit.db
    .insertInto('job_file')
    .values({
      job_id: jobId,
      order_file_id: part.fileId,
      quantity: part.quantity,
      completed_quantity: job.status === 'COMPLETED' ? part.quantity - lost : 0,
    })
    .execute();
}

interface DemoJob {
  job_name: string;
  job_type: string;
  status: string;
  material_id: number | null;
  utilization: number | null;
  notes: string;
}

async function insertJob(unit: Work, plan: Plan, job: DemoJob): Promise<number> {
  const { id } = await jobsDb(unit)
    .insertInto('job')
    .values({
      ...job,
      facility_id: plan.facility,
      equipment_id: plan.equipment,
      job_source: 'SCHEDULING',
      job_creation_type: 'MANUAL',
      from_date: new Date(plan.from),
      to_date: new Date(plan.to),
      started_at: job.status === 'QUEUED' ? null : new Date(plan.from),
      estimated_hours: (plan.to - plan.from) / hour,
      material_unit: 'KILOGRAM',
      material_quantity: job.material_id === null ? 0 : Math.round((plan.to - plan.from) / hour) / 4,
      event_id: null,
      created_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
