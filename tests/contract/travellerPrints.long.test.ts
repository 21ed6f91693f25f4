import { setTimeout as pause } from 'node:timers/promises';
import plugins from 'virtual:plugin-servers';
import { searchOrders } from '@sinter/sdk/contract/orders/orders';
import {
  lastTravellerPrint,
  printTravellers,
  travellerPrintContent,
} from '@sinter/sdk/contract/production/travellerPrints';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

const count = 1_000;
let server: TestServer;
let planner: TestClient;

beforeAll(async () => {
  server = await testServer({ plugins, demo: true, worker: true });
  planner = await server.client('planner');
  // As many orders that the facility makes, each with a part that no build makes yet.
  await sql`
    with first as (
        select o.*, f.original_file_id, f.file_id, f.am_process_id, f.material_id
        from rfq_order o join rfq_match m on m.order_id = o.id and m.facility_id = ${server.world.rootFacilityId}
          join rfq_order_file f on f.order_id = o.id
        where not o.export_controlled and not o.holds_controlled order by o.id limit 1),
      made as (
        insert into rfq_order (display_title, company_id, created_by, status, currency, notes, export_controlled, search_text,
          event_id, created_at)
        select 'Thousand ' || n, company_id, created_by, 'BID_ACCEPTED', currency, '', false, 'thousand ' || n,
          gen_random_uuid(), now()
        from first, generate_series(1, ${count}) n returning id),
      parts as (
        insert into rfq_order_file (order_id, position, original_file_id, file_id, am_process_id, material_id, quantity)
        select made.id, 0, original_file_id, file_id, am_process_id, material_id, 5 from made, first)
    insert into rfq_match (order_id, facility_id, status, created_at, unlocked_at)
    select id, ${server.world.rootFacilityId}, 'SP_BID_ACCEPTED', now(), now() from made
  `.execute(server.services.db);
}, 120_000);
afterAll(() => server.stop());

test('a thousand travelers are one file of a queued job, and lists answer meanwhile', async () => {
  const begun = performance.now();
  const search = { searchString: 'Thousand', searchFilters: {} };
  await planner.call(printTravellers, { query: {}, body: { of: { search } } });
  const answers: number[] = [];
  const shares = new Set<number>();
  for (;;) {
    const asked = performance.now();
    await planner.call(searchOrders, { query: {}, body: search });
    answers.push(performance.now() - asked);
    const print = await planner.call(lastTravellerPrint, {});
    if (print?.state !== 'WAITING') break;
    shares.add(print.share);
    await pause(250);
  }
  const seconds = (performance.now() - begun) / 1000;
  const print = await planner.call(lastTravellerPrint, {});
  if (!print) throw new Error('The print is gone.');
  expect(print).toMatchObject({ state: 'READY', orders: count, pages: count, leftOut: 0 });
  const pdf = await planner.bytes(travellerPrintContent, { params: { id: print.id } });
  const slowest = Math.max(...answers);
  console.log(
    `${count} travelers: ${seconds.toFixed(1)} s, ${(pdf.byteLength / 1e6).toFixed(1)} MB; ${answers.length} searches meanwhile, the slowest ${slowest.toFixed(0)} ms`,
  );
  expect(shares.size).toBeGreaterThan(2);
  // People who search wait for a part of it at most, never for all of it.
  expect(slowest / 1000).toBeLessThan(seconds / 2);
}, 600_000);
