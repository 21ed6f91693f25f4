import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../../../../host/server/testing.ts';
import { keep, type Heard } from './keep.ts';
import { nothing } from './known.ts';
import { schedulingTestServer } from '../../../scheduling/server/testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await schedulingTestServer();
});
afterAll(() => server.stop());

/** How many statements that takes. */
async function statements(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = new Proxy(query, {
    apply(target, self, given: unknown[]) {
      count += 1;
      return Reflect.apply(target, self, given);
    },
  });
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return count;
}

test('five hundred machines that drop out together while they print, and come back, are a handful of statements, and one notice', async () => {
  const { db, write } = server.services;
  const facilityId = server.world.rootFacilityId;
  const { rows } = await sql<{ id: number }>`
    with connector as (insert into mc_connector (facility_id, type, name, endpoint, poll_seconds, settings, sources, state_map, event_id)
      values (${facilityId}, 'MQTT', 'Hall', 'mqtt://127.0.0.1', 1, '{}', '[]', '{}', gen_random_uuid()) returning id)
    insert into mc_machine (facility_id, connector_id, machine, live)
    select ${facilityId}, connector.id, 'M-' || n, ${JSON.stringify(nothing)}::jsonb from connector, generate_series(1, 500) n returning id
  `.execute(db);
  const heard = rows.map(({ id }): Heard => {
    const known = { state: 'RUNNING', vendorState: 'RUNNING', since: Date.now(), seenAt: Date.now() } as const;
    const print = { id: crypto.randomUUID(), name: 'gear', skipped: [] };
    return { id, facilityId, equipmentId: null, type: 'MQTT', known: { ...known, live: nothing, print, alarm: null } };
  });
  const change = (machines: readonly Heard[], state: 'OFFLINE' | 'RUNNING') =>
    statements(() =>
      write((unit) =>
        keep(unit, {
          ...{ machines: new Set(machines), told: [] },
          happened: machines.map((machine) => ({ machine, what: { kind: 'STATE', state, at: Date.now() } as const })),
        }),
      ),
    );
  // What the queue says meanwhile is counted as well.
  for (const state of ['OFFLINE', 'RUNNING'] as const) expect(await change(heard, state)).toBeLessThan(100);
  const { rows: notices } = await sql<{ params: unknown }>`
    select params from notification where kind = 'connectivity.dropOut' group by params order by 1`.execute(db);
  expect(notices.map(({ params }) => params)).toEqual([{ others: 499 }]);
});
