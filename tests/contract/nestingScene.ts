import { Readable } from 'node:stream';
import plugins from 'virtual:plugin-servers';
import { beginNesting, readNesting, type NestingDetail } from '@sinter/sdk/contract/production/nesting';
import type { CallInput } from '@sinter/sdk/contract/call';
import { storedFiles } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { preparationServer } from '../../plugins/preparation/server/index.ts';
import { buildThread } from '../../plugins/preparation/server/testing.ts';

/** The demo company, with threads of the present sources. */
export async function nestingServer(): Promise<TestServer> {
  const threads = preparationServer({ threadFile: await buildThread() });
  const halves = plugins.map((plugin) => (plugin.id === 'preparation' ? threads : plugin));
  return testServer({ plugins: halves, demo: true, worker: true });
}

/** A machine of the root facility. */
export async function machineFor(server: TestServer, processKey: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select e.id from equipment e join machine_model m on m.id = e.machine_model_id
      join am_process p on p.id = m.am_process_id
    where e.facility_id = ${server.world.rootFacilityId} and p.process_key = ${processKey} and not e.hidden
    order by e.id limit 1`.execute(server.services.db);
  return rows[0]?.id ?? 0;
}

/** Parts of one awarded order, one of each file, for MJF unless another process is given. */
export async function orderedParts(
  server: TestServer,
  fileIds: readonly number[],
  processKey = 'HPBJ',
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with chosen as (
      select f.* from rfq_order_file f join rfq_match m on m.order_id = f.order_id
      where m.facility_id = ${server.world.rootFacilityId} and m.status in ('SP_BID_ACCEPTED', 'IN_PROGRESS')
      order by f.id limit 1)
    insert into rfq_order_file (order_id, original_file_id, file_id, am_process_id, material_id, quantity, units, position)
    select c.order_id, each.id, each.id, p.id, (select min(id) from material where am_process_id = p.id), 50, 'MM',
      (select max(position) from rfq_order_file other where other.order_id = c.order_id) + each.place
    from chosen c, am_process p, unnest(${[...fileIds]}::bigint[]) with ordinality as each(id, place)
    where p.process_key = ${processKey} order by each.place returning id`.execute(server.services.db);
  return rows.map(({ id }) => id);
}

/** Prepared files of the demo's buyer, each with another shape. */
export async function shapesOf(server: TestServer, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select min(s.id) as id from file_facts facts join stored_file s on s.id = facts.file_id
    where s.owner_company_id = ${server.world.buyerCompanyId} and greatest(size_x_mm, size_y_mm, size_z_mm) < 200
    group by s.sha256 order by 1 limit ${count}`.execute(server.services.db);
  return rows.map(({ id }) => Number(id));
}

/** A file of the demo's buyer, of any size. */
export async function stored({ services, world }: TestServer, fileName: string, content: Uint8Array): Promise<number> {
  const { sha256, size } = await services.files.write(Readable.from([content]), {
    controlled: false,
    maxBytes: Infinity,
  });
  const owner = { companyId: world.buyerCompanyId };
  const file = { sha256, size, fileName, controlled: false, createdBy: null, owner };
  return (await services.write((unit) => services.get(storedFiles).add(unit, file))).id;
}

export const begin = (client: TestClient, body: CallInput<typeof beginNesting>['body']) =>
  client.call(beginNesting, { body });

/** How a nesting ends. */
export async function ended(client: TestClient, id: number): Promise<NestingDetail> {
  await expect
    .poll(async () => (await client.call(readNesting, { params: { id } })).state, { timeout: 200_000, interval: 200 })
    .not.toBe('WAITING');
  return client.call(readNesting, { params: { id } });
}
