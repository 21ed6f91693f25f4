import plugins from 'virtual:plugin-servers';
import { setTimeout as pause } from 'node:timers/promises';
import { CallError } from '@sinter/sdk/contract/errors';
import { readOrder } from '@sinter/sdk/contract/orders/orders';
import type { MemberRole } from '@sinter/sdk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';
import { addRival, orderParts } from './ordering.ts';
import { act, faults, generator, lastOrder, usual } from './walking.ts';

const seconds = Number(process.env['CROWD_SECONDS'] ?? 60);
/** Each is done at least once, by somebody; on a slow machine that takes longer than the crowd's time. */
const wanted = ['SUBMIT_QUOTE', 'AWARD', 'UPLOAD_NDA', 'APPROVE_NDA', 'ACCEPT_AWARD'];
const chance = generator(3);
const { random, oneOf } = chance;

/** How many of each function there are; together 100 of the buyer, and 30 of three facilities. */
const buyerRoles: readonly (readonly [MemberRole, number])[] = [
  ['ENG_ADMIN', 40],
  ['ENG_SUPER_ADMIN', 20],
  ['ENG_LEGAL', 10],
  ['ENG_PURCHASE', 10],
  ['ENG_NON_ADMIN', 20],
];
const providerRoles: readonly (readonly [MemberRole, number])[] = [
  ['SP_SUPER_ADMIN', 4],
  ['SP_MANAGER', 3],
  ['SP_LEGAL', 1],
  ['SP_NON_ADMIN', 2],
];

let server: TestServer;
let buyers: TestClient[];
let providers: TestClient[];
let first = 0;

async function person(role: MemberRole, place: { facility?: number; company?: number }): Promise<TestClient> {
  const buys = place.company !== undefined;
  const { rows } = await sql<{ id: number }>`
    with person as (
      insert into app_user (email, first_name, last_name, email_verified)
      values (gen_random_uuid() || '@crowd.example', 'Crowd', ${role}, true) returning id)
    insert into membership (user_id, role, account_type, facility_id, company_id, member_roles)
    select id, ${buys ? 'ROLE_ENGINEER' : 'ROLE_SERVICE_PROVIDER'}, ${buys ? 'ENGINEER' : 'SERVICE_PROVIDER'},
      ${place.facility ?? null}::bigint, ${place.company ?? null}::bigint, array[${role}]::text[] from person returning user_id as id
  `.execute(server.services.db);
  return server.clientOf(rows[0]?.id ?? 0);
}

beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true });
  const { rootFacilityId, secondFacilityId, buyerCompanyId: company } = server.world;
  const { rows } = await sql<{ id: number }>`
    insert into facility (company_name, time_zone, currency, address) values ('Rival', 'UTC', 'USD', '{}') returning id
  `.execute(server.services.db);
  const facilities = [rootFacilityId, secondFacilityId, rows[0]?.id ?? 0];
  await addRival(server);
  await addRival(server, rows[0]?.id ?? 0);
  first = await lastOrder(server);
  buyers = [];
  for (const [role, count] of buyerRoles)
    for (let one = 0; one < count; one += 1) buyers.push(await person(role, { company }));
  providers = [];
  for (const facility of facilities)
    for (const [role, count] of providerRoles)
      for (let one = 0; one < count; one += 1) providers.push(await person(role, { facility }));
});
afterAll(() => server.stop());

test(`100 buyers and 30 providers at once for ${seconds} s are only refused by rule, and nothing breaks`, async () => {
  const customer = await server.client('buyer');
  const ids: number[] = [];
  const refused = new Map<string, number>();
  const done = new Map<string, number>();
  const count = (of: Map<string, number>, name: string) => of.set(name, (of.get(name) ?? 0) + 1);
  const end = Date.now() + seconds * 1000;
  const over = () => Date.now() > end && (wanted.every((event) => done.has(event)) || Date.now() > end + 180_000);
  const order = async () => ids.push((await orderParts(server, customer, 'Crowd', { ndaRequired: random() < 0.3 })).id);
  while (ids.length < 20) await order();

  const live = async (client: TestClient): Promise<void> => {
    await pause(random() * 1000);
    while (!over()) {
      try {
        if (client === buyers[0] && random() < 0.2) await order();
        const seen = await client.call(readOrder, { params: { id: oneOf(ids.slice(-20)) } });
        const events = usual(seen.allowedEvents, chance);
        if (events.length > 0) {
          const event = oneOf(events);
          await act(client, seen, event, chance);
          count(done, event);
        }
      } catch (error) {
        // 404: of an order that a person does not see; 409: somebody was faster; 429 and 503: too much at once, come later.
        if (!(error instanceof CallError) || ![404, 409, 429, 503].includes(error.status)) throw error;
        count(refused, error.code);
      }
      await pause(200 + random() * 400);
    }
  };
  await Promise.all([...buyers, ...providers].map(live));

  console.log(`${ids.length} orders; done ${told(done)}; refused ${told(refused)}`);
  expect(await faults(server, first)).toEqual([]);
  expect([...done.keys()]).toEqual(expect.arrayContaining(wanted));
  // A busy machine says that it is: who is told so comes again.
  const byRule = ['NOT_FOUND', 'CONFLICT', 'TRANSITION_REFUSED', 'UNAVAILABLE'];
  expect([...refused.keys()].filter((code) => !byRule.includes(code))).toEqual([]);
}, 420_000);

const told = (of: ReadonlyMap<string, number>): string =>
  [...of]
    .sort(([, a], [, b]) => b - a)
    .map(([name, number]) => `${name} ${number}`)
    .join(', ');
