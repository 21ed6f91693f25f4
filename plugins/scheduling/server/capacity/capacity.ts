import type {
  Capacity,
  FoundPlace,
  FoundPlan,
  StaffedHours,
  WantedPlan,
} from '@sinter/sdk/contract/scheduling/capacity';
import { holdingOf } from '@sinter/sdk/contract/quality/containment';
import { runningModules, type Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { planningsOf } from '../calendar.ts';
import { reservationOf, reservingJobs } from '../reservations.ts';
import type { MachineTime, Reservation } from '../slots.ts';
import { placeBuilds } from './placeBuilds.ts';

/** A reservation, and whether it is firm: a job that waits for something may still be moved. */
interface Taken extends Reservation {
  firm: boolean;
}

export const roomInSchedules: Capacity = {
  calendars: planningsOf,

  async plan(services, plans) {
    const modules = services.get(runningModules);
    const runs = await Promise.all(plans.map(({ facilityId }) => modules.runs('scheduling', facilityId)));
    const scheduled = await withoutHeld(
      services,
      plans.filter((_, index) => runs[index]),
    );
    const found = new Map<number, FoundPlan>();
    if (scheduled.length === 0) return found;
    const [plannings, taken] = await Promise.all([
      planningsOf(
        services,
        scheduled.map(({ facilityId }) => facilityId),
      ),
      takenTime(services, scheduled),
    ]);
    for (const plan of scheduled) {
      const planning = plannings.get(plan.facilityId);
      if (planning) found.set(plan.facilityId, await planOne(plan, planning, taken));
    }
    return found;
  },
};

/** Nothing is promised on machines that a non-conformance holds. */
async function withoutHeld(
  services: Pick<Services, 'db' | 'get' | 'all'>,
  plans: readonly WantedPlan[],
): Promise<WantedPlan[]> {
  return Promise.all(
    plans.map(async (plan) => {
      const holdings = await holdingOf(services, services, plan.facilityId, { equipmentIds: machinesIn(plan) });
      const held = new Set(holdings.map(({ equipmentId }) => equipmentId));
      if (held.size === 0) return plan;
      const builds = plan.builds.map((build) => ({
        ...build,
        on: build.on.filter(({ equipmentId }) => !held.has(equipmentId)),
      }));
      return { ...plan, builds };
    }),
  );
}

const machinesIn = ({ builds }: WantedPlan): number[] => [
  ...new Set(builds.flatMap(({ on }) => on.map(({ equipmentId }) => equipmentId))),
];

/** What the machines of all these plans are taken by, in one query. */
async function takenTime(
  services: Pick<Services, 'db'>,
  plans: readonly WantedPlan[],
): Promise<ReadonlyMap<number, Taken[]>> {
  const now = Date.now();
  const rows = await reservingJobs(services, Math.min(now, ...plans.map(({ notBefore }) => notBefore)))
    .where('equipment_id', '=', sql<number>`any(${plans.flatMap(machinesIn)}::bigint[])`)
    .execute();
  const taken = new Map<number, Taken[]>();
  for (const row of rows) {
    const one = { ...reservationOf(row, now), firm: row.status !== 'WAITING' };
    const others = taken.get(row.equipment_id);
    if (others) others.push(one);
    else taken.set(row.equipment_id, [one]);
  }
  return taken;
}

async function planOne(
  plan: WantedPlan,
  planning: StaffedHours,
  taken: ReadonlyMap<number, Taken[]>,
): Promise<FoundPlan> {
  const machines = new Map<number, MachineTime>(
    machinesIn(plan).map((id) => [id, { ...planning, reservations: taken.get(id) ?? [] }]),
  );
  const places = await placeBuilds(machines, plan.builds, plan.notBefore);
  return { ...planning, places, firmShare: firmShareOf(places, taken, plan.notBefore) };
}

/** Pure. Where no job stands before the places, nothing can move them: all of that is firm. */
export function firmShareOf(
  places: readonly (FoundPlace | null)[],
  taken: ReadonlyMap<number, readonly Taken[]>,
  from: number,
): number {
  const found = places.filter((place) => place !== null);
  const until = Math.max(from, ...found.map(({ to }) => to));
  const before = [...new Set(found.map(({ equipmentId }) => equipmentId))].flatMap((id) => taken.get(id) ?? []);
  let [all, firm] = [0, 0];
  for (const one of before) {
    const time = Math.max(0, Math.min(one.to, until) - Math.max(one.from, from));
    all += time;
    if (one.firm) firm += time;
  }
  return all === 0 ? 1 : firm / all;
}
