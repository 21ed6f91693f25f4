import type { DemoWorld, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { hear, nothing, type Happening, type Known } from './listen/known.ts';
import { write, type Heard } from './listen/keep.ts';
import { simulatedMachines, simulatedReading } from './drivers/simulator/plant.ts';
import { drivers } from '@sinter/sdk/contract/connectivity/states';
import { connectivityDb } from './tables.ts';

const hours = 12;
const stepMs = 60_000;

/** A connector to the simulator that ships with the product, and what it has played since this morning. It stands for no machine of ours. */
export async function seedDemo(unit: Work, { rootFacilityId, now }: DemoWorld): Promise<void> {
  const db = connectivityDb(unit);
  const { id: connectorId } = await db
    .insertInto('mc_connector')
    .values({
      ...{ facility_id: rootFacilityId, type: 'SIMULATOR', name: 'Simulated plant', endpoint: '', poll_seconds: 2 },
      ...{ state_map: '{}', run: 'ON', event_id: 'demo' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = await db
    .insertInto('mc_machine')
    .values(
      simulatedMachines.map(({ name }) => ({
        ...{ facility_id: rootFacilityId, connector_id: connectorId, machine: name, equipment_id: null },
        live: JSON.stringify(nothing),
      })),
    )
    .returning(['id', 'machine'])
    .execute();
  const states = (word: string) => drivers.SIMULATOR.states[word] ?? null;
  const happened: { machine: Heard; what: Happening }[] = [];
  const machines = new Set<Heard>();
  for (const [index, machine] of simulatedMachines.entries()) {
    const row = rows.find((each) => each.machine === machine.name);
    if (!row) continue;
    const heard: Heard = {
      id: row.id,
      facilityId: rootFacilityId,
      equipmentId: null,
      type: 'SIMULATOR',
      known: unheard(now),
    };
    for (let at = now.getTime() - hours * 3_600_000; at <= now.getTime(); at += stepMs) {
      const played = hear(heard.known, simulatedReading(machine, index, at), states, at);
      heard.known = played.after;
      for (const what of played.happened) happened.push({ machine: heard, what });
    }
    machines.add(heard);
  }
  await write(unit, { machines, happened });
  // The older ones somebody has seen to.
  await sql`update mc_alarm set seen_at = raised_at + interval '2 minutes' where cleared_at is not null`.execute(
    unit.db,
  );
}

const unheard = (now: Date): Known => ({
  ...{ state: 'OFFLINE', vendorState: '', since: now.getTime() - hours * 3_600_000, seenAt: null, live: nothing },
  ...{ print: null, alarm: null },
});
