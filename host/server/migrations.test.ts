import { createHash } from 'node:crypto';
import plugins from 'virtual:plugin-servers';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { migrate } from './database/migrate.ts';
import { type TestDatabase, testDatabase } from './database/testing.ts';
import { formerSteps, migrationsOf } from './migrations.ts';

let database: TestDatabase<unknown>;
/** Administration has some of the tables that were the host's at first. */
const administration = plugins.filter(({ id }) => id === 'admin');
const firstNames = ['001_tables', '001_invitations', '001_places', '002_departments'];
/** Without what was added later. */
const firstSteps = migrationsOf(administration).map(({ owner, migrations }) => ({
  owner,
  migrations: Object.fromEntries(
    Object.entries(migrations).filter(([name]) => firstNames.includes(name) || owner === 'queue'),
  ),
}));
beforeEach(async () => void (database = await testDatabase({ migrations: firstSteps })));
afterEach(() => database.close());

const rowsSchema = z.array(z.object({ line: z.string() }));

/** Every column, constraint and index of the host's tables, a line each. */
async function catalogOf(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql`
    select concat_ws(' ', table_name, ordinal_position, column_name, udt_name, column_default, is_nullable,
      identity_generation) as line
    from information_schema.columns where table_schema = 'public' and table_name <> 'migration'
    union all
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid <> 'migration'::regclass
    union all
    select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'migration'`.execute(db);
  return rowsSchema
    .parse(rows)
    .map(({ line }) => line)
    .toSorted();
}

const stepsOf = async (db: Kysely<unknown>): Promise<string[]> => {
  const { rows } = await sql`select name as line from migration order by name`.execute(db);
  return rowsSchema.parse(rows).map(({ line }) => line);
};

describe("the rooms' tables", () => {
  it('are at first what the four steps of all rooms together had made', async () => {
    const catalog = await catalogOf(database.db);
    expect(catalog).toHaveLength(484);
    expect(createHash('sha256').update(catalog.join('\n')).digest('hex')).toBe(
      'ffd19019b30ce1ad39d0e35279fa03f3da474bcd4e66b2451beccdd8e38e873e',
    );
  });

  it('of a database that those steps made are taken over without running anything again', async () => {
    const { db } = database;
    const names = await stepsOf(db);
    await sql`delete from migration where name not like 'queue/%'`.execute(db);
    await sql`insert into migration (name) select unnest(${[...formerSteps.former]}::text[])`.execute(db);
    const later = { owner: 'host/demo', migrations: { '002_later': { up: async () => {} } } };
    const sets = [...firstSteps, later];
    // Two nodes start at once.
    const ran = await Promise.all([migrate(db, sets, formerSteps), migrate(db, sets, formerSteps)]);
    expect(ran.flat()).toEqual(['host/demo/002_later']);
    expect(await stepsOf(db)).toEqual([...names, 'host/demo/002_later'].toSorted());
    expect(await migrate(db, sets, formerSteps)).toEqual([]);
  });

  it('of a database that only some of those steps made are not', async () => {
    const { db } = database;
    await sql`delete from migration where name like 'host/%'`.execute(db);
    await sql`insert into migration (name) values ('host/001_tables')`.execute(db);
    await expect(migrate(db, migrationsOf([]), formerSteps)).rejects.toThrow('host/001_tables');
  });

  it('that an area has now are taken over with their rows', async () => {
    const { db } = database;
    const names = await stepsOf(db);
    await sql`delete from migration where name like 'admin/%' or name = 'host/people/001_invitations'`.execute(db);
    await sql`insert into migration (name) values ('host/places/001_tables'), ('host/people/001_tables')`.execute(db);
    await sql`with place as (insert into facility (company_name, time_zone) values ('Kept', 'UTC') returning id)
      insert into department (facility_id, name) select id, 'Finishing' from place`.execute(db);
    await migrate(db, firstSteps, formerSteps);
    const { rows } = await sql`select name as line from department`.execute(db);
    expect(rows).toEqual([{ line: 'Finishing' }]);
    expect(await stepsOf(db)).toEqual(names);
  });
});
