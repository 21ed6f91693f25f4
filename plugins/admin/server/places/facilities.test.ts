import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import pg from 'pg';
import { switchFacility } from '@sinter/sdk/contract/host/account';
import { addFacility, listFacilities, updateFacility } from '@sinter/sdk/contract/admin/facilities';
import { getUser } from '@sinter/sdk/contract/host/session';
import { readModules } from '@sinter/sdk/contract/host/modules';
import { saveConfig } from '@sinter/sdk/contract/host/records';
import { listInternalFacilities } from '@sinter/sdk/contract/host/places';
import { addDepartment, listTeam } from '@sinter/sdk/contract/admin/team';
import catalog from '../../../catalog/server/index.ts';
import orders from '../../../orders/server/index.ts';
import preparation from '../../../preparation/server/index.ts';
import scheduling from '../../../scheduling/server/index.ts';
import { hostDb } from '../../../../host/server/allTables.ts';
import { type TestClient, type TestServer, testServer } from '../../../../host/server/testing.ts';
import administration from '../index.ts';
import { adminDb } from '../tables.ts';

let server: TestServer;
let admin: TestClient;
const db = () => hostDb(server.services.db);
beforeAll(async () => {
  server = await testServer({ plugins: [administration, catalog, preparation, orders, scheduling], demo: true });
  admin = await server.client('admin');
});
afterAll(() => server.stop());

const facilities = () => admin.call(listFacilities, {});
const opened = { companyName: 'Demo Additive Turin', code: 'TUR', timeZone: 'Europe/Rome', currency: 'EUR' };
const names = (rows: { serviceProviderDTO: { companyName: string } }[]) =>
  rows.map(({ serviceProviderDTO }) => serviceProviderDTO.companyName);
const change = async (id: number, more: Record<string, unknown>) => {
  const found = (await facilities()).find((facility) => facility.id === id);
  if (!found) throw new Error('There is no such facility.');
  const { companyName, code, timeZone, workplanEnabled, itarEnabled, active } = found;
  const body = { companyName, code, timeZone, workplanEnabled, itarEnabled, active, ...more };
  return admin.call(updateFacility, { params: { id }, body });
};

describe('the facilities of an enterprise', () => {
  it('are shown with what runs in them', async () => {
    const [root, second] = await facilities();
    const { rootFacilityId, secondFacilityId } = server.world;
    expect(root).toMatchObject({ id: rootFacilityId, root: true, active: true, currency: 'EUR' });
    const team = await admin.call(listTeam, { query: {} });
    expect(root?.users).toBe(team.filter(({ status }) => status === 'ACTIVE').length);
    expect(root?.machines).toBeGreaterThan(0);
    expect(root?.activeJobs).toBeGreaterThan(0);
    expect(root?.flags).toContain('WEBHOOKS');
    expect(root?.flags).not.toContain('APP_STORE');
    expect(second).toMatchObject({ id: secondFacilityId, root: false });
  });

  it('are for super admins of the root only', async () => {
    for (const name of ['planner', 'admin2', 'buyer'] as const) {
      const client = await server.client(name);
      await expect(client.call(listFacilities, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
  });

  it('follow a flag of one of them', async () => {
    const body = { configType: 'CHECKLIST_CONFIG', configValue: '{"enabled":false}', active: true };
    await admin.call(saveConfig, { body });
    const [root, second] = await facilities();
    expect([root?.flags.includes('CHECKLIST'), second?.flags.includes('CHECKLIST')]).toEqual([false, true]);
  });
});

describe('a new facility', () => {
  it('has the settings of the one it was copied from, and is open to the super admins of the root at once', async () => {
    const { rootFacilityId, secondFacilityId } = server.world;
    const listed = vi.spyOn(pg.Client.prototype, 'query');
    await facilities();
    const queriesBefore = listed.mock.calls.length;
    await admin.call(addDepartment, { body: { name: 'Powder room' } });
    const added = await admin.call(addFacility, { body: { ...opened, copyFrom: rootFacilityId } });
    expect(added).toMatchObject({ ...opened, root: false, active: true, machines: 0, users: 0, activeJobs: 0 });
    expect(added.flags).not.toContain('CHECKLIST');
    const departments = await adminDb(server.services.db)
      .selectFrom('department')
      .select('name')
      .where('facility_id', '=', added.id)
      .execute();
    expect(departments).toEqual([{ name: 'Powder room' }]);

    expect(names(await admin.call(listInternalFacilities, {}))).toContain(opened.companyName);
    expect(names(await (await server.client('planner')).call(listInternalFacilities, {}))).toEqual([
      'Demo Additive GmbH',
    ]);
    const overseer = await server.client('admin');
    const user = await overseer.call(switchFacility, { params: { id: added.id } });
    expect(user.serviceProvider).toMatchObject({ id: added.id, rootSpId: rootFacilityId });
    expect((await overseer.call(readModules, {})).facility.companyName).toBe(opened.companyName);
    expect(names(await overseer.call(listInternalFacilities, {}))).toContain('Demo Additive GmbH');

    listed.mockClear();
    await facilities();
    expect(listed.mock.calls.length).toBeLessThan(queriesBefore + 4);
    listed.mockRestore();
    expect(secondFacilityId).not.toBe(added.id);
  });

  it('is refused with a code that is taken, a zone or currency that is none, or a model outside the tree', async () => {
    const add = (more: object) => admin.call(addFacility, { body: { ...opened, code: 'X', copyFrom: null, ...more } });
    await expect(add({ code: 'tur' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { code: expect.any(String) },
    });
    await expect(add({ timeZone: 'Europe/Nowhere' })).rejects.toMatchObject({
      fields: { timeZone: expect.any(String) },
    });
    await expect(add({ timeZone: '+01:00' })).rejects.toMatchObject({ fields: { timeZone: expect.any(String) } });
    await expect(add({ currency: 'XQQ' })).rejects.toMatchObject({ fields: { currency: expect.any(String) } });
    await expect(add({ copyFrom: 99_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await add({ timeZone: 'Asia/Kolkata', code: '' })).toMatchObject({ timeZone: 'Asia/Kolkata' });
  });
});

describe('closing a facility', () => {
  it('names what is still open there', async () => {
    const { secondFacilityId, rootFacilityId } = server.world;
    const [row] = await db().selectFrom('rfq_match').select('id').limit(1).execute();
    if (row) {
      await db()
        .updateTable('rfq_match')
        .set({ facility_id: secondFacilityId, status: 'BID_WAITING' })
        .where('id', '=', row.id)
        .execute();
    }
    await expect(change(secondFacilityId, { active: false })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^The facility still has open work: \d+ open orders, \d+ active jobs\.$/),
    });
    await expect(change(rootFacilityId, { active: false })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('shuts its people out and takes it off the switcher', async () => {
    const { secondFacilityId } = server.world;
    const admin2 = await server.client('admin2');
    await db()
      .updateTable('rfq_match')
      .set({ status: 'ARCHIVED' })
      .where('facility_id', '=', secondFacilityId)
      .execute();
    await db().updateTable('job').set({ status: 'CANCELLED' }).where('facility_id', '=', secondFacilityId).execute();
    expect(await change(secondFacilityId, { active: false })).toMatchObject({ active: false });
    await expect.poll(async () => (await admin2.fetch('/api/v1/users/getUser')).status).toBe(401);
    expect(names(await admin.call(listInternalFacilities, {}))).not.toContain('Demo Additive Lyon');
    await expect(admin.call(switchFacility, { params: { id: secondFacilityId } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const entries = await db().selectFrom('audit_entry').selectAll().where('action', '=', 'facility.closed').execute();
    expect(entries).toMatchObject([
      { object_id: String(secondFacilityId), before: { active: true }, after: { active: false } },
      { facility_id: secondFacilityId },
    ]);
    await change(secondFacilityId, { active: true });
    expect((await (await server.client('admin2')).call(getUser, {})).serviceProvider?.id).toBe(secondFacilityId);
  });

  it('of another enterprise is not possible', async () => {
    const { id } = await db()
      .insertInto('facility')
      .values({ company_name: 'Others', time_zone: 'UTC', root_facility_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const body = {
      companyName: 'Ours',
      code: '',
      timeZone: 'UTC',
      workplanEnabled: true,
      itarEnabled: false,
      active: false,
    };
    await expect(admin.call(updateFacility, { params: { id }, body })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await facilities()).map((facility) => facility.id)).not.toContain(id);
  });
});
