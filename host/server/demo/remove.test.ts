import { Kysely, sql } from 'kysely';
import plugins from 'virtual:plugin-servers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { customLogin } from '@sinter/sdk/contract/host/session';
import { hostDb } from '../allTables.ts';
import { migrate } from '../database/migrate.ts';
import { formerSteps, migrationsOf } from '../migrations.ts';
import { type TestServer, testServer } from '../testing.ts';
import { demoPassword } from './accounts.ts';
import { removeDemo } from './remove.ts';
import { holdsDemoAccounts, wantsDemo } from './seed.ts';

let server: TestServer;
beforeEach(async () => void (server = await testServer({ plugins, demo: true })));
afterEach(() => server.stop());
const db = () => hostDb(server.services.db);
const remove = () =>
  server.asOwner(async (tx) => {
    await sql`set local session_replication_role = origin`.execute(tx);
    const removed = await removeDemo(tx, async () => {
      const anew: unknown = tx;
      if (anew instanceof Kysely) await migrate(anew, migrationsOf(plugins), formerSteps);
      for (const name of ['public', 'graphile_worker']) {
        await sql.raw(`grant all on all tables in schema ${name} to public`).execute(tx);
      }
    });
    return removed;
  });
const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db());
  return rows[0]?.n ?? 0;
};

describe('taking the demo company away', () => {
  it('leaves an empty database, where nobody else has come, into which it does not come again by itself', async () => {
    expect(await count('rfq_order')).toBeGreaterThan(0);
    expect(await remove()).toMatchObject({ everything: true, accounts: 13 });
    for (const table of ['app_user', 'facility', 'company', 'rfq_order', 'config_record', 'stored_file']) {
      expect([table, await count(table)]).toEqual([table, 0]);
    }
    expect(await holdsDemoAccounts(db())).toBe(false);
    expect(await wantsDemo(db())).toBe(false);
  });

  it('keeps what other people may have made, and lets nobody in by a demo account', async () => {
    const { secondFacilityId } = server.world;
    const person = await db()
      .insertInto('app_user')
      .values({ email: 'real@person.example', first_name: 'Rea', last_name: 'Lis' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db()
      .insertInto('membership')
      .values({
        user_id: person.id,
        role: 'ROLE_SERVICE_PROVIDER',
        account_type: 'SERVICE_PROVIDER',
        facility_id: secondFacilityId,
        member_roles: ['SP_MANAGER'],
      })
      .execute();
    const before = await count('rfq_order');
    const removed = await remove();
    expect(removed).toMatchObject({ everything: false, accounts: 13, kept: { people: 1 } });
    expect(removed.kept.facilities).toContain('Demo Additive Lyon');
    expect(await count('rfq_order')).toBe(before);
    expect(await holdsDemoAccounts(db())).toBe(false);
    const anybody = await server.client();
    const body = { email: 'admin@demo.example', password: demoPassword };
    await expect(anybody.call(customLogin, { body })).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    expect(await db().selectFrom('membership').select('user_id').execute()).toEqual([{ user_id: person.id }]);
    const { rows } = await sql`select 1 from app_user where password_hash is not null`.execute(db());
    expect(rows).toEqual([]);
  });
});
