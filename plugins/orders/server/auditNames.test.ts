import { searchAudit } from '@sinter/sdk/contract/host/audit';
import { sql } from 'kysely';
import plugins from 'virtual:plugin-servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
});
afterAll(() => server.stop());

test('entries about an order are found by its title, however many newer orders of others have the same', async () => {
  const { db } = server.services;
  const { rootFacilityId } = server.world;
  const { rows } = await sql<{ id: number }>`
    insert into rfq_order (display_title, company_id, created_by, status, currency, search_text, event_id)
    select 'Propeller', company_id, created_by, 'DISTRIBUTED', 'EUR', 'Propeller', gen_random_uuid()
    from generate_series(1, 600), (select * from rfq_order limit 1) template returning id`.execute(db);
  const [oldest] = rows.map(({ id }) => id).toSorted((one, other) => one - other);
  await sql`insert into audit_entry (facility_id, action, object_kind, object_id)
    values (${rootFacilityId}, 'order.submitted', 'RFQ', ${String(oldest)})`.execute(db);
  const admin = await server.client('admin');
  const found = async (searchString: string) =>
    (await admin.call(searchAudit, { query: { page: 0, size: 50, searchString } })).entries;
  const entry = { objectKind: 'RFQ', objectId: String(oldest), objectName: `#${oldest} Propeller` };
  expect(await found('propel')).toMatchObject([entry]);
  expect(await found(`order ${oldest}`)).toMatchObject([entry]);
  expect(await found('propeller_')).toEqual([]);
});
