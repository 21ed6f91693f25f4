import { CallError } from '@sinter/sdk/contract';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { StepStatus } from '@sinter/sdk/contract/production/lots';
import type { PlannedParts } from '@sinter/sdk/contract/scheduling/plannedParts';
import { runningModules, type Services, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { insertLot, lockLots, saveLot } from './floor/lot.ts';
import type { Lot, Step } from './floor/types.ts';
import { post } from './floor/moves.ts';
import { floorSettings } from './floor/settings.ts';
import { enter, openOf } from '../shared/steps/settle.ts';
import { linkRemakes } from './remakes.ts';
import { stageAfter } from './stage.ts';
import { say } from './texts.ts';
import { copyWorkplans, type Workplan } from './workplan/workplan.ts';

/** What a build makes of one ordered part, and the lot of it if there is one. */
interface Built {
  jobFileId: number;
  jobId: number;
  facilityId: number;
  orderFileId: number;
  orderId: number;
  quantity: number;
  completed: number;
  status: string;
  lotId: number | null;
  controlled: boolean;
}
type Context = Pick<Services, 'get'>;

/** Lots follow the builds that make them, in the transaction in which a build was planned, changed or has ended. */
export const plannedLots: PlannedParts = {
  async changed(services, unit, orderFileIds) {
    const builds = await buildsOf(unit, orderFileIds);
    for (const facilityId of new Set(builds.map((each) => each.facilityId))) {
      if (!(await services.get(runningModules).flag('WORKPLAN', facilityId))) continue;
      await follow(
        services,
        unit,
        facilityId,
        builds.filter((each) => each.facilityId === facilityId),
      );
    }
    await cancelLeft(services, unit, orderFileIds);
  },
};

async function buildsOf(unit: Work, orderFileIds: readonly number[]): Promise<Built[]> {
  const { rows } = await sql<Built>`
    select built.id as "jobFileId", j.id as "jobId", j.facility_id as "facilityId", f.id as "orderFileId",
      f.order_id as "orderId", built.quantity, built.completed_quantity as completed, j.status,
      l.id as "lotId", ${orderIsControlled} as controlled
    from job_file built join job j on j.id = built.job_id join rfq_order_file f on f.id = built.order_file_id
      join rfq_order o on o.id = f.order_id left join lot l on l.job_file_id = built.id
    where built.order_file_id = any(${[...orderFileIds]}::bigint[])
      and (l.id is not null or j.status not in ('CANCELLED', 'MERGED'))
    order by built.id
  `.execute(unit.db);
  return rows;
}

async function follow(services: Context, unit: Work, facilityId: number, builds: readonly Built[]): Promise<void> {
  const fresh = builds.filter(({ lotId }) => lotId === null).map(({ orderFileId }) => orderFileId);
  const plans = fresh.length > 0 ? await copyWorkplans(services, unit, facilityId, fresh) : new Map<number, Workplan>();
  const { lotStreaming } = await floorSettings(services, unit.db, facilityId);
  const lots = await lockLots(
    unit,
    builds.flatMap(({ lotId }) => lotId ?? []),
  );
  for (const built of builds) {
    const known = lots.find(({ id }) => id === built.lotId);
    const lot = known ?? (await newLot(unit, built, plans.get(built.orderFileId)));
    if (!lot) continue;
    const changed = await followBuild(unit, lot, built);
    if (!changed && known) continue;
    await saveLot(unit, lot, lotStreaming);
    await stageAfter(unit, lot, false);
  }
}

async function newLot(unit: Work, built: Built, plan: Workplan | undefined): Promise<Lot | null> {
  if (!plan) return null;
  const steps = plan.steps.map((step, position) => ({ position, step }));
  const lot = await insertLot(unit, { ...built, steps });
  await linkRemakes(unit, lot);
  return lot;
}

/** Where a build stands, its step stands. */
const stands: Record<string, StepStatus> = {
  WAITING: 'NOT_READY',
  QUEUED: 'READY',
  IN_PROGRESS: 'IN_PROGRESS',
  PAUSED: 'PAUSED',
  COMPLETED: 'COMPLETED',
  FAILED: 'COMPLETED',
};

/** Brings the first step of a lot to where its build is. Answers whether anything changed. */
async function followBuild(unit: Work, lot: Lot, { quantity, completed, status }: Built): Promise<boolean> {
  const [step, next] = lot.steps;
  if (!step) return false;
  const to = stands[status] ?? 'CANCELLED';
  const made = to === 'COMPLETED';
  const [good, scrap] = made ? [completed, quantity - completed] : [0, 0];
  const joined = to === 'CANCELLED' ? 0 : quantity;
  if (step.status === to && step.good === good && step.scrap === scrap && step.joined === joined) return false;
  // A correction cannot take back what has gone on.
  if (next && openOf(next) < step.good - good) throw new CallError('CONFLICT', say('goneOn'));
  await count(unit, lot, step, { good, scrap });
  Object.assign(step, { good, scrap, joined });
  if (to === 'IN_PROGRESS') step.startedAt ??= new Date();
  step.finishedAt = made ? (step.finishedAt ?? new Date()) : null;
  lot.quantity = quantity;
  enter(step, to);
  return true;
}

/** What a build counted, or counted otherwise before. Pieces that failed are to be scheduled again by themselves. */
async function count(unit: Work, lot: Lot, step: Step, to: { good: number; scrap: number }): Promise<void> {
  const by = { userId: null, device: '' };
  const { position } = step;
  if (to.good !== step.good) {
    await post({ unit, lot, by }, { position, kind: 'GOOD', quantity: to.good - step.good });
  }
  if (to.scrap !== step.scrap) {
    await post({ unit, lot, by }, { position, kind: 'SCRAP', quantity: to.scrap - step.scrap, remake: true });
  }
}

/** Lots whose part was taken out of its build before anything was made. */
async function cancelLeft(services: Context, unit: Work, orderFileIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select l.id from lot l join lot_step first on first.lot_id = l.id and first.kind = 'PRINT'
    where l.order_file_id = any(${[...orderFileIds]}::bigint[]) and l.job_file_id is null
      and first.status not in ('COMPLETED', 'CANCELLED')
  `.execute(unit.db);
  if (rows.length === 0) return;
  for (const lot of await lockLots(
    unit,
    rows.map(({ id }) => id),
  )) {
    const [step] = lot.steps;
    if (step) {
      step.joined = 0;
      enter(step, 'CANCELLED');
    }
    const { lotStreaming } = await floorSettings(services, unit.db, lot.facilityId);
    await saveLot(unit, lot, lotStreaming);
    await stageAfter(unit, lot, false);
  }
}
