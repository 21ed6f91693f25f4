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
import { failedObjects, outcomeOf, postScrap, theBuild } from './outcome/end.ts';
import { linkRemakes } from './remakes.ts';
import { stageAfter } from './stage.ts';
import { say } from './texts.ts';
import { copyWorkplans, type Workplan } from './workplan/workplan.ts';

/** What a build makes of one ordered part, and the lots of it. */
interface Built {
  jobFileId: number;
  jobId: number;
  facilityId: number;
  orderFileId: number;
  orderId: number;
  quantity: number;
  completed: number;
  status: string;
  /** In the order in which they are filled with good pieces. */
  lotIds: number[];
  controlled: boolean;
}
type Context = Pick<Services, 'get'>;

/** Lots follow the builds that make them, in the transaction in which a build was planned, changed or has ended. */
export const plannedLots: PlannedParts = {
  async changed(services, unit, orderFileIds) {
    // First, as new lots are counted in a series that others wait for, and these are locked.
    await cancelLeft(services, unit, orderFileIds);
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
  },
};

async function buildsOf(unit: Work, orderFileIds: readonly number[]): Promise<Built[]> {
  const { rows } = await sql<Built>`
    select built.id as "jobFileId", j.id as "jobId", j.facility_id as "facilityId", f.id as "orderFileId",
      f.order_id as "orderId", built.quantity, built.completed_quantity as completed, j.status,
      array(select l.id from lot l where l.job_file_id = built.id order by l.id) as "lotIds", ${orderIsControlled} as controlled
    from job_file built join job j on j.id = built.job_id join rfq_order_file f on f.id = built.order_file_id
      join rfq_order o on o.id = f.order_id
    where built.order_file_id = any(${[...orderFileIds]}::bigint[])
      and (j.status not in ('CANCELLED', 'MERGED') or exists (select from lot l where l.job_file_id = built.id))
    order by built.id
  `.execute(unit.db);
  return rows;
}

async function follow(services: Context, unit: Work, facilityId: number, builds: readonly Built[]): Promise<void> {
  const settings = await floorSettings(services, unit.db, facilityId);
  const ids = builds.flatMap(({ lotIds }) => lotIds);
  const locked = await lockLots(unit, ids);
  const all = builds.map((built) => {
    const lots = locked.filter(({ id }) => built.lotIds.includes(id));
    return { built, lots, shares: sharesOf(built.quantity, lots, settings.mostPerLot) };
  });
  const growing = all.filter(({ lots, shares }) => shares.length > lots.length);
  const plans =
    growing.length > 0
      ? await copyWorkplans(services, unit, facilityId, [...new Set(growing.map(({ built }) => built.orderFileId))])
      : new Map<number, Workplan>();
  for (const { built, lots, shares } of growing) {
    for (const quantity of shares.slice(lots.length)) {
      const lot = await newLot(unit, { ...built, quantity }, plans.get(built.orderFileId), settings.lotNumber);
      if (lot) lots.push(lot);
    }
  }
  const spread = all.map(({ built, lots, shares }) => ({ built, ...spreadOf(built, lots, shares) }));
  const outcome = await outcomeOf(
    unit,
    spread.flatMap(({ built, made, changes }) => (made && changes ? built : [])),
  );
  for (const { built, made, changes, ways } of spread) {
    const failed = made && changes ? await failedObjects(unit, { built, ways }, outcome) : null;
    for (const { lot, step, to } of ways) {
      const changed = await followBuild(unit, lot, to);
      if (failed || step.scrap !== to.scrap)
        await postScrap(unit, { lot, step, scrap: to.scrap, failed: failed?.get(lot.id) ?? [] }, outcome);
      if (!changed && !failed && ids.includes(lot.id)) continue;
      step.scrap = to.scrap;
      await saveLot(unit, lot, settings.lotStreaming);
      await stageAfter(unit, lot, false);
    }
  }
}

/** Where each lot of a build's part is to stand, and whether any of them has ended, or stands elsewhere. */
function spreadOf(built: Built, lots: readonly Lot[], shares: readonly number[]) {
  let left = built.completed;
  const ways = lots.flatMap((lot, index) => {
    const share = shares[index] ?? 0;
    // What was made beyond the plan is in the last one.
    const good = index === shares.length - 1 ? left : Math.min(left, share);
    left -= good;
    const [step] = lot.steps;
    return step ? { lot, step, to: standingOf(share, good, built.status) } : [];
  });
  return {
    ways,
    made: ways.some(({ to }) => to.status === 'COMPLETED'),
    changes: ways.some(({ step, to }) => !isThere(step, to)),
  };
}

/** Lots of one build's part: more are not worth their rows. */
const mostLots = 200;

/** Pure: how many pieces each lot of a build's part has. While as many are built as before, each keeps what it has. */
export function sharesOf(quantity: number, lots: readonly { quantity: number }[], most: number | null): number[] {
  const now = lots.map((lot) => lot.quantity);
  if (lots.length > 0 && now.reduce((sum, each) => sum + each, 0) === quantity) return now;
  const size = most === null ? quantity : Math.max(most, Math.ceil(quantity / mostLots));
  const count = Math.max(1, Math.ceil(quantity / size));
  return Array.from({ length: count }, (_, index) => Math.min(size, quantity - index * size));
}

async function newLot(
  unit: Work,
  built: Omit<Built, 'lotIds'>,
  plan: Workplan | undefined,
  pattern: string,
): Promise<Lot | null> {
  if (!plan) return null;
  const steps = plan.steps.map((step, position) => ({ position, step }));
  const lot = await insertLot(unit, { ...built, steps, pattern });
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

/** What the first step of a lot is to say. */
interface Standing {
  quantity: number;
  status: StepStatus;
  good: number;
  scrap: number;
  joined: number;
}

function standingOf(quantity: number, completed: number, build: string): Standing {
  // One of which nothing is left, as fewer are built.
  const status = quantity === 0 ? 'CANCELLED' : (stands[build] ?? 'CANCELLED');
  const [good, scrap] = status === 'COMPLETED' ? [completed, Math.max(quantity - completed, 0)] : [0, 0];
  return { quantity, status, good, scrap, joined: status === 'CANCELLED' ? 0 : Math.max(good, quantity) };
}

const isThere = (step: Step, to: Standing): boolean =>
  step.status === to.status && step.good === to.good && step.scrap === to.scrap && step.joined === to.joined;

/** Brings the first step of a lot to where its build is, but for its scrap. Answers whether anything changed. */
async function followBuild(unit: Work, lot: Lot, to: Standing): Promise<boolean> {
  const [step, next] = lot.steps;
  if (!step || isThere(step, to)) return false;
  const { status, good, joined, quantity } = to;
  // A correction cannot take back what has gone on.
  if (next && openOf(next) < step.good - good) throw new CallError('CONFLICT', say('goneOn'));
  if (good !== step.good) {
    const { position } = step;
    await post({ unit, lot, by: theBuild }, { position, kind: 'GOOD', quantity: good - step.good });
  }
  Object.assign(step, { good, joined });
  if (status === 'IN_PROGRESS') step.startedAt ??= new Date();
  step.finishedAt = status === 'COMPLETED' ? (step.finishedAt ?? new Date()) : null;
  lot.quantity = quantity;
  enter(step, status);
  return true;
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
