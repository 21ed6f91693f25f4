import { facilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import type { DemoWorld, Services, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { seedChecklists } from './checklists/demo.ts';
import { seedAnswers } from './checklists/demoAnswers.ts';
import { seedLegacy } from './legacy/demo.ts';
import { seedPins } from './kiosk/demo.ts';
import { seedOutcome } from './outcome/demo.ts';
import { floorSettings } from './floor/settings.ts';
import { lockLots, saveLot } from './floor/lot.ts';
import { post } from './floor/moves.ts';
import { seedPlannedBuilds } from './planning/demo.ts';
import { seedPlatforms } from './platforms/demo.ts';
import { enter, openOf } from '../shared/steps/settle.ts';
import type { Lot, Step } from './floor/types.ts';

const day = 86_400_000;
const hour = 3_600_000;

interface Floor {
  unit: Work;
  lot: Lot;
  streaming: boolean;
  by: { userId: number; device: string };
}

/** Lots as far as their orders are: what was shipped went through all of its steps, the rest waits or is worked on. */
export async function seedDemo(unit: Work, world: DemoWorld, services: Services): Promise<void> {
  await seedChecklists(unit, world, services);
  await seedPlannedBuilds(unit, world);
  await seedPlatforms(unit, world);
  await seedPins(unit, world, services);
  await seedLegacy(unit, world);
  await seedOutcome(unit, world);
  const { rows } = await sql<{ id: number; status: string }>`
    select l.id, m.status from lot l
      join rfq_match m on m.order_id = l.order_id and m.facility_id = l.facility_id
      join lot_step first on first.lot_id = l.id and first.position = 0 and first.status = 'COMPLETED'
    order by l.id
  `.execute(unit.db);
  const userId = world.users['operator@demo.example'];
  if (userId === undefined) return;
  const lots = await lockLots(
    unit,
    rows.map(({ id }) => id),
  );
  for (const [index, lot] of lots.entries()) {
    const status = rows.find(({ id }) => id === lot.id)?.status;
    const { lotStreaming } = await floorSettings(services, unit.db, lot.facilityId);
    const floor = { unit, lot, streaming: lotStreaming, by: { userId, device: 'Tablet 2' } };
    const printed = world.now.getTime() - (12 - (index % 9)) * day;
    await saveLot(unit, lot, lotStreaming);
    if (status === 'IN_POSTPROCESSING') await working(floor, 1, world.now);
    else {
      await done(floor, 1, printed + 7 * hour);
      if (status === 'IN_QUALITYCONTROL') await inspecting(floor, index, world.now);
      else await done(floor, 2, printed + 26 * hour);
    }
  }
  await seedAnswers(unit, world);
  const tags = services.get(facilityTags);
  for (const lot of lots.filter(({ controlled, state }) => !controlled && state === 'OPEN').slice(0, 3)) {
    const of = { facilityId: lot.facilityId, kind: 'LOT' as const, id: lot.id };
    await tags.change(unit, of, { add: ['Fragile'], remove: [] }, { adds: false });
  }
}

/** All pieces were good. */
async function done({ unit, lot, streaming, by }: Floor, position: number, at: number): Promise<void> {
  const step = lot.steps[position];
  if (!step) return;
  const quantity = openOf(step);
  await post({ unit, lot, by }, { position, kind: 'GOOD', quantity, at: new Date(at) });
  begun(step, by.userId, at - 2 * hour);
  step.good += quantity;
  enter(step, 'COMPLETED');
  step.finishedAt = new Date(at);
  await saveLot(unit, lot, streaming);
}

/** Somebody works on it, and has counted the first pieces. */
async function working({ unit, lot, streaming, by }: Floor, position: number, now: Date): Promise<void> {
  const step = lot.steps[position];
  if (!step) return;
  begun(step, by.userId, now.getTime() - 3 * hour);
  enter(step, 'IN_PROGRESS');
  const good = Math.floor(openOf(step) / 2);
  if (good > 0) {
    step.good += good;
    await post({ unit, lot, by }, { position, kind: 'GOOD', quantity: good, at: new Date(now.getTime() - hour) });
  }
  await saveLot(unit, lot, streaming);
}

/** One of them is worked on, one is held, the others wait. */
async function inspecting(floor: Floor, index: number, now: Date): Promise<void> {
  if (index % 3 === 0) return working(floor, 2, now);
  if (index % 3 === 1) return;
  floor.lot.heldFor = 'Waits for quality';
  await saveLot(floor.unit, floor.lot, floor.streaming);
}

function begun(step: Step, userId: number, at: number): void {
  step.startedAt = new Date(at);
  step.startedBy = userId;
}
