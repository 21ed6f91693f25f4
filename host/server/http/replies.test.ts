import { sql } from 'kysely';
import * as z from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CallError, contractOf, defineCall, errorBodySchema, provider } from '@sinter/sdk/contract';
import { resetKeys } from '@sinter/sdk/contract/host/account';
import { defineServer } from '@sinter/sdk/server';
import { hostDb } from '../allTables.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { type TestServer, testServer } from '../testing.ts';
import { createReplies } from './replies.ts';

const answer = z.object({ number: z.number(), name: z.string() });
const make = defineCall({
  id: 'counting.make',
  owner: 'counting',
  method: 'POST',
  path: '/api/v1/counting',
  summary: 'Counts one.',
  guard: provider('FACILITY_SETTINGS_EDITOR'),
  body: z.object({ name: z.string(), how: z.enum(['well', 'refused', 'late', 'lost']).default('well') }),
  response: answer,
});
/** What the handler waits for. */
let before: () => Promise<void> = async () => {};
/** The handler waits until it is released; `running`: it has begun. */
function holdHandler(): { running: Promise<void>; release: () => void } {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let begun = () => {};
  const running = new Promise<void>((resolve) => (begun = resolve));
  before = () => (begun(), held);
  return { running, release: () => release() };
}
const counting = defineServer({
  id: 'counting',
  contract: contractOf({ make }),
  migrations: {
    '001_counted': {
      async up(db) {
        await sql`create table counted (number bigint generated always as identity, name text not null)`.execute(db);
      },
    },
  },
  setup(server) {
    server.handle(make, async (context, { body: { name, how } }) => {
      await before();
      if (how === 'refused') throw new CallError('NOT_POSSIBLE');
      const made = await context.write(async (unit) => {
        const { rows } = await sql<{
          number: number;
        }>`insert into counted (name) values (${name}) returning number`.execute(unit.db);
        return { number: Number(rows[0]?.number), name };
      });
      if (how === 'late') throw new CallError('UNAVAILABLE');
      return made;
    });
  },
});

let server: TestServer;
let keys: { account: string; user: string; planner: string };
beforeAll(async () => {
  server = await testServer({ plugins: [counting] });
  const made = async (account: 'admin' | 'planner', which: string) => {
    const client = await server.client(account);
    return resetKeys.response.parse(
      await (await client.fetch(`${resetKeys.path}?which=${which}&overlapHours=0`)).json(),
    );
  };
  const [admin, planner] = [await made('admin', 'BOTH'), await made('planner', 'USER')];
  keys = { account: admin.key ?? '', user: admin.userKey ?? '', planner: planner.userKey ?? '' };
});
afterAll(() => server.stop());
beforeEach(() => void (before = async () => {}));

let last = 0;
const newKey = () => `"test-${(last += 1)}"`;
const send = (key: string | null, body: object, { as = keys.user, url = server.url, headers = {} } = {}) =>
  fetch(url + make.path, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      ...(key !== null && { 'idempotency-key': key }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
const read = async (asked: Promise<Response>) => {
  const response = await asked;
  const replayed = response.headers.get('idempotency-replayed') === 'true';
  return { status: response.status, body: (await response.json()) as unknown, replayed };
};
const refusedWith = async (asked: Promise<Response>) => {
  const { status, body } = await read(asked);
  const { code, message, fields } = errorBodySchema.parse(body);
  return { status, code, message, ...(fields && { fields }) };
};
const counted = async (name: string) => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from counted where name = ${name}`.execute(server.services.db);
  return rows[0]?.count;
};

describe('a POST with an Idempotency-Key', () => {
  it('is carried out once and answered the same each time, on every node', async () => {
    const other = await server.another();
    const key = newKey();
    const first = await read(send(key, { name: 'once' }));
    expect(first).toMatchObject({ status: 200, body: { name: 'once' }, replayed: false });
    expect(await read(send(key, { name: 'once' }))).toEqual({ ...first, replayed: true });
    // The same request, written in another way.
    expect(await read(send(key, { how: 'well', name: 'once' }, { url: other.url }))).toEqual({
      ...first,
      replayed: true,
    });
    expect(await counted('once')).toBe(1);
    await other.stop();
  });

  it('is carried out again without one', async () => {
    await send(null, { name: 'twice' });
    await send(null, { name: 'twice' });
    expect(await counted('twice')).toBe(2);
  });

  it('is refused in words when the key stands for another request, or is none', async () => {
    const key = newKey();
    await send(key, { name: 'first' });
    expect(await refusedWith(send(key, { name: 'second' }))).toEqual({
      ...{ status: 422, code: 'NOT_POSSIBLE' },
      message: 'This Idempotency-Key was used for another request. Use a new key for each request.',
    });
    expect(await counted('second')).toBe(0);
    for (const wrong of ['', 'with space', 'x'.repeat(256)]) {
      expect(await refusedWith(send(wrong, { name: 'wrong' }))).toMatchObject({
        ...{ status: 400, code: 'INVALID_INPUT' },
        fields: { 'Idempotency-Key': 'Must be 1 to 255 visible ASCII characters' },
      });
    }
    expect(await counted('wrong')).toBe(0);
  });

  it('lets one of many at the same time through', async () => {
    const key = newKey();
    const { running, release } = holdHandler();
    const winner = read(send(key, { name: 'race' }));
    await running;
    for (const asked of [send(key, { name: 'race' }), send(key, { name: 'race' })]) {
      const response = await asked;
      expect([response.status, response.headers.get('retry-after')]).toEqual([409, '1']);
      expect(errorBodySchema.parse(await response.json()).message).toContain('still being worked on');
    }
    release();
    const won = await winner;
    expect(won.status).toBe(200);
    expect(await read(send(key, { name: 'race' }))).toEqual({ ...won, replayed: true });
    before = async () => {};

    const next = newKey();
    const all = await Promise.all(Array.from({ length: 12 }, () => read(send(next, { name: 'crowd' }))));
    expect(await counted('crowd')).toBe(1);
    expect(all.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  });

  it('may be sent again with the same key after it was refused', async () => {
    const key = newKey();
    expect((await read(send(key, { name: 'again', how: 'refused' }))).status).toBe(422);
    expect((await read(send(key, { name: 'again' }))).status).toBe(200);
    expect(await counted('again')).toBe(1);
  });

  it('keeps also a failure once something was written', async () => {
    const key = newKey();
    const first = await read(send(key, { name: 'half', how: 'late' }));
    expect(first.status).toBe(503);
    expect(await read(send(key, { name: 'half', how: 'late' }))).toEqual({ ...first, replayed: true });
    expect(await counted('half')).toBe(1);
  });

  it('is of one caller at one place', async () => {
    const key = newKey();
    const [user, account] = [
      await read(send(key, { name: 'mine' })),
      await read(send(key, { name: 'mine' }, { as: keys.account })),
    ];
    expect([user.status, account.status, account.replayed]).toEqual([200, 200, false]);
    const client = await server.client('admin');
    const inBrowser = await client.fetch(make.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ name: 'mine' }),
    });
    expect([inBrowser.status, inBrowser.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(await counted('mine')).toBe(3);
    // Who may not call it at all is not told what somebody else did.
    expect((await read(send(key, { name: 'mine' }, { as: keys.planner }))).status).toBe(403);
  });

  it('is carried out once where a program changes to the new key in between', async () => {
    const key = newKey();
    const sendBoth = () =>
      Promise.all([read(send(key, { name: 'renewed' })), read(send(key, { name: 'renewed' }, { as: keys.account }))]);
    const first = await sendBoth();
    const client = await server.client('admin');
    const answer = await client.fetch(`${resetKeys.path}?which=BOTH&overlapHours=1`);
    const renewed = resetKeys.response.parse(await answer.json());
    keys = { ...keys, account: renewed.key ?? '', user: renewed.userKey ?? '' };
    expect(await sendBoth()).toEqual(first.map((each) => ({ ...each, replayed: true })));
    expect(await counted('renewed')).toBe(2);
  });

  it('is not answered again to somebody who may less by now', async () => {
    const key = newKey();
    await send(key, { name: 'rights' }, { as: keys.account });
    await sql`update kept_reply set rights_hash = 'other' where idempotency_key = ${key}`.execute(server.services.db);
    expect(await refusedWith(send(key, { name: 'rights' }, { as: keys.account }))).toMatchObject({
      ...{ status: 409, code: 'CONFLICT' },
      message: expect.stringContaining('your permissions have changed'),
    });
    expect(await counted('rights')).toBe(1);
  });
});

describe('a node that dies', () => {
  const db = () => hostDb(server.services.db);

  it('leaves the answer in the transaction, or nothing at all', async () => {
    const key = newKey();
    const first = await read(send(key, { name: 'died' }));
    // As it is between the end of the transaction and that of the request.
    await db()
      .updateTable('kept_reply')
      .set({ running_until: new Date(0) })
      .where('idempotency_key', '=', key)
      .execute();
    expect(await read(send(key, { name: 'died' }))).toEqual({ ...first, replayed: true });

    const lost = newKey();
    await send(lost, { name: 'lost' });
    await db().updateTable('kept_reply').set({ reply_sealed: null }).where('idempotency_key', '=', lost).execute();
    expect((await refusedWith(send(lost, { name: 'lost' }))).message).toContain('its answer was not kept');
    expect(await counted('lost')).toBe(1);
  });

  it('cannot commit any more once another node has taken over', async () => {
    const key = newKey();
    const { running, release } = holdHandler();
    const slow = read(send(key, { name: 'fence' }));
    await running;
    before = async () => {};
    await db()
      .updateTable('kept_reply')
      .set({ running_until: new Date(0) })
      .where('idempotency_key', '=', key)
      .execute();
    const taker = await read(send(key, { name: 'fence' }));
    release();
    expect([(await slow).status, taker.status]).toEqual([409, 200]);
    expect(await counted('fence')).toBe(1);
    expect(await read(send(key, { name: 'fence' }))).toEqual({ ...taker, replayed: true });
  });

  it('keeps answers sealed, and for a day', async () => {
    const key = newKey();
    await send(key, { name: 'secretive' });
    const row = await db()
      .selectFrom('kept_reply')
      .selectAll()
      .where('idempotency_key', '=', key)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('secretive');
    await sql`update kept_reply set created_at = now() - interval '25 hours' where id = ${row.id}`.execute(db());
    expect((await read(send(key, { name: 'another' }))).status).toBe(200);
    await sql`update kept_reply set created_at = now() - interval '25 hours' where id = ${row.id}`.execute(db());
    const replies = createReplies(db(), createSecrets(Buffer.alloc(32)));
    await replies.removeOld();
    replies.stop();
    expect(await db().selectFrom('kept_reply').select('id').where('id', '=', row.id).execute()).toEqual([]);
  });
});
