import { randomUUID } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract/errors';
import * as machines from '@sinter/sdk/contract/catalog/machines';
import { sql } from 'kysely';
import { testServer, type Account, type TestClient, type TestServer } from '../../../host/server/testing.ts';
import adminArea from '../../admin/server/index.ts';
import orders from '../../orders/server/index.ts';
import preparation from '../../preparation/server/index.ts';
import scheduling from '../../scheduling/server/index.ts';
import catalog from './index.ts';

/** What may be done with a machine depends on its jobs; the tests plan their own. */
const { demo: _planned, ...withoutJobs } = scheduling;

/** The demo company, and an enterprise that has nothing to do with it. */
export async function openShop() {
  const server = await testServer({ plugins: [adminArea, preparation, catalog, orders, withoutJobs], demo: true });
  const { rows } = await sql<{ id: number }>`
    insert into facility (company_name, time_zone) values ('Elsewhere Ltd', 'UTC') returning id
  `.execute(server.services.db);
  const enter = (account: Account) => server.client(account);
  const [admin, planner, operator, second, buyer] = await Promise.all([
    enter('admin'),
    enter('planner'),
    enter('operator'),
    enter('admin2'),
    enter('buyer'),
  ]);
  return { server, elsewhere: rows[0]?.id ?? 0, admin, planner, operator, second, buyer };
}

export const failure = async (call: Promise<unknown>): Promise<CallError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CallError) return error;
  throw new Error('The call did not fail with a CallError.');
};
export const codeOf = async (call: Promise<unknown>) => (await failure(call)).code;

export async function modelNamed(name: string, client: TestClient) {
  const model = (await client.call(machines.listMachines, {})).find(({ modelName }) => modelName === name);
  if (!model) throw new Error(`No model ${name}.`);
  return model;
}
export async function materialNamed(name: string, client: TestClient) {
  const material = (await client.call(machines.listLibraryMaterials, {})).find((one) => one.name === name);
  if (!material) throw new Error(`No material ${name}.`);
  return material;
}
export async function machineNamed(name: string, client: TestClient) {
  const machine = (await client.call(machines.listFacilityEquipments, {})).find((one) => one.displayName === name);
  if (!machine) throw new Error(`No machine ${name}.`);
  return machine;
}
export const change = (machine: { id: number }, values: Record<string, unknown>, client: TestClient) =>
  client.call(machines.updateEquipment, { params: { id: machine.id }, body: values });

export async function added(values: Record<string, unknown>, client: TestClient) {
  const model = await modelNamed('Jet Fusion 5200', client);
  const material = await materialNamed('HP 3D HR PA 12', client);
  return client.call(machines.createEquipment, {
    body: {
      eventId: randomUUID(),
      displayName: `Machine ${randomUUID().slice(0, 8)}`,
      machineId: model.id,
      materials: [{ id: material.id }],
      currentlyUsedMaterialId: material.id,
      hourlyRate: 2500,
      ...values,
    },
  });
}

interface Job {
  status?: string;
  type?: string;
  materialId?: number | null;
}

/** A job of the demo's main facility. */
export const planJob = (
  { world, services }: TestServer,
  equipmentId: number,
  { status = 'QUEUED', type = 'ORDER_NO_RFQ', materialId = null }: Job = {},
) =>
  sql`
    insert into job (facility_id, equipment_id, job_name, job_type, job_source, job_creation_type, status, material_id,
      from_date, to_date)
    values (${world.rootFacilityId}, ${equipmentId}, 'Build', ${type}, 'SCHEDULING', 'MANUAL', ${status}, ${materialId},
      '2030-01-01', '2030-01-02')
  `.execute(services.db);
