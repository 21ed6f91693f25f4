import { randomUUID } from 'node:crypto';
import { addComment } from '@sinter/sdk/contract/comments/comments';
import { readNotificationSettings, saveNotificationSettings } from '@sinter/sdk/contract/host/notifications';
import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { searchOrders } from '@sinter/sdk/contract/orders/orders';
import { listPortalNotices, portalKind, type PortalChange } from '@sinter/sdk/contract/orders/portal';
import { sql } from 'kysely';
import plugins from 'virtual:plugin-servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let admin: TestClient;
let buyer: TestClient;
let third: TestClient;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [admin, buyer, third] = await Promise.all([
    server.client('admin'),
    server.client('buyeradmin'),
    server.client('third'),
  ]);
}, 60_000);
afterAll(() => server.stop());

async function put(value: PortalChange, companyId: number): Promise<void> {
  const change = { kind: portalKind, elementId: String(companyId) };
  const { seen } = await admin.call(readSetting, { query: change });
  const saved = await admin.call(saveSettingDraft, { body: { ...change, seen, value } });
  await admin.call(publishSetting, { body: { ...change, seen: saved.seen } });
}

/** Somebody of the facility writes on an order: whether the bell and the mails of its creator have it. */
async function told(orderId: number) {
  const { id } = await admin.call(addComment, {
    body: { eventId: randomUUID(), objectKind: 'RFQ_ORDER', objectId: orderId, body: 'News', visibility: 'SHARED' },
  });
  const { rows } = await sql<{ bell: boolean; mail: boolean; hour: number | null }>`
    select n.bell, n.mail_due_at is not null as mail,
      extract(hour from n.mail_due_at at time zone f.time_zone)::int as hour
    from notification n join facility f on f.id = ${server.world.rootFacilityId}
    where n.subject_id = ${id} and n.kind like 'comments.%' and n.facility_id is null`.execute(server.services.db);
  return rows;
}

const orderOf = async (client: TestClient): Promise<number> => {
  const { orders } = await client.call(searchOrders, { query: { size: 100 }, body: {} });
  const ids = orders.flatMap(({ id, status }) => (status === 'IN_MANUFACTURING' ? [id] : []));
  const { rows } = await sql<{ id: number }>`
    select o.id from rfq_order o join rfq_match m on m.order_id = o.id and m.facility_id = ${server.world.rootFacilityId}
      and m.unlocked_at is not null
    where o.id = any(${ids}::bigint[]) and o.created_by not in (select user_id from notification_setting) order by o.id limit 1`.execute(
    server.services.db,
  );
  return rows[0]?.id ?? 0;
};

test('people who chose nothing hear what the portal says for their company, at once; their own choice goes before', async () => {
  const order = await orderOf(buyer);
  const { buyerCompanyId } = server.world;
  expect(await told(order)).toMatchObject([{ bell: true, mail: true }]);
  await put({ notices: { mail: 'NEVER', kinds: {} } }, buyerCompanyId);
  expect(await told(order)).toMatchObject([{ bell: true, mail: false }]);
  await put({ notices: { mail: 'DAILY', kinds: {} } }, buyerCompanyId);
  expect(await told(order)).toMatchObject([{ bell: true, mail: true, hour: 8 }]);

  const off = { bell: false, mail: false };
  const kinds = Object.fromEntries(
    (await admin.call(listPortalNotices, {})).filter(({ id }) => id.startsWith('comments.')).map(({ id }) => [id, off]),
  );
  await put({ notices: { mail: 'WEEKLY', kinds } }, buyerCompanyId);
  expect(await told(order)).toEqual([]);
  const shown = await buyer.call(readNotificationSettings, {});
  expect([shown.mail, shown.kinds.find(({ id }) => id === 'comments.written')?.bell]).toEqual(['WEEKLY', false]);
  expect((await third.call(readNotificationSettings, {})).mail).toBe('AT_ONCE');

  const { rows } = await sql<{ email: string }>`
    select email from app_user where id = (select created_by from rfq_order where id = ${order})`.execute(
    server.services.db,
  );
  const creator = await server.client(rows[0]?.email.startsWith('buyeradmin@') ? 'buyeradmin' : 'buyer');
  const own = Object.keys(kinds).map((id) => ({ id, bell: true, mail: true }));
  await creator.call(saveNotificationSettings, {
    body: { mail: 'AT_ONCE', hour: 8, weekday: 1, timeZone: 'Europe/Berlin', kinds: own },
  });
  expect(await told(order)).toMatchObject([{ bell: true, mail: true }]);
});

test('what customers can be told of has nothing of facilities, and the editor alone asks for it', async () => {
  const kinds = (await admin.call(listPortalNotices, {})).map(({ id }) => id);
  expect(kinds).toEqual(expect.arrayContaining(['comments.written', 'orders.quoted']));
  expect(kinds).not.toContain('orders.requested');
  await expect(buyer.call(listPortalNotices, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
