import plugins from 'virtual:plugin-servers';
import { estimatePrice } from '@sinter/sdk/contract/orders/estimate';
import { decideObservation, listAccuracy, listObservations } from '@sinter/sdk/contract/orders/pricing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configure, testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

const rounds = 9;
let server: TestServer;
let admin: TestClient;
let facility: number;
let machine: { id: number; model: number; material: number };

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  admin = await server.client('admin');
  facility = server.world.rootFacilityId;
  await configure(server, 'QUOTE_RULE_ENGINE_ENABLED', { enabled: true });
  const { rows } = await sql<typeof machine>`
    select e.id, e.machine_model_id as model, m.id as material from equipment e
      join equipment_material runs on runs.equipment_id = e.id join material m on m.id = runs.material_id
    where e.facility_id = ${facility} and e.display_name = 'SLS-02' and m.name = 'PA 2200 (PA12)'`.execute(
    server.services.db,
  );
  if (!rows[0]) throw new Error('The demo has another machine.');
  machine = rows[0];
}, 300_000);
afterAll(() => server.stop());

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
}

/** All of one machine model in one material: the worst that there is. */
async function fill(from: number, count: number): Promise<void> {
  const { db } = server.services;
  await sql`
    insert into estimate_observation (facility_id, job_id, equipment_id, machine_model_id, material_id,
      estimated_hours, actual_hours, finished_at)
    select ${facility}, -n, ${machine.id}, ${machine.model}, ${machine.material}, 20, 20 * (0.9 + (n * 7919::bigint % 1000) / 2500.0),
      now() - n * interval '1 minute'
    from generate_series(${from + 1}::int, ${count}::int) n`.execute(db);
  await sql`
    with counted as (select machine_model_id as model, material_id as material, count(*)::int as seen,
        count(*) filter (where excluded is null)::int as counts
      from estimate_observation where facility_id = ${facility}
      group by grouping sets ((machine_model_id, material_id), (machine_model_id), ()))
    insert into estimate_summary (facility_id, machine_model_id, material_id, layer_um, observed, count)
    select ${facility}, coalesce(model, 0), coalesce(material, 0), 0, seen, counts from counted
    on conflict (facility_id, machine_model_id, material_id, layer_um)
      do update set observed = excluded.observed, count = excluded.count`.execute(db);
  await server.asOwner((owner) => sql`analyze estimate_observation`.execute(owner));
}

test('what is read and written stays flat from 1,000 to 1,000,000 finished builds', { timeout: 900_000 }, async () => {
  const { db } = server.services;
  const { rows: files } = await sql<{ fileId: number; materialId: number; amProcessId: number; quantity: number }>`
    select facts.file_id as "fileId", m.id as "materialId", m.am_process_id as "amProcessId", 4 as quantity
    from file_facts facts cross join material m where m.id = ${machine.material} order by facts.file_id limit 1`.execute(
    db,
  );
  const of = { machineModelId: machine.model, materialId: machine.material };
  const found: Record<string, number[]> = {};
  let filled = 0;
  for (const count of [1_000, 100_000, 1_000_000]) {
    await fill(filled, count);
    filled = count;
    const [last] = (await admin.call(listObservations, { query: of })).observations;
    const one = { params: { id: last?.id ?? 0 } };
    const measures: Record<string, () => Promise<unknown>> = {
      'a price': () => admin.call(estimatePrice, { body: { files, equipmentId: machine.id } }),
      'the list of machines and materials': () => admin.call(listAccuracy, { query: {} }),
      'the last builds': () => admin.call(listObservations, { query: of }),
      'a build that is left out and counted again': async () => {
        await admin.call(decideObservation, { ...one, body: { counts: false, reason: 'Measured' } });
        await admin.call(decideObservation, { ...one, body: { counts: true } });
      },
      'by hand: medians of the last 50': () =>
        sql`select percentile_cont(0.5) within group (order by ln(actual_hours / estimated_hours)) from (
          select * from estimate_observation o where facility_id = ${facility} and machine_model_id = ${machine.model}
            and material_id = ${machine.material} and layer_um = 0 and excluded is null
          order by finished_at desc, id desc limit 50) o`.execute(db),
      'by hand: a mean of all': () =>
        sql`select avg(ln(actual_hours / estimated_hours)) from estimate_observation
          where facility_id = ${facility} and machine_model_id = ${machine.model} and material_id = ${machine.material}
            and excluded is null`.execute(db),
    };
    for (const [name, work] of Object.entries(measures)) {
      const taken = await median(work);
      found[name] = [...(found[name] ?? []), taken];
    }
  }
  for (const [name, times] of Object.entries(found)) {
    console.log(`${name}: ${times.map((time) => `${time.toFixed(1)} ms`).join(', ')} of 1,000, 100,000, 1,000,000`);
  }
  for (const [name, [few = 0, , most = 0]] of Object.entries(found)) {
    if (!name.includes('mean of all')) expect(most, name).toBeLessThan(few * 3 + 20);
  }
});
