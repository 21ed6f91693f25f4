import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../../host/server/database/migrate.ts';
import { testDatabase, type TestDatabase } from '../../../../host/server/database/testing.ts';
import { migrationsOf } from '../../../../host/server/migrations.ts';
import catalog from '../../../catalog/server/index.ts';
import orders from '../../../orders/server/index.ts';
import preparation from '../../../preparation/server/index.ts';
import scheduling from '../index.ts';

/** The tables as they were when orders asked a function of the jobs. */
const older: Record<string, string> = { orders: '004_event_ids', scheduling: '002_scheduler' };
const plugins = [preparation, catalog, orders, scheduling];
const before = plugins.map((plugin) => ({
  ...plugin,
  migrations: Object.fromEntries(
    Object.entries(plugin.migrations).filter(([name]) => name <= (older[plugin.id] ?? name)),
  ),
}));
let database: TestDatabase<Record<never, never>>;

beforeAll(async () => {
  database = await testDatabase({ migrations: migrationsOf(before) });
}, 60_000);
afterAll(() => database.close());

test('an installation knows how many of each ordered part its jobs have taken', async () => {
  await sql`
    insert into facility (company_name, time_zone) values ('Works', 'UTC');
    insert into company (name) values ('Buyer');
    insert into app_user (email, first_name, last_name) values ('b@buyer.example', 'B', 'Buyer');
    insert into stored_file (file_name, sha256, size, controlled) values ('a.stl', repeat('a', 64), 1, false);
    insert into general_material (name) values ('Clay');
    insert into material (name, general_material_id, am_process_id, density_mg_per_mm3)
      select 'Our mix', g.id, p.id, 1 from general_material g join am_process p on p.process_key = 'SELECTIVE_LASER_SINTERING'
      where g.name = 'Clay';
    insert into manufacturer (name) values ('Garage');
    insert into machine_model (model_name, manufacturer_id, am_process_id, build_x_mm, build_y_mm, build_z_mm)
      select 'One', maker.id, m.am_process_id, 100, 100, 100 from manufacturer maker, material m
      where maker.name = 'Garage' and m.name = 'Our mix';
    insert into equipment (facility_id, machine_model_id, display_name, hourly_rate_minor)
      select f.id, m.id, 'A', 1 from facility f, machine_model m where m.model_name = 'One';
    insert into rfq_order (display_title, company_id, created_by, status, currency, event_id)
      select 'Order', c.id, u.id, 'AGREEMENT_DONE', 'USD', gen_random_uuid() from company c, app_user u;
    insert into rfq_order_file (order_id, original_file_id, file_id, am_process_id, material_id, quantity, position)
      select o.id, s.id, s.id, m.am_process_id, m.id, row.quantity, row.quantity
      from rfq_order o, stored_file s, material m, (values (10), (20), (30)) as row(quantity) where m.name = 'Our mix';
    with made as (
      insert into job (facility_id, equipment_id, job_name, job_type, job_source, job_creation_type, status, material_id,
          from_date, to_date)
        select e.facility_id, e.id, row.status, 'ORDER', 'SCHEDULING', 'MANUAL', row.status, m.id, '2030-01-01', '2030-01-02'
        from equipment e, material m, (values ('QUEUED'), ('COMPLETED'), ('CANCELLED'), ('MERGED')) as row(status)
        where m.name = 'Our mix' returning id, status)
    insert into job_file (job_id, order_file_id, quantity, completed_quantity)
      select made.id, f.id, 5, case made.status when 'COMPLETED' then 3 else 0 end
      from made, rfq_order_file f where f.quantity = 10 or f.quantity = 20 and made.status = 'CANCELLED';
  `.execute(database.db);

  await migrate(database.db, migrationsOf(plugins));

  const { rows } = await sql`select quantity, scheduled from rfq_order_file order by quantity`.execute(database.db);
  expect(rows).toEqual([
    { quantity: 10, scheduled: 8 },
    { quantity: 20, scheduled: 0 },
    { quantity: 30, scheduled: 0 },
  ]);
});
