import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../../host/server/database/migrate.ts';
import { testDatabase, type TestDatabase } from '../../../../host/server/database/testing.ts';
import { migrationsOf } from '../../../../host/server/migrations.ts';
import grabcad from '../../../grabcad/server/index.ts';
import orders from '../../../orders/server/index.ts';
import preparation from '../../../preparation/server/index.ts';
import scheduling from '../../../scheduling/server/index.ts';
import catalog from '../index.ts';

/** The tables as they were before there was a library. */
const older: Record<string, string> = { catalog: '004_deleted', orders: '010_meshes', scheduling: '001_jobs' };
const plugins = [preparation, catalog, orders, scheduling, grabcad];
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

test('an installation keeps its machines and prices, and knows what is its own', async () => {
  await sql`
    insert into facility (company_name, time_zone) values ('Works', 'UTC'), ('Other', 'UTC');
    insert into facility (company_name, time_zone, root_facility_id) select 'Branch', 'UTC', id from facility where company_name = 'Works';
    insert into general_material (name) values ('Polyamide'), ('Clay');
    insert into material (name, general_material_id, am_process_id, density_mg_per_mm3, price_per_kg_minor)
      select row.name, g.id, p.id, 1, row.price
      from (values ('PA 2200 (PA12)', 'Polyamide', 6800), ('Our mix', 'Clay', 900), ('Shared mix', 'Clay', 300), ('Loaded only', 'Clay', 70), ('Unused', 'Clay', 1))
          as row(name, general, price)
        join general_material g on g.name = row.general join am_process p on p.process_key = 'SELECTIVE_LASER_SINTERING';
    insert into manufacturer (name) values ('EOS'), ('Garage');
    insert into machine_model (model_name, manufacturer_id, am_process_id, build_x_mm, build_y_mm, build_z_mm)
      select row.model, maker.id, p.id, 100, 100, 100
      from (values ('EOS', 'EOS P 396'), ('Garage', 'One')) as row(maker, model)
        join manufacturer maker on maker.name = row.maker join am_process p on p.process_key = 'SELECTIVE_LASER_SINTERING';
    insert into equipment (facility_id, machine_model_id, display_name, hourly_rate_minor)
      select f.id, m.id, row.name, 1
      from (values ('Works', 'EOS P 396', 'A'), ('Branch', 'One', 'B'), ('Other', 'EOS P 396', 'C')) as row(facility, model, name)
        join facility f on f.company_name = row.facility join machine_model m on m.model_name = row.model;
    insert into equipment_material (equipment_id, material_id)
      select e.id, m.id
      from (values ('A', 'PA 2200 (PA12)'), ('C', 'PA 2200 (PA12)'), ('B', 'Our mix'), ('A', 'Our mix'), ('A', 'Shared mix'), ('C', 'Shared mix'))
          as row(machine, material)
        join equipment e on e.display_name = row.machine join material m on m.name = row.material;
    update equipment set current_material_id = (select id from material where name = 'Loaded only') where display_name = 'C';
    insert into job (facility_id, equipment_id, job_name, job_type, job_source, job_creation_type, status, material_id,
        from_date, to_date)
      select e.facility_id, e.id, 'Build', 'ORDER_NO_RFQ', 'SCHEDULING', 'MANUAL', 'QUEUED', m.id, '2030-01-01', '2030-01-02'
      from equipment e join material m on e.display_name = 'B' and m.name = 'Our mix';
  `.execute(database.db);

  await migrate(database.db, migrationsOf(plugins));

  const { rows: kept } = await sql`
    select f.company_name as facility, m.name, k.price_per_kg_minor as price, owner.company_name as owner,
      m.source is not null as sourced
    from facility_material k join facility f on f.id = k.facility_id join material m on m.id = k.material_id
      left join facility owner on owner.id = m.owner_facility_id
    order by f.company_name, m.name
  `.execute(database.db);
  const library = { name: 'PA 2200 (PA12)', price: 6800, owner: null, sourced: true };
  const own = { name: 'Our mix', price: 900, owner: 'Works', sourced: false };
  const shared = { name: 'Shared mix', price: 300, owner: null, sourced: false };
  expect(kept).toEqual([
    { facility: 'Branch', ...own },
    { facility: 'Other', name: 'Loaded only', price: 70, owner: 'Other', sourced: false },
    { facility: 'Other', ...library },
    { facility: 'Other', ...shared },
    { facility: 'Works', ...own },
    { facility: 'Works', ...library },
    { facility: 'Works', ...shared },
  ]);
  const { rows: models } = await sql`
    select m.model_name as model, m.build_z_mm as z, owner.company_name as owner
    from equipment e join machine_model m on m.id = e.machine_model_id left join facility owner on owner.id = m.owner_facility_id
    order by e.display_name
  `.execute(database.db);
  const eos = { model: 'EOS P 396', z: 600, owner: null };
  expect(models).toEqual([eos, { model: 'One', z: 100, owner: 'Works' }, eos]);

  const { rows: machines } = await sql`
    select e.display_name as name, loaded.name as loaded, array_agg(m.name order by m.name) as runs
    from equipment e join equipment_material em on em.equipment_id = e.id join material m on m.id = em.material_id
      left join material loaded on loaded.id = e.current_material_id
    group by e.id, loaded.id order by e.display_name
  `.execute(database.db);
  expect(machines).toEqual([
    { name: 'A', loaded: null, runs: ['Our mix', 'PA 2200 (PA12)', 'Shared mix'] },
    { name: 'B', loaded: null, runs: ['Our mix'] },
    { name: 'C', loaded: 'Loaded only', runs: ['Loaded only', 'PA 2200 (PA12)', 'Shared mix'] },
  ]);
  const { rows: jobs } = await sql`
    select j.job_name as name, m.name as material, j.simulation_software_id as program
    from job j join material m on m.id = j.material_id
  `.execute(database.db);
  expect(jobs).toEqual([{ name: 'Build', material: 'Our mix', program: null }]);
  const { rows: unused } = await sql`select name, owner_facility_id from material where name = 'Unused'`.execute(
    database.db,
  );
  expect(unused).toEqual([{ name: 'Unused', owner_facility_id: null }]);
  // A program that a job names is one that there is.
  await expect(sql`update job set simulation_software_id = 999`.execute(database.db)).rejects.toThrow(/foreign key/);
  await sql`update job set simulation_software_id = (select id from simulation_software where name = 'Magics')`.execute(
    database.db,
  );
}, 60_000);
