import * as machines from '@sinter/sdk/contract/catalog/machines';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../host/server/testing.ts';
import * as shop from './testing.ts';
import { codeOf, failure } from './testing.ts';

let server: TestServer;
let admin: TestClient;
let operator: TestClient;
let second: TestClient;
let buyer: TestClient;

beforeAll(async () => {
  ({ server, admin, operator, second, buyer } = await shop.openShop());
}, 60_000);
afterAll(() => server.stop());

const materialNamed = (name: string, client = admin) => shop.materialNamed(name, client);
const machineNamed = (name: string, client = admin) => shop.machineNamed(name, client);

describe('materials of a facility', () => {
  const keep = (id: number, values: { kept?: boolean; pricePerKg?: number }, client = admin) =>
    client.call(machines.updateFacilityMaterial, { params: { id }, body: { kept: true, pricePerKg: 500, ...values } });
  const priceOf = async (id: number, client: TestClient) =>
    (await client.call(machines.listFacilityMaterials, {})).find((one) => one.id === id)?.pricePerKg;

  test('have a price of their own in each', async () => {
    const { id } = await materialNamed('IN718');
    const before = await priceOf(id, second);
    expect(before).toBe(9800);
    expect((await keep(id, { pricePerKg: 6100 })).pricePerKg).toBe(6100);
    expect([await priceOf(id, admin), await priceOf(id, second)]).toEqual([6100, before]);
    expect(await codeOf(keep(id, {}, operator))).toBe('FORBIDDEN');
    // Who sees no prices sees what is kept without them.
    expect(await priceOf(id, operator)).toBeNull();
    await keep(id, { pricePerKg: 9800 });
  });

  test('stay while a machine runs them', async () => {
    const { id } = await materialNamed('HP 3D HR PA 11');
    const refused = await failure(keep(id, { kept: false }));
    expect([refused.code, refused.message]).toEqual(['CONFLICT', expect.stringContaining('MJF-01')]);
    const spare = (await materialNamed('NickelAlloy IN625')).id;
    await keep(spare, {});
    await keep(spare, { kept: false });
    expect(await priceOf(spare, admin)).toBeUndefined();
    const noted = async () =>
      (
        await sql<{ count: number }>`select count(*)::int from audit_entry where action = 'material.dropped'`.execute(
          server.services.db,
        )
      ).rows[0]?.count;
    const before = await noted();
    // Dropped twice is dropped, and noted once.
    await keep(spare, { kept: false });
    expect(await noted()).toBe(before);
  });
});

describe('finishing', () => {
  test('is what a facility says it offers', async () => {
    const all = await buyer.call(machines.listPostProcessing, {});
    const mine = await admin.call(machines.listFacilityPostProcessing, {});
    expect([all.length, mine.length]).toEqual([25, 6]);
    const [first, next] = all;
    const ids = [first?.id ?? 0, next?.id ?? 0];
    const offered = await second.call(machines.updateFacilityPostProcessing, { body: { ids } });
    expect(offered.map(({ id }) => id)).toEqual(ids);
    expect(await admin.call(machines.listFacilityPostProcessing, {})).toEqual(mine);
    const wrong = second.call(machines.updateFacilityPostProcessing, { body: { ids: [999_999] } });
    expect(await codeOf(wrong)).toBe('INVALID_INPUT');
    expect(await second.call(machines.listFacilityPostProcessing, {})).toHaveLength(2);
  });
});

describe('documents', () => {
  test('of a machine or a material are seen by the facility that attached them', async () => {
    const machine = await machineNamed('SLS-01');
    const material = await materialNamed('PA 2200 (PA12)');
    const response = await admin.send('/api/v1/files', 'sheet.pdf', 'x');
    const { id: fileId } = (await response.json()) as { id: number };
    const attach = (entityType: 'MATERIAL' | 'EQUIPMENT', entityId: number, client = admin) =>
      client.call(machines.addMaterialFile, { body: { entityType, entityId, title: 'Data sheet', fileId } });
    const list = (entityType: 'MATERIAL' | 'EQUIPMENT', entityId: number, client: TestClient) =>
      client.call(machines.listMaterialFiles, { query: { entityType, entityId } });

    const sheet = await attach('MATERIAL', material.id);
    await attach('EQUIPMENT', machine.id);
    expect((await list('MATERIAL', material.id, operator)).map(({ title }) => title)).toEqual(['Data sheet']);
    expect((await operator.fetch(sheet.fileDTO.fileURL)).status).toBe(200);
    expect(await list('MATERIAL', material.id, second)).toEqual([]);
    expect(await list('EQUIPMENT', machine.id, second)).toEqual([]);
    expect(await list('MATERIAL', material.id, buyer)).toEqual([]);
    expect(await codeOf(attach('EQUIPMENT', machine.id, second))).toBe('NOT_FOUND');
    expect(await codeOf(second.call(machines.removeMaterialFile, { params: { id: sheet.id } }))).toBe('NOT_FOUND');
    await admin.call(machines.removeMaterialFile, { params: { id: sheet.id } });
    expect(await list('MATERIAL', material.id, admin)).toEqual([]);
  });
});
