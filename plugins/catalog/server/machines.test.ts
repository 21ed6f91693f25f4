import { randomUUID } from 'node:crypto';
import { listEquipments } from '@sinter/sdk/contract/catalog/catalog';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import * as machines from '@sinter/sdk/contract/catalog/machines';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import catalog from './index.ts';
import { machineLibrary, materialLibrary } from './library/index.ts';
import { libraryVersion, loadLibrary } from './library/load.ts';
import * as shop from './testing.ts';
import { codeOf, failure } from './testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
let operator: TestClient;
let second: TestClient;
let buyer: TestClient;
let elsewhere: number;

beforeAll(async () => {
  ({ server, admin, planner, operator, second, buyer, elsewhere } = await shop.openShop());
}, 60_000);
afterAll(() => server.stop());

const modelNamed = (name: string, client = admin) => shop.modelNamed(name, client);
const materialNamed = (name: string, client = admin) => shop.materialNamed(name, client);
const machineNamed = (name: string, client = admin) => shop.machineNamed(name, client);
const added = (values: Record<string, unknown> = {}, client = admin) => shop.added(values, client);
const change = (machine: { id: number }, values: Record<string, unknown>, client = admin) =>
  shop.change(machine, values, client);

describe('the library', () => {
  test('is in the tables, and loading it again changes nothing', async () => {
    const count = async () =>
      (
        await sql<{ models: number; materials: number; families: number }>`
          select (select count(*) from machine_model where owner_facility_id is null)::int as models,
            (select count(*) from material where owner_facility_id is null)::int as materials,
            (select count(*) from machine_model_general_material)::int as families
        `.execute(server.services.db)
      ).rows[0];
    const before = await count();
    expect(before).toMatchObject({ models: machineLibrary.length, materials: materialLibrary.length });
    await loadLibrary(server.services.db);
    expect(await count()).toEqual(before);
  });

  test('sets right what it had wrong before, and leaves what enterprises added', async () => {
    const { db } = server.services;
    const { rows } = await sql<{ id: number }>`
      update machine_model m set am_process_id = (select id from am_process where process_key = 'OTHER'), build_z_mm = 1
      from manufacturer maker where maker.id = m.manufacturer_id and maker.name = 'EOS' and m.model_name = 'EOS P 396'
      returning m.id
    `.execute(db);
    const id = rows[0]?.id ?? 0;
    await sql`
      insert into machine_model_general_material (machine_model_id, general_material_id)
      select ${id}, id from general_material where name = 'Sand'
    `.execute(db);
    await sql`insert into machine_model_general_material select m.id, g.id from machine_model m, general_material g
      where m.owner_facility_id is not null and g.name = 'Sand' on conflict do nothing`.execute(db);
    const ofOwn = async () =>
      (
        await sql<{ count: number }>`
          select count(*)::int from machine_model_general_material mg join machine_model m on m.id = mg.machine_model_id
          where m.owner_facility_id is not null
        `.execute(db)
      ).rows[0]?.count;
    const before = await ofOwn();
    await loadLibrary(db);
    const model = await modelNamed('EOS P 396');
    expect([model.amProcess.name, model.buildVolume?.z]).toEqual(['SLS', 600]);
    expect(model.generalMaterialTypes.map(({ name }) => name)).not.toContain('Sand');
    expect(await ofOwn()).toBe(before);
  });

  test('has a migration that brings in what it holds now', () => {
    expect(
      Object.keys(catalog.migrations).some((name) => name.endsWith(`_library_${libraryVersion}`)),
      `The library was changed: add a migration named NNN_library_${libraryVersion} to server/index.ts.`,
    ).toBe(true);
  });

  test('says where facts come from, and has machines that build nothing', async () => {
    const { source, own, buildVolume } = await modelNamed('EOS P 396');
    expect([own, buildVolume]).toEqual([false, { x: 340, y: 340, z: 600 }]);
    expect(source).toMatch(/^(https:|github\.com)/);
    expect((await modelNamed('Form Wash')).buildVolume).toBeNull();
    const { properties, source: read } = await materialNamed('AlSi10Mg');
    expect([properties.tensileStrengthMpa, read === null]).toEqual([expect.any(Number), false]);
  });

  test('is sorted as lists show it', async () => {
    const sequence = await buyer.call(machines.listProcessSequence, {});
    expect(sequence.map((one) => one.sequence)).toEqual(sequence.map((_, place) => place));
    expect((await admin.call(machines.listGeneralMaterials, {})).map(({ name }) => name)).toContain('Titanium');
    expect((await admin.call(machines.listSimulationSoftware, {})).map(({ name }) => name)).toContain('Magics');
  });
});

describe('models and materials of an enterprise', () => {
  const own = async () => ({
    modelName: 'Garage One',
    manufacturer: 'eos',
    amProcessId: (await modelNamed('EOS P 396')).amProcess.id,
    buildVolume: { x: 100, y: 110, z: 120 },
    generalMaterials: [],
  });

  test('are seen by its facilities, and by nobody else', async () => {
    const added = await admin.call(machines.createMachine, { body: await own() });
    expect(added.manufacturer.name).toBe('EOS');
    expect(await modelNamed('Garage One', second)).toMatchObject({ own: true, source: null });
    const names = async (client: TestClient) =>
      (await client.call(machines.listMachines, {})).map(({ modelName }) => modelName);
    expect(await names(buyer)).not.toContain('Garage One');
    await sql`update machine_model set owner_facility_id = ${elsewhere} where id = ${added.id}`.execute(
      server.services.db,
    );
    expect(await names(admin)).not.toContain('Garage One');
    expect(await codeOf(addedWith(added.id))).toBe('INVALID_INPUT');
    // What others have is no reason to refuse.
    expect((await admin.call(machines.createMachine, { body: await own() })).id).not.toBe(added.id);
  });
  const addedWith = (machineId: number) => added({ machineId, materials: [], currentlyUsedMaterialId: null });

  test('are refused when the library or the enterprise has one of that name', async () => {
    const body = { ...(await own()), modelName: 'eos p 396' };
    const taken = await failure(second.call(machines.createMachine, { body }));
    expect([taken.code, taken.fields['modelName']]).toEqual(['CONFLICT', expect.stringContaining('EOS P 396')]);
    const bare = second.call(machines.createMachine, { body: { ...body, modelName: 'P 396' } });
    expect(await codeOf(bare)).toBe('CONFLICT');
    const { generalMaterial, amProcessId } = await materialNamed('PA 2200 (PA12)');
    const material = {
      name: 'Own powder',
      manufacturer: '',
      generalMaterialId: generalMaterial.id,
      amProcessId,
      density: 1,
    };
    const made = await second.call(machines.createMaterial, { body: material });
    expect(made).toMatchObject({ own: true, manufacturer: null, source: null });
    expect(await codeOf(admin.call(machines.createMaterial, { body: { ...material, name: 'OWN POWDER' } }))).toBe(
      'CONFLICT',
    );
    await sql`update material set owner_facility_id = ${elsewhere} where id = ${made.id}`.execute(server.services.db);
    const keep = { params: { id: made.id }, body: { kept: true, pricePerKg: 1 } };
    expect(await codeOf(admin.call(machines.updateFacilityMaterial, keep))).toBe('NOT_FOUND');
    const seen = await admin.call(machines.listLibraryMaterials, {});
    expect(seen.map(({ name }) => name)).not.toContain('Own powder');
  });

  test('may name a new maker at the same moment', async () => {
    const body = { ...(await own()), manufacturer: 'New Maker' };
    const made = await Promise.all(
      ['A', 'B', 'C', 'D'].map((modelName) => admin.call(machines.createMachine, { body: { ...body, modelName } })),
    );
    expect(new Set(made.map(({ manufacturer }) => manufacturer.id)).size).toBe(1);
    const twins = ['Same', 'same', 'SAME'].map((modelName) =>
      admin.call(machines.createMachine, { body: { ...body, modelName } }).then(
        () => 'added',
        (error: unknown) => (error as { code: string }).code,
      ),
    );
    expect((await Promise.all(twins)).toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'added']);
  });

  test('name what is missing', async () => {
    const body = { ...(await own()), modelName: 'Nothing', buildVolume: null };
    expect((await failure(admin.call(machines.createMachine, { body }))).fields).toHaveProperty('buildVolume');
    const process = { ...(await own()), modelName: 'Nothing', amProcessId: 999_999 };
    expect((await failure(admin.call(machines.createMachine, { body: process }))).fields).toHaveProperty('amProcessId');
  });
});

describe('machines of a facility', () => {
  test('are added once however often it is asked for', async () => {
    const eventId = randomUUID();
    const first = await added({ displayName: 'MJF-07', eventId });
    expect(first).toMatchObject({ displayName: 'MJF-07', hourlyRate: 2500, openJobs: 0, used: false, hidden: false });
    expect((await added({ displayName: 'MJF-07', eventId })).id).toBe(first.id);
    const taken = await failure(added({ displayName: 'mjf-07' }));
    expect([taken.code, Object.keys(taken.fields)]).toEqual(['CONFLICT', ['displayName']]);
    // Another facility may call its own the same.
    expect(await codeOf(added({ displayName: 'MJF-07' }, second))).toBe('INVALID_INPUT');
  });

  test('are changed by those who configure the facility, and only its own', async () => {
    const machine = await machineNamed('MJF-02');
    const renamed = await change(machine, { displayName: 'MJF-02b', hourlyRate: 4100 });
    expect(renamed).toMatchObject({ displayName: 'MJF-02b', hourlyRate: 4100, materials: machine.materials });
    await change(renamed, { displayName: 'MJF-02', hourlyRate: machine.hourlyRate });
    expect(await codeOf(change(machine, {}, operator))).toBe('FORBIDDEN');
    expect(await codeOf(change(machine, {}, second))).toBe('NOT_FOUND');
    expect(await codeOf(buyer.call(machines.listFacilityEquipments, {}))).toBe('FORBIDDEN');
    const others = await second.call(machines.listFacilityEquipments, {});
    expect(others.every(({ spId }) => spId === server.world.secondFacilityId)).toBe(true);
  });

  test('change in what is said, and in nothing that somebody else changed meanwhile', async () => {
    const machine = await added();
    const material = await materialNamed('HP 3D HR PA 12');
    await planner.call(machines.loadMaterial, { params: { id: machine.id }, body: { materialId: null } });
    const renamed = await change(machine, { displayName: `${machine.displayName} b` });
    expect([renamed.displayName, renamed.currentlyUsedMaterialId]).toEqual([`${machine.displayName} b`, null]);
    expect(renamed).toMatchObject({ materials: [material.id], hourlyRate: 2500, hidden: false });
    await change(machine, { currentlyUsedMaterialId: material.id });
    expect(Object.keys((await failure(change(machine, { materials: [] }))).fields)).toEqual([
      'currentlyUsedMaterialId',
    ]);
  });

  test('of one name are one, however many are added at once and however it is written', async () => {
    const names = ['Twin', 'twin', 'TWIN', 'tWin'];
    const codes = await Promise.all(
      names.map((displayName) =>
        added({ displayName }).then(
          () => 'added',
          (error: unknown) => (error as { code: string }).code,
        ),
      ),
    );
    expect(codes.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'added']);
  });

  test('tell their rates only to those who may see prices', async () => {
    const rates = async (client: TestClient) =>
      (await client.call(machines.listFacilityEquipments, {})).map(({ hourlyRate }) => hourlyRate);
    expect((await rates(admin)).includes(null)).toBe(false);
    expect((await rates(operator)).every((rate) => rate === null)).toBe(true);
  });

  test('keep what they use each material for', async () => {
    const [powder, fine] = [await materialNamed('HP 3D HR PA 12'), await materialNamed('HP 3D HR PA 11')];
    const machine = await added({
      materials: [
        { id: powder.id, role: 'PRIMARY' },
        { id: fine.id, role: 'PRINT_SHEET' },
      ],
    });
    expect(machine.materials).toEqual([powder.id]);
    const roles = [
      { id: powder.id, role: 'PRIMARY' },
      { id: fine.id, role: 'PRINT_SHEET' },
    ];
    expect(machine.materialRoles.toSorted((a, b) => a.id - b.id)).toEqual(roles.toSorted((a, b) => a.id - b.id));
  });

  test('run only what the facility keeps, for their process, and load what they run', async () => {
    const fields = async (values: Record<string, unknown>) => Object.keys((await failure(added(values))).fields);
    const [powder, steel] = [await materialNamed('HP 3D HR PA 12'), await materialNamed('AlSi10Mg')];
    const unkept = await materialNamed('Tungsten (A)');
    expect(await fields({ materials: [{ id: powder.id }, { id: unkept.id }] })).toEqual(['materials']);
    expect(await fields({ materials: [{ id: powder.id }, { id: steel.id }] })).toEqual(['materials']);
    expect(await fields({ materials: [{ id: powder.id }, { id: powder.id }] })).toEqual(['materials']);
    expect(await fields({ currentlyUsedMaterialId: steel.id })).toEqual(['currentlyUsedMaterialId']);

    const machine = await machineNamed('MJF-01');
    const load = (materialId: number | null, client = planner) =>
      client.call(machines.loadMaterial, { params: { id: machine.id }, body: { materialId } });
    expect((await load(null)).currentlyUsedMaterialId).toBeNull();
    expect((await load(powder.id)).currentlyUsedMaterialId).toBe(powder.id);
    expect((await load(powder.id)).currentlyUsedMaterialId).toBe(powder.id);
    const { rows: told } = await sql<{ payload: unknown }>`
      select payload from outbox_event where type = 'catalog.changed' and payload ->> 'what' = 'LOADED'
    `.execute(server.services.db);
    expect(told).toEqual([
      {
        payload: {
          facilityId: server.world.rootFacilityId,
          what: 'LOADED',
          machineId: machine.id,
          materialId: powder.id,
        },
      },
    ]);
    expect(await codeOf(load(steel.id))).toBe('INVALID_INPUT');
    expect(await codeOf(load(powder.id, second))).toBe('NOT_FOUND');
    expect(await codeOf(load(powder.id, operator))).toBe('FORBIDDEN');
  });

  test('are retired only without open jobs, and keep their model once they had one', async () => {
    const machine = await added();
    const other = await modelNamed('Jet Fusion 4200');
    expect((await change(machine, { machineId: other.id })).machine.modelName).toBe('Jet Fusion 4200');
    await shop.planJob(server, machine.id, { type: 'DOWNTIME' });
    await shop.planJob(server, machine.id, { type: 'POST_PROCESSING_DOWNTIME' });
    expect((await change(machine, { hidden: true })).hidden).toBe(true);
    await change(machine, { hidden: false });
    await shop.planJob(server, machine.id);
    await shop.planJob(server, machine.id, { status: 'COMPLETED' });
    const present = await machineNamed(machine.displayName);
    expect([present.openJobs, present.used]).toEqual([1, true]);
    const refused = await failure(change(present, { hidden: true }));
    expect([refused.code, refused.message]).toEqual(['CONFLICT', expect.stringContaining('1 open job')]);
    expect(await codeOf(change(present, { machineId: machine.machine.id }))).toBe('CONFLICT');
    await sql`update job set status = 'CANCELLED' where equipment_id = ${machine.id}`.execute(server.services.db);
    expect((await change(present, { hidden: true })).hidden).toBe(true);
    expect((await change(present, { hidden: false })).hidden).toBe(false);
  });

  test('run a material as long as open jobs on them are built of it', async () => {
    const [powder, fine] = [await materialNamed('HP 3D HR PA 12'), await materialNamed('HP 3D HR PA 11')];
    const machine = await added({ materials: [{ id: powder.id }, { id: fine.id }], currentlyUsedMaterialId: null });
    await shop.planJob(server, machine.id, { materialId: powder.id });
    const refused = await failure(change(machine, { materials: [{ id: fine.id }] }));
    expect([refused.code, refused.fields['materials']]).toEqual(['CONFLICT', expect.stringContaining(powder.name)]);
    expect((await change(machine, { materials: [{ id: powder.id }] })).materials).toEqual([powder.id]);
  });

  test('can be retired whatever they ran before anybody looked', async () => {
    const [machine, steel] = [await added(), await materialNamed('AlSi10Mg')];
    await sql`insert into equipment_material (equipment_id, material_id) values (${machine.id}, ${steel.id})`.execute(
      server.services.db,
    );
    expect((await change(machine, { hidden: true })).hidden).toBe(true);
  });

  test('cannot be retired while a job is being planned on them', async () => {
    const machine = await added();
    let retired: Promise<unknown> | undefined;
    await server.services.write(async (unit) => {
      await unit.db.selectFrom('equipment').select('id').where('id', '=', machine.id).forUpdate().execute();
      retired = codeOf(change(machine, { hidden: true }));
      await sql`
        insert into job (facility_id, equipment_id, job_name, job_type, job_source, job_creation_type, status, from_date, to_date)
        values (${server.world.rootFacilityId}, ${machine.id}, 'Build', 'ORDER_NO_RFQ', 'SCHEDULING', 'MANUAL', 'QUEUED',
          '2030-01-01', '2030-01-02')
      `.execute(unit.db);
    });
    expect(await retired).toBe('CONFLICT');
  });

  test('show a picture that their whole enterprise may see', async () => {
    const upload = async (name: string, fields = {}) => {
      const response = await admin.send('/api/v1/files', name, 'x', fields);
      return ((await response.json()) as { id: number }).id;
    };
    const fileId = await upload('machine.png');
    const machine = await added({ imageFileId: fileId });
    expect(machine.imageFileId).toBe(fileId);
    expect((await operator.fetch(machine.imageUrl ?? '')).status).toBe(200);
    const scheduled = await planner.call(listEquipments, { query: { getFromAllFacilities: 'true' } });
    expect(scheduled.find(({ id }) => id === machine.id)?.imageUrl).toBe(machine.imageUrl);
    expect((await change(machine, { imageFileId: null })).imageUrl).toBeNull();
    const fields = async (id: number) => Object.keys((await failure(added({ imageFileId: id }))).fields);
    expect(await fields(await upload('table.csv'))).toEqual(['imageFileId']);
    expect(await fields(999_999)).toEqual(['imageFileId']);
    const foreign = await buyer.send('/api/v1/files', 'theirs.png', 'x');
    expect(await fields(((await foreign.json()) as { id: number }).id)).toEqual(['imageFileId']);
  });
});

test('machines that build nothing offer no build volume to buyers', async () => {
  const wash = await modelNamed('Form Wash');
  await added({ machineId: wash.id, materials: [], currentlyUsedMaterialId: null });
  const offers = await buyer.call(listOfferedMaterials, {});
  expect(offers.length).toBeGreaterThan(0);
  expect(offers.every(({ maxBuildVolume }) => maxBuildVolume.x > 0)).toBe(true);
});
