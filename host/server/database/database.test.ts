import { type Generated, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type MigrationSet, migrate, restingOwners } from './migrate.ts';
import { openDatabase } from './open.ts';
import { type TestDatabase, testDatabase } from './testing.ts';

interface Tables {
  thing: { id: Generated<number>; name: string; made_at: Generated<Date>; day: string | null };
}

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const quiet = { warn() {}, error() {} };
const things: MigrationSet = {
  owner: 'things',
  migrations: {
    '001_thing': {
      async up(db) {
        await sql`create table thing (
          id bigint generated always as identity primary key,
          name text not null,
          made_at timestamptz not null default now(),
          day date
        )`.execute(db);
      },
    },
  },
};

let database: TestDatabase<Tables>;
beforeAll(async () => {
  database = await testDatabase<Tables>({ migrations: [things], log: quiet });
});
afterAll(() => database.close());

/** Ends every connection of the database, as a restart of its server does. */
const cutAll = (): Promise<unknown> =>
  new pg.Pool({ ...database.connection, database: 'postgres', max: 1, allowExitOnIdle: true }).query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [database.connection.database],
  );

describe('connections', () => {
  test('bigint is a number, date a text, timestamptz a Date', async () => {
    const row = await database.db
      .insertInto('thing')
      .values({ name: 'été', day: '2024-02-29' })
      .returningAll()
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ id: 1, name: 'été', made_at: expect.any(Date), day: '2024-02-29' });
    const found = await database.db.selectFrom('thing').select('id').where('name', 'ilike', 'ÉTÉ').execute();
    expect(found).toEqual([{ id: 1 }]);
  });

  test('a bigint beyond 2^53 is refused, not rounded', async () => {
    await expect(sql`select 9007199254740993`.execute(database.db)).rejects.toThrow(RangeError);
    const { rows } = await sql`select array[1, null, 3]::bigint[] as numbers`.execute(database.db);
    expect(rows).toEqual([{ numbers: [1, null, 3] }]);
  });

  test('queries work again after every connection was cut, also inside a transaction', async () => {
    const cut = database.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      await cutAll();
      await sql`select 1`.execute(tx);
    });
    await expect(cut).rejects.toThrow();
    await expect.poll(() => sql`select 1 as one`.execute(database.db).then(({ rows }) => rows)).toEqual([{ one: 1 }]);
  });

  test('opens by url, with the planner settings that such a server may lack', async () => {
    const opened = await openDatabase<Tables>({ url: database.url, dataDir: '/nonexistent', log: quiet });
    const settings = sql`select current_setting('jit') as jit, current_setting('random_page_cost') as cost`;
    expect((await settings.execute(opened.db)).rows).toEqual([{ jit: 'off', cost: '1.1' }]);
    await opened.close();
  });
});

describe('listen', () => {
  const notify = (channel: string, payload: string): Promise<unknown> =>
    sql`select pg_notify(${channel}, ${payload})`.execute(database.db);

  test('delivers what is sent on a channel, until it is ended', async () => {
    const [first, second]: [string[], string[]] = [[], []];
    const end = await database.listen('channel A', (payload) => first.push(payload));
    await database.listen('channel A', (payload) => second.push(payload));
    await notify('channel A', 'one');
    await notify('channel B', 'two');
    await expect.poll(() => [first, second]).toEqual([['one'], ['one']]);
    await end();
    await notify('channel A', 'three');
    await expect.poll(() => second).toEqual(['one', 'three']);
    expect(first).toEqual(['one']);
  });

  test('comes back after the connection was cut, and says that something may have been missed', async () => {
    const got: string[] = [];
    let reconnected = 0;
    await database.listen('channel C', (payload) => got.push(payload), { onReconnect: () => (reconnected += 1) });
    expect(reconnected).toBe(0);
    await cutAll();
    await expect.poll(() => reconnected, { timeout: 5_000 }).toBe(1);
    await expect
      .poll(() =>
        notify('channel C', 'after').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(() => got).toContain('after');
  });

  test('a handler that throws does not stop the others', async () => {
    const got: string[] = [];
    await database.listen('channel D', () => {
      throw new Error('broken');
    });
    await database.listen('channel D', (payload) => got.push(payload));
    await notify('channel D', 'one');
    await expect.poll(() => got).toEqual(['one']);
  });
});

describe('migrate', () => {
  const step = (log: string[], name: string): MigrationSet['migrations'][string] => ({
    up: async () => void log.push(name),
  });

  test('runs owners in the order given, each migration once, later additions included', async () => {
    const { db, close } = await testDatabase({ log: quiet });
    const log: string[] = [];
    const sets = (names: string[]): MigrationSet[] => [
      { owner: 'zebra', migrations: Object.fromEntries(names.map((name) => [name, step(log, `zebra ${name}`)])) },
      { owner: 'ant', migrations: { '001': step(log, 'ant 001') } },
    ];
    expect(await migrate(db, sets(['002', '001']))).toEqual(['zebra/001', 'zebra/002', 'ant/001']);
    expect(await migrate(db, sets(['002', '001']))).toEqual([]);
    expect(await migrate(db, sets(['001', '002', '003']))).toEqual(['zebra/003']);
    expect(log).toEqual(['zebra 001', 'zebra 002', 'ant 001', 'zebra 003']);
    await expect(migrate(db, sets(['001']))).rejects.toThrow('newer than this program');
    await close();
  });

  test('the tables of an owner that is gone rest, and its steps run no second time when it is back', async () => {
    const { db, close } = await testDatabase({ log: quiet });
    const log: string[] = [];
    const ant: MigrationSet = { owner: 'ant', migrations: { '001': step(log, 'ant 001') } };
    const host: MigrationSet = { owner: 'host/room', migrations: { '001': step(log, 'room 001') } };
    await migrate(db, [host, ant]);
    expect(await migrate(db, [host])).toEqual([]);
    expect(await restingOwners(db, [host])).toEqual(['ant']);
    expect(await migrate(db, [host, ant])).toEqual([]);
    expect(await restingOwners(db, [host, ant])).toEqual([]);
    await expect(migrate(db, [ant])).rejects.toThrow('newer than this program: it has host/room/001');
    await close();
  });

  test('steps count as done where those ran that they replace', async () => {
    const { db, close } = await testDatabase({ log: quiet });
    const log: string[] = [];
    const before: MigrationSet[] = [{ owner: 'zebra', migrations: { '001': step(log, 'zebra 001') } }];
    const moved = { ...step(log, 'ant 001'), replaces: ['zebra/001'] };
    const part = { ...step(log, 'bee 001'), replaces: ['zebra/001'] };
    const after: MigrationSet[] = [
      { owner: 'ant', migrations: { '001': moved, '002': step(log, 'ant 002') } },
      { owner: 'bee', migrations: { '001': part } },
    ];
    await migrate(db, before);
    const both = await Promise.all([migrate(db, after), migrate(db, after)]);
    expect(both.flat()).toEqual(['ant/002']);
    expect(await migrate(db, after)).toEqual([]);
    expect(log).toEqual(['zebra 001', 'ant 002']);
    await close();

    const fresh = await testDatabase({ log: quiet });
    expect(await migrate(fresh.db, after)).toEqual(['ant/001', 'ant/002', 'bee/001']);
    await fresh.close();
  });

  test('a failure names its migration and changes nothing', async () => {
    const { db, close } = await testDatabase({ log: quiet });
    const broken = { up: async () => Promise.reject(new Error('broken')) };
    const failing = migrate(db, [things, { owner: 'bad', migrations: { '001': broken } }]);
    await expect(failing).rejects.toThrow('migration bad/001 of the database failed');
    const { rows } = await sql`select to_regclass('thing') as thing`.execute(db);
    expect(rows).toEqual([{ thing: null }]);
    await close();
  });

  test('two processes that migrate at once do it once', async () => {
    const { db, close } = await testDatabase({ log: quiet });
    const both = await Promise.all([migrate(db, [things]), migrate(db, [things])]);
    expect(both.flat()).toEqual(['things/001_thing']);
    await close();
  });
});

test('databases with the same migrations do not see each other', async () => {
  const [one, two] = await Promise.all([1, 2].map(() => testDatabase<Tables>({ migrations: [things], log: quiet })));
  await one?.db.insertInto('thing').values({ name: 'mine' }).execute();
  expect(await two?.db.selectFrom('thing').selectAll().execute()).toEqual([]);
  await Promise.all([one?.close(), two?.close()]);
});
