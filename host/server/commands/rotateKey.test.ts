import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import plugins from 'virtual:plugin-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { type TestDatabase, testDatabase } from '../database/testing.ts';
import { migrationsOf } from '../migrations.ts';
import { createSecrets, fingerprintOf } from '../secrets/secrets.ts';
import { reseal, sealedColumns } from './rotateKey.ts';

let database: TestDatabase<unknown>;
beforeAll(async () => void (database = await testDatabase({ migrations: migrationsOf(plugins) })));
afterAll(() => database.close());

const columns = z.array(z.object({ name: z.string() }));

it('knows every sealed column', async () => {
  const { rows } = await sql`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%sealed' and data_type = 'text' order by 1`.execute(
    database.db,
  );
  expect(columns.parse(rows).map(({ name }) => name)).toEqual(
    sealedColumns.map(({ table, column }) => `${table}.${column}`).sort(),
  );
});

it('seals everything anew, or nothing', async () => {
  const { db } = database;
  const [old, next, wrong] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const before = createSecrets(old);
  await sql`insert into installation (name, value) values ('secret-key', ${fingerprintOf(old)})`.execute(db);
  await sql`insert into app_user (email, first_name, last_name) select n || '@a.example', 'A', 'B'
    from generate_series(1, 1001) n`.execute(db);
  await db.transaction().execute(async (tx) => {
    for (let id = 1; id <= 1001; id += 1) {
      const sealed = before.seal(`totp ${id}`, `secret ${id}`);
      await sql`insert into totp (user_id, secret_sealed) values (${id}, ${sealed})`.execute(tx);
    }
  });
  const rotate = (from: Buffer, to: Buffer) => db.transaction().execute((tx) => reseal(tx, from, to));
  await expect(rotate(wrong, next)).rejects.toThrow('another key');
  expect(await rotate(old, next)).toBe(1001);
  const { rows } = await sql<{ id: number; sealed: string }>`
    select user_id as id, secret_sealed as sealed from totp order by 1`.execute(db);
  const after = createSecrets(next);
  expect(rows.map(({ id, sealed }) => after.open(`totp ${id}`, sealed))).toEqual(rows.map(({ id }) => `secret ${id}`));
  await expect(rotate(old, wrong)).rejects.toThrow('another key');
});
