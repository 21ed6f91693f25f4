import { request } from 'node:http';
import plugins from 'virtual:plugin-servers';
import { trayModels, trayParts } from '@sinter/sdk/contract/grabcad/tray';
import { CallError, errorBodySchema } from '@sinter/sdk/contract/errors';
import { logout } from '@sinter/sdk/contract/host/session';
import { storedFiles } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer, type Account, type TestClient, type TestServer } from '#host/server/testing.ts';

/** Addresses that a tray tool fetches models from: it has no session, and whoever finds one out has none either. */

let server: TestServer;
/** A part of an order that was awarded to the demo's root facility, and one that is export controlled. */
let open: { orderFileId: number; fileId: number };
let controlled: { orderFileId: number; fileId: number };

beforeAll(async () => {
  server = await testServer({ plugins, demo: true, controlledUrl: 'http://controlled.example' });
  const { rows } = await sql<{ orderFileId: number; fileId: number }>`
    select distinct on (upload.id) f.id as "orderFileId", f.file_id as "fileId"
    from rfq_order_file f join rfq_match m on m.order_id = f.order_id join stored_file upload on upload.id = f.original_file_id
    where m.facility_id = ${server.world.rootFacilityId} and m.status = 'SP_BID_ACCEPTED' and f.quantity > f.scheduled
    order by upload.id, f.id limit 2`.execute(server.services.db);
  const [first, second] = rows;
  if (!first || !second) throw new Error('The demo has too few awarded parts.');
  [open, controlled] = [first, second];
  await server.services.write((unit) => server.services.get(storedFiles).restrict(unit, [second.fileId]));
  await run(sql`insert into export_policy (facility_id, enabled) values (${server.world.rootFacilityId}, true)`);
}, 180_000);
afterAll(() => server.stop());

const userOf = (account: Account): number => server.world.users[`${account}@demo.example`] ?? 0;
const run = (statement: ReturnType<typeof sql>) => statement.execute(server.services.db);

/** Each test begins with a planner who is cleared, from anywhere. */
beforeEach(async () => {
  await run(sql`update export_policy set networks = '{}'`);
  await run(sql`delete from export_clearance`);
  await run(sql`insert into export_clearance (user_id, facility_id, basis, stated_on, decided_by, decided_at, expires_on)
    values (${userOf('planner')}, ${server.world.rootFacilityId}, 'CITIZEN', current_date, ${userOf('admin')}, now(), current_date + 30)`);
});

async function addressOf(client: TestClient, { orderFileId }: typeof open): Promise<URL> {
  const { models } = await client.call(trayModels, { body: { files: [{ orderFileId, quantity: 1 }] } });
  return new URL(models[0]?.url ?? '');
}

/** `200`, `410 LINK_EXPIRED`: what a program without a session gets at this address. */
const fetched = (address: URL, host = address.host): Promise<string> =>
  new Promise((answered, failed) => {
    request(server.url + address.pathname, { headers: { host } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const status = String(response.statusCode);
        if (status === '200') return answered(status);
        const body = errorBodySchema.safeParse(JSON.parse(Buffer.concat(parts).toString()));
        return answered(`${status} ${body.success ? body.data.code : '?'}`);
      });
    })
      .on('error', failed)
      .end();
  });

describe('a model', () => {
  it('comes once, and only while the session of the person lasts who asked for it', async () => {
    const planner = await server.client('planner');
    const address = await addressOf(planner, open);
    expect(address.origin).toBe(server.url);
    expect(await fetched(address)).toBe('200');
    expect(await fetched(address)).toBe('410 LINK_EXPIRED');

    const later = await addressOf(planner, open);
    await planner.call(logout, {});
    expect(await fetched(later)).toBe('410 LINK_EXPIRED');
  });

  it('does not come when the person has left the facility, or was disabled', async () => {
    const operator = await server.client('operator');
    const [moved, disabled] = [await addressOf(operator, open), await addressOf(operator, open)];
    const membership = (facility: number) =>
      run(sql`update membership set facility_id = ${facility} where user_id = ${userOf('operator')}`);
    await run(sql`delete from file_share where facility_id = ${server.world.secondFacilityId}`);
    await membership(server.world.secondFacilityId);
    expect(await fetched(moved)).toBe('404 NOT_FOUND');
    await membership(server.world.rootFacilityId);
    await run(sql`update app_user set disabled = true where id = ${userOf('operator')}`);
    expect(await fetched(disabled)).toBe('410 LINK_EXPIRED');
    await run(sql`update app_user set disabled = false where id = ${userOf('operator')}`);
  });

  it('does not come by an address from before it was marked', async () => {
    const planner = await server.client('planner');
    const address = await addressOf(planner, open);
    await server.mark([open.fileId]);
    expect(await fetched(address)).toBe('404 NOT_FOUND');
    await server.mark([open.fileId], false);
    expect(await fetched(address)).toBe('200');
  });

  it('is handed out to no kiosk', async () => {
    const kiosk = await server.client('lot');
    const refused = await addressOf(kiosk, open).catch((error: unknown) => error);
    expect(refused instanceof CallError && refused.code).toBe('FORBIDDEN');
  });
});

describe('an export-controlled model', () => {
  it('comes from the controlled address alone, once, and is written down', async () => {
    const address = await addressOf(await server.client('planner'), controlled);
    expect(address.host).toBe('controlled.example');
    expect(await fetched(address, new URL(server.url).host)).toBe('404 NOT_FOUND');
    expect(await fetched(address)).toBe('200');
    expect(await fetched(address)).toBe('410 LINK_EXPIRED');
    const { rows } = await sql`select 1 from audit_entry
      where action = 'file.controlled_read' and user_id = ${userOf('planner')} and object_id = ${String(controlled.fileId)}`.execute(
      server.services.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('does not come to another network, nor when the clearance has ended', async () => {
    const planner = await server.client('planner');
    const address = await addressOf(planner, controlled);
    await run(sql`update export_policy set networks = '{203.0.113.0/24}'`);
    expect(await fetched(address)).toBe('403 EXPORT_CONTROLLED');
    await run(sql`update export_policy set networks = '{127.0.0.0/8}'`);
    await run(sql`update export_clearance set revoked = true`);
    expect(await fetched(address)).toBe('403 EXPORT_CONTROLLED');
    await run(sql`update export_clearance set revoked = false, expires_on = current_date - 1`);
    expect(await fetched(address)).toBe('403 EXPORT_CONTROLLED');
    await run(sql`update export_clearance set expires_on = current_date + 1`);
    expect(await fetched(address)).toBe('200');
  });
});

describe('what the parts of a tray need', () => {
  const partsFor = async (account: Account) => {
    const client = await server.client(account);
    const { parts } = await client.call(trayParts, {
      body: { files: [open.orderFileId, controlled.orderFileId, 999_999] },
    });
    return parts;
  };

  it('are process, material and how many are left, of the facility’s own parts', async () => {
    const [part] = (await partsFor('planner')).filter(({ fileId }) => fileId === open.orderFileId);
    const { rows } = await sql`select am_process_id as "processId", material_id as "materialId",
      quantity + remake_quantity - scheduled as "notScheduled" from rfq_order_file where id = ${open.orderFileId}`.execute(
      server.services.db,
    );
    expect(part).toEqual({ fileId: open.orderFileId, itar: false, ...Object(rows[0]) });
    expect(await partsFor('admin2')).toEqual([]);
  });

  it('are kept from whoever is not cleared, where the order is controlled', async () => {
    const order = sql`select order_id from rfq_order_file where id = ${controlled.orderFileId}`;
    await run(sql`update rfq_order set export_controlled = true where id = (${order})`);
    expect(await partsFor('planner')).toContainEqual(
      expect.objectContaining({ fileId: controlled.orderFileId, itar: true }),
    );
    await run(sql`update export_clearance set revoked = true`);
    expect((await partsFor('planner')).map(({ fileId }) => fileId)).not.toContain(controlled.orderFileId);
    await run(sql`update rfq_order set export_controlled = false where id = (${order})`);
  });

  it('are told to nobody but planners', async () => {
    for (const account of ['operator', 'lot', 'buyer'] as const) {
      const refused = await partsFor(account).catch((error: unknown) => error);
      expect([account, refused instanceof CallError && refused.code]).toEqual([account, 'FORBIDDEN']);
    }
  });
});
