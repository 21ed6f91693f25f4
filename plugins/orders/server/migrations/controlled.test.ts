import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../../host/server/database/migrate.ts';
import { testDatabase, type TestDatabase } from '../../../../host/server/database/testing.ts';
import { migrationsOf } from '../../../../host/server/migrations.ts';
import catalog from '../../../catalog/server/index.ts';
import preparation from '../../../preparation/server/index.ts';
import orders from '../index.ts';

/** The tables as they were when every search looked at the files of every order. */
const before = {
  ...orders,
  migrations: Object.fromEntries(Object.entries(orders.migrations).filter(([name]) => name < '007_controlled')),
};
let database: TestDatabase<Record<never, never>>;
beforeAll(async () => {
  database = await testDatabase({ migrations: migrationsOf([preparation, catalog, before]) });
}, 60_000);
afterAll(() => database.close());

test('an installation knows which of its orders hold a marked file', async () => {
  await sql`
    insert into facility (company_name, time_zone) values ('Works', 'UTC');
    insert into company (name) values ('Buyer');
    insert into app_user (email, first_name, last_name) values ('b@buyer.example', 'B', 'Buyer');
    insert into stored_file (file_name, sha256, size, controlled) values
      ('open.stl', repeat('a', 64), 1, false), ('marked.stl', repeat('b', 64), 1, true);
    insert into general_material (name) values ('Clay');
    insert into material (name, general_material_id, am_process_id, density_mg_per_mm3)
      select 'Our mix', g.id, p.id, 1 from general_material g join am_process p on p.process_key = 'SELECTIVE_LASER_SINTERING'
      where g.name = 'Clay';
    insert into rfq_order (display_title, company_id, created_by, status, currency, event_id)
      select title, c.id, u.id, 'AGREEMENT_DONE', 'USD', gen_random_uuid()
      from company c, app_user u, (values ('open.stl'), ('marked.stl'), ('both')) as row(title);
    insert into rfq_order_file (order_id, original_file_id, file_id, am_process_id, material_id, quantity, position)
      select o.id, s.id, s.id, m.am_process_id, m.id, 1, s.id
      from rfq_order o, stored_file s, material m where m.name = 'Our mix' and o.display_title in (s.file_name, 'both');
  `.execute(database.db);

  await migrate(database.db, migrationsOf([preparation, catalog, orders]));
  const { rows } = await sql<{ title: string; holds: boolean }>`
    select display_title as title, holds_controlled as holds from rfq_order order by id
  `.execute(database.db);
  expect(rows).toEqual([
    { title: 'open.stl', holds: false },
    { title: 'marked.stl', holds: true },
    { title: 'both', holds: true },
  ]);
});
