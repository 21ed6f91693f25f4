import plugins from 'virtual:plugin-servers';
import pg from 'pg';
import { trayTicket } from '@sinter/sdk/contract/grabcad/tray';
import { listQuickbooksPushes } from '@sinter/sdk/contract/integrations/quickbooksBooks';
import { ncrFilterSchema, searchNcrs } from '@sinter/sdk/contract/quality/ncrs';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { keptReplies } from '#host/server/http/replies.ts';
import { testServer, type TestServer } from '#host/server/testing.ts';

/** With 100,000 rows, a page and a repeated request read about as many as they show: counted, never timed. */

const many = 100_000;
let server: TestServer;
/** Tags by how many non-conformances have them. */
const tags = new Map<number, number>();

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  const { rootFacilityId } = server.world;
  await server.asOwner(async (db) => {
    // No trigger runs here: shipments that are none do for a list that shows no more than their numbers.
    await sql`insert into quickbooks_push (facility_id, kind, order_id, shipment_id, bill, currency, total_minor, state)
      select ${rootFacilityId}, 'INVOICE', o.id, s.id, '{}', 'EUR', 100,
        (array['SENT', 'SKIPPED', 'FAILED', 'WAITING'])[1 + case when s.id % 4000 < 4 then s.id % 4 else 0 end]
      from (select order_id as id from rfq_match where facility_id = ${rootFacilityId} order by order_id limit 20) o,
        generate_series(1, ${many / 20}::int) s(id)`.execute(db);
    await sql`insert into kept_reply (caller, idempotency_key, request_hash, rights_hash, attempt, running_until, created_at)
      select 'caller ' || n % 50, 'key ' || n, '', '', gen_random_uuid(), now(), now() - make_interval(hours => case when n <= 10 then 30 else 1 end)
      from generate_series(1, ${many}::int) n`.execute(db);
    await sql`insert into ncr (facility_id, number, title, status, type, severity, source, defect_id, affected_quantity, search_text, created_at)
      select ${rootFacilityId}, 'N-' || n, 'Warped', 'CLOSED', 'dimension', 'minor', 'SCREEN', 1, 1, 'N-' || n, now() - n * interval '20 minutes'
      from generate_series(1, ${many}::int) n`.execute(db);
    for (const worn of [10, many / 2]) {
      const { rows } = await sql<{ tagId: number }>`
        with tag as (
          insert into facility_tag (facility_id, label, color, applies_to)
          values (${rootFacilityId}, ${`On ${worn}`}, '#667085', '{NCR}') returning id),
        link as (
          insert into tag_link (tag_id, kind, object_id) select tag.id, 'NCR', n.id from tag, (
            select id from ncr where number like 'N-%' and substr(number, 3)::int % ${many / worn} = 0) n)
        select id as "tagId" from tag`.execute(db);
      for (const { tagId } of rows) tags.set(worn, tagId);
    }
    await sql`analyze quickbooks_push, kept_reply, rfq_match, rfq_order, ncr, facility_tag, tag_link`.execute(db);
  });
}, 180_000);
afterAll(() => server.stop());

interface Statement {
  text: string;
  values: unknown[];
}
const sentSchema = z.object({ text: z.string(), values: z.array(z.unknown()).default([]) });

/** What is said to the database about `table` while `work` runs. */
async function heard(table: string, work: () => Promise<unknown>): Promise<Statement[]> {
  const { query } = pg.Client.prototype;
  const statements: Statement[] = [];
  pg.Client.prototype.query = new Proxy(query, {
    apply(target, self, given: unknown[]) {
      const sent = sentSchema.safeParse(given[0]).data;
      if (sent?.text.includes(table)) statements.push(sent);
      return Reflect.apply(target, self, given);
    },
  });
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}

const nodeSchema = z.looseObject({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  Plans: z.array(z.unknown()).default([]),
});
const planSchema = z.array(z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.unknown() })]) })).length(1);

class Undone extends Error {}

/** How many rows of the table a statement reads when it is carried out, which is undone. */
async function rowsRead(table: string, { text, values }: Statement): Promise<number> {
  let read = 0;
  const add = (part: unknown) => {
    const node = nodeSchema.parse(part);
    const isRead = node['Relation Name'] === table && node['Node Type'].endsWith('Scan');
    if (isRead) read += (node['Actual Rows'] + node['Rows Removed by Filter']) * node['Actual Loops'];
    for (const below of node.Plans) add(below);
  };
  await server
    .asOwner(async (db) => {
      const explained = CompiledQuery.raw(`explain (analyze, format json) ${text}`, values);
      const [row] = planSchema.parse((await db.executeQuery(explained)).rows);
      add(row?.['QUERY PLAN'][0].Plan);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return read;
}

describe('the invoices in Quickbooks', () => {
  it.each([
    [{}, 1000],
    [{ page: 60 }, 1000],
    [{ state: 'SENT' }, 1000],
    [{ state: 'SKIPPED' }, 40],
    [{ state: 'FAILED' }, 40],
    [{ state: 'WAITING' }, 40],
  ] as const)('of %j are read no further than they are counted', async (query, total) => {
    const client = await server.client('finance');
    const statements = await heard('quickbooks_push', async () => {
      const found = await client.call(listQuickbooksPushes, { query });
      expect(found.totalCount).toBe(total);
      expect(found.pushes).toHaveLength(15);
    });
    expect(statements).toHaveLength(3);
    for (const statement of statements) {
      // At most a thousand are counted, and the two badges count one state each.
      expect(await rowsRead('quickbooks_push', statement)).toBeLessThanOrEqual(1100);
    }
  });
});

describe('non-conformances by a tag', () => {
  it.each([
    [10, 10],
    [many / 2, 25],
  ])('that %i have are read no further than they are shown', async (worn, shown) => {
    const client = await server.client('admin');
    const filter = ncrFilterSchema.parse({ tagIds: [tags.get(worn) ?? 0] });
    const [page] = await heard('from ncr n', async () => {
      const body = { ...filter, sort: 'createdAt' as const, descending: true, page: 0, size: 25 };
      expect((await client.call(searchNcrs, { body })).ncrs).toHaveLength(shown);
    });
    if (!page) throw new Error('Nothing was asked for.');
    expect(await rowsRead('ncr', page)).toBeLessThanOrEqual(200);
  });
});

describe('kept replies', () => {
  it('are found, renewed and ended by an index', async () => {
    const client = await server.client('planner');
    const ask = () =>
      client.fetch(trayTicket.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: JSON.stringify({ nonce: 'a nonce of a tool' }),
      });
    const statements = await heard('kept_reply', async () => {
      const [first, second] = [await ask(), await ask()];
      expect([first.status, second.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    });
    expect(statements.length).toBeGreaterThanOrEqual(4);
    for (const statement of statements) expect(await rowsRead('kept_reply', statement)).toBeLessThanOrEqual(1);
  });

  it('that are old are removed without looking at the others', async () => {
    const [removal] = await heard('kept_reply', () => server.services.get(keptReplies).removeOld());
    if (!removal) throw new Error('Nothing was removed.');
    await server.asOwner((db) =>
      sql`update kept_reply set created_at = now() - interval '30 hours' where idempotency_key in ('key 20', 'key 30')`.execute(
        db,
      ),
    );
    expect(await rowsRead('kept_reply', removal)).toBeLessThanOrEqual(10);
  });
});
