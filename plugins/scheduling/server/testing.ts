import { randomUUID } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { CallError } from '@sinter/sdk/contract/errors';
import { createJob, type Job } from '@sinter/sdk/contract/scheduling/jobs';
import { sql } from 'kysely';
import { partsOf } from './parts.ts';
import { tellScheduled } from './scheduled.ts';
import { testServer, type TestClient, type TestServer } from '../../../host/server/testing.ts';

export const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** The demo company without its jobs, each of its machines free and always staffed. */
export async function schedulingTestServer(
  worker = false,
  allowedNetworks: readonly string[] = [],
): Promise<TestServer> {
  const server = await testServer({ plugins, demo: true, worker, allowedNetworks });
  await server.asOwner((db) =>
    sql`truncate job_history, job_file, job_material, job_attachment, job cascade`.execute(db),
  );
  await sql`update rfq_order_file set scheduled = 0`.execute(server.services.db);
  await sql`delete from facility_calendar`.execute(server.services.db);
  return server;
}

/** A machine of the root facility with the materials that it runs. */
export async function machineOf(server: TestServer, name: string) {
  const { db } = server.services;
  const machine = await db
    .selectFrom('equipment')
    .select(['id', 'facility_id'])
    .where('display_name', '=', name)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('equipment_material')
    .select('material_id')
    .where('equipment_id', '=', machine.id)
    .orderBy('material_id')
    .execute();
  const [material = 0, other = 0] = rows.map((row) => row.material_id);
  return { ...machine, material, other };
}
export type TestMachine = Awaited<ReturnType<typeof machineOf>>;

/** A full hour that lies so many hours ahead. */
export const hoursAhead = (hours: number): number => Math.ceil(Date.now() / hour) * hour + hours * hour;

/** Midnight in central Europe before a Friday that is still to come, in a week with winter time. */
export function comingFriday(): number {
  const tenth = Date.parse(`${new Date().getUTCFullYear() + 1}-01-10T00:00:00+01:00`);
  return tenth + ((12 - new Date(tenth + hour).getUTCDay()) % 7) * day;
}

export const draftOf = (machine: TestMachine, from: number, hours: number) => ({
  jobName: `Build at ${from}`,
  equipmentDTO: { id: machine.id },
  materialDTO: { id: machine.material },
  fromDate: String(from),
  toDate: String(from + hours * hour),
  files: [] as { rfqCadFileId: number; quantity: number }[],
});

export const build = (client: TestClient, machine: TestMachine, from: number, hours = 2): Promise<Job> =>
  client.call(createJob, { body: { ...draftOf(machine, from, hours), eventId: randomUUID() } });

/** Puts a job into a status without asking the table. */
export async function force(server: TestServer, id: number, columns: { status: string; job_type?: string }) {
  await server.services.write(async (unit) => {
    await unit.db.updateTable('job').set(columns).where('id', '=', id).execute();
    const parts = await partsOf(unit, id);
    await tellScheduled(
      server.services,
      unit,
      parts.map((part) => part.order_file_id),
    );
  });
}

/** A part of an order that was awarded to the root facility in this quantity, and a machine that makes it. */
export async function orderedPart(
  server: TestServer,
  quantity: number,
): Promise<{ id: number; orderId: number; process: number }> {
  const { rows } = await sql<{ id: number; orderId: number; process: number }>`
    with chosen as (
      select f.id, f.order_id from rfq_order_file f join rfq_match m on m.order_id = f.order_id
      where m.facility_id = ${server.world.rootFacilityId} and m.status in ('SP_BID_ACCEPTED', 'IN_PROGRESS')
      order by f.id limit 1
    ), copied as (
      insert into rfq_order_file
        (order_id, original_file_id, file_id, am_process_id, material_id, quantity, units, position)
      select f.order_id, f.original_file_id, f.file_id, f.am_process_id, f.material_id, ${quantity}, f.units,
        (select max(position) + 1 from rfq_order_file other where other.order_id = f.order_id)
      from rfq_order_file f join chosen on chosen.id = f.id returning id, order_id, am_process_id
    ) select id, order_id as "orderId", am_process_id as process from copied
  `.execute(server.services.db);
  const [part] = rows;
  if (!part) throw new Error('The demo has no order that was awarded.');
  return part;
}

/** Machines of the root facility that work by this process. */
export async function machinesFor(server: TestServer, process: number): Promise<TestMachine[]> {
  const rows = await server.services.db
    .selectFrom('equipment')
    .innerJoin('machine_model', 'machine_model.id', 'equipment.machine_model_id')
    .select('equipment.display_name')
    .where('equipment.facility_id', '=', server.world.rootFacilityId)
    .where('machine_model.am_process_id', '=', process)
    .orderBy('equipment.id')
    .execute();
  return Promise.all(rows.map((row) => machineOf(server, row.display_name)));
}

export async function failure(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw error instanceof Error ? error : new Error('The call did not fail.');
}

/** What a call came to: `OK`, or the code that it was refused with. */
export const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'OK',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  );

/** Verifies somebody of the root facility as a US person there; sign in afterwards. */
export async function clear(server: TestServer, account: string): Promise<void> {
  const { rootFacilityId, users } = server.world;
  const { db } = server.services;
  await sql`insert into export_policy (facility_id, enabled) values (${rootFacilityId}, true)
    on conflict do nothing`.execute(db);
  await sql`insert into export_clearance (user_id, facility_id, basis, stated_on, decided_by, decided_at, expires_on)
    values (${users[`${account}@demo.example`]}, ${rootFacilityId}, 'CITIZEN', current_date,
      ${users['legal@demo.example']}, now(), current_date + 300)`.execute(db);
}

/** As the order's own mark says. */
export async function mark(server: TestServer, { orderId }: { orderId: number }, controlled = true): Promise<void> {
  await sql`update rfq_order set export_controlled = ${controlled} where id = ${orderId}`.execute(server.services.db);
}
