import { describe, expect, it } from 'vitest';
import { checkTables, forbiddenUses, surveyHouse } from './tables.ts';

/** Orders come after the catalogue, scheduling after orders; each has a table. */
const files: Record<string, string> = {
  'host/server/media/migrations/001_tables.ts':
    'create table stored_file (id bigint); create table file_share (id bigint)',
  'plugins/catalog/server/index.ts': "defineServer({ id: 'catalog' })",
  'plugins/catalog/server/migrations/001.ts': 'create table part (id bigint)',
  'plugins/orders/server/index.ts': "defineServer({ id: 'orders', after: ['catalog'] })",
  'plugins/orders/server/migrations/001.ts':
    'create table rfq_order (id bigint); create table order_history (id bigint)',
  'plugins/scheduling/server/index.ts': "defineServer({ id: 'scheduling', after: ['orders'] })",
  'plugins/scheduling/server/migrations/001.ts': 'create table job (id bigint); create function taken(of_file bigint)',
  'sdk/server/tables.ts': `
export interface Tables {
  stored_file: StoredFileTable;
  part: PartTable;
  rfq_order: OrderTable;
  job: JobTable;
}
export interface StoredFileTable {
  id: number;
}
export interface PartTable {
  id: number;
}
export interface OrderTable {
  id: number;
  size_2: number;
}
export interface JobTable {
  id: number;
}
`,
};
const house = surveyHouse(Object.keys(files), (file) => files[file] ?? '');
const found = (file: string, source: string) =>
  forbiddenUses(file, source, house).map(({ line, table, text }) => `${line} ${table}: ${text}`);

describe('a table', () => {
  it.each([
    ['catalog', 'sql`select 1 from part p where p.secret`'],
    ['orders', "db.selectFrom('part as p').innerJoin('stored_file', 'a', 'b')"],
    ['scheduling', 'sql<{ id: number }>`select o.id, o.size_2 from rfq_order o join part on true`'],
    ['scheduling', 'sql`update job set id = 1 where exists (select from rfq_order o where o.id = 1)`'],
    ['scheduling', 'sql`select id from rfq_order where id = 1 order by id for no key update`'],
    ['scheduling', 'sql`insert into job (id) values (1) on conflict (id) do update set id = taken(1)`'],
  ])('may be read from below, and written by its owner: %s', (plugin, source) => {
    expect(found(`plugins/${plugin}/server/a.ts`, source)).toEqual([]);
  });

  it.each([
    [
      'a read upward',
      'plugins/orders/server/a.ts',
      '\nsql`select 1 from job`',
      '2 job: `job` belongs to scheduling, which orders does not come after',
    ],
    [
      'a read upward in a text within a text',
      'plugins/orders/server/a.ts',
      'sql`select ${sql`(select 1 from job)`}`',
      '1 job: ',
    ],
    [
      'a read upward by Kysely',
      'plugins/catalog/server/a.ts',
      "db.selectFrom('rfq_order as o')",
      'contribute what is needed to a token of catalog',
    ],
    ['a read upward by a room of the host', 'host/server/places/a.ts', "\n\ndb\n  .selectFrom('job')", '4 job: '],
    ['a function of another', 'plugins/orders/server/a.ts', 'sql`select taken(f.id)`', '1 taken(): '],
    [
      'a write',
      'plugins/scheduling/server/a.ts',
      'sql`update rfq_order o set id = 1`',
      'scheduling may not write it: call a service that orders provides',
    ],
    [
      'a write by Kysely',
      'plugins/scheduling/server/a.ts',
      "unit.db.deleteFrom('part')",
      'scheduling may not write it',
    ],
    [
      'a write into a table of the host',
      'plugins/orders/server/a.ts',
      'sql`insert into stored_file (id) values (1)`',
      'orders may not write it',
    ],
    [
      'a table that is not published',
      'plugins/scheduling/server/a.ts',
      'sql`select 1 from order_history`',
      'is not published: ask a service of orders',
    ],
    [
      'a column that is not published',
      'plugins/scheduling/server/a.ts',
      'sql`select o.notes from rfq_order o`',
      'its column `notes` is not published',
    ],
  ])('is refused to %s', (_what, file, source, text) => {
    const refused = found(file, source);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toContain(text);
  });

  it('may be touched by tests and named by migrations', () => {
    const source = 'sql`delete from job`';
    const places = ['server/a.test.ts', 'server/testing.ts', 'server/migrations/002.ts', 'client/a.ts'];
    expect(places.flatMap((place) => found(`plugins/catalog/${place}`, source))).toEqual([]);
  });
});

it('holds in this house', () => {
  expect(checkTables(process.cwd())).toEqual([]);
});
