import { randomUUID } from 'node:crypto';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { statusGroups } from '@sinter/sdk/contract/orders/orders';
import type { DemoWorld, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { keptDays, powderProcesses } from '../nesting/begin.ts';
import { endNestingJob, nestJob } from '../nesting/jobs.ts';
import { productionDb } from '../tables.ts';
import { contentOf } from './change.ts';
import { machinesOf, type Machine } from './machines.ts';
import { planningDb } from './tables.ts';

interface Part {
  id: number;
  free: number;
  processId: number;
  materialId: number;
  material: string;
  large: boolean;
}
/** The builds in turn: one is arranged as soon as there is a worker, one is not, and one waits for its order to be settled. */
const drafts = [{ arranged: true }, {}, { locked: true }];
const mostParts = 3;
const mostOfPart = 4;

/** Builds that the demo's planners have begun. */
export async function seedPlannedBuilds(unit: Work, { rootFacilityId, users }: DemoWorld): Promise<void> {
  const by = users['admin@demo.example'];
  if (by === undefined) return;
  const machines = await machinesOf(unit, rootFacilityId);
  const { rows: parts } = await sql<Part>`
    select f.id, f.quantity - f.scheduled as free, f.am_process_id as "processId", f.material_id as "materialId",
      mat.name as material, greatest(facts.size_x_mm, facts.size_y_mm, facts.size_z_mm) > 150 as large
    from rfq_match m join rfq_order o on o.id = m.order_id join rfq_order_file f on f.order_id = o.id
      join material mat on mat.id = f.material_id join file_facts facts on facts.file_id = f.file_id
    where m.facility_id = ${rootFacilityId} and m.status = any(${[...statusGroups.AWARDED]}) and f.quantity > f.scheduled
      and not ${orderIsControlled} order by f.id
  `.execute(unit.db);
  const groups = new Map<string, Part[]>();
  for (const part of parts.filter(({ large }) => !large)) {
    const key = `${part.processId} ${part.materialId}`;
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  let at = 0;
  for (const group of [...groups.values()].toSorted((one, other) => other.length - one.length)) {
    const [first] = group;
    const machine = machines.find(
      ({ boxMm, processId, materialIds }) =>
        boxMm !== null && processId === first?.processId && materialIds.includes(first.materialId),
    );
    const draft = drafts[at];
    if (!first || !machine || !draft) continue;
    const pieces = new Map(group.slice(0, mostParts).map(({ id, free }) => [id, Math.min(free, mostOfPart)]));
    await seedBuild(unit, { machine, part: first, pieces, by, facilityId: rootFacilityId, ...draft });
    at += 1;
  }
}

interface Planned {
  facilityId: number;
  machine: Machine;
  part: Part;
  pieces: Map<number, number>;
  by: number;
  arranged?: boolean;
  locked?: boolean;
}

async function seedBuild(unit: Work, planned: Planned): Promise<void> {
  const { facilityId, machine, part, pieces, by, arranged = false, locked = false } = planned;
  const content = contentOf({ equipmentId: machine.id, pieces });
  const nestingId = arranged ? await beginArranging(unit, planned) : null;
  const { id } = await planningDb(unit)
    .insertInto('planned_build')
    .values({
      ...{
        facility_id: facilityId,
        name: `${machine.name}, ${part.material}`,
        equipment_id: machine.id,
        locked,
        content,
      },
      ...{ am_process_id: part.processId, material_id: part.materialId, event_id: randomUUID(), changed_by: by },
      ...(nestingId !== null && { asked_nesting_id: nestingId, asked_content: content }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = [...pieces].map(([order_file_id, quantity]) => ({ build_id: id, order_file_id, quantity }));
  await planningDb(unit).insertInto('planned_piece').values(rows).execute();
}

async function beginArranging(unit: Work, { facilityId, machine, pieces, by }: Planned): Promise<number> {
  const kept_until = new Date(Date.now() + keptDays * 86_400_000);
  const space = powderProcesses.has(machine.processKey) ? ('BED' as const) : ('PLATE' as const);
  const { id } = await productionDb(unit)
    .insertInto('nesting')
    .values({
      ...{ user_id: by, facility_id: facilityId, equipment_id: machine.id, kept_until, space, seconds: 1 },
      ...{ turning: space === 'BED' ? 'ANY' : 'ABOUT_Z', spacing_mm: 3, wall_mm: 5, most_builds: 1 },
      box_mm: [...(machine.boxMm ?? [])],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const items = [...pieces].map(([order_file_id, quantity], position) => ({
    ...{ nesting_id: id, order_file_id, quantity, position },
  }));
  await productionDb(unit).insertInto('nesting_item').values(items).execute();
  await unit.enqueue(nestJob, { nestingId: id }, { key: `nesting ${id}`, account: `facility ${facilityId}` });
  await unit.enqueue(endNestingJob, { nestingId: id }, { key: `end of nesting ${id}`, runAt: kept_until });
  return id;
}
