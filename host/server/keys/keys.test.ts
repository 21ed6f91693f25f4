import { sql } from 'kysely';
import * as z from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorBodySchema } from '@sinter/sdk/contract';
import { readKeys, resetKeys } from '@sinter/sdk/contract/host/account';
import { fetchToken, getUser, logout } from '@sinter/sdk/contract/host/session';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { sessionsChanged } from '../events/outbox.ts';
import { type Account, type TestClient, type TestServer, testServer } from '../testing.ts';
import { type HostDb, hostDb } from '../allTables.ts';
import { createBuckets } from '../http/buckets.ts';
import { isKey, makeKey, maskKey, sentKey } from './secret.ts';

let server: TestServer;
let db: HostDb;
beforeAll(async () => {
  server = await testServer();
  db = hostDb(server.services.db);
});
afterAll(() => server.stop());
beforeEach(() => db.deleteFrom('api_key').execute());

type Which = 'ACCOUNT' | 'USER' | 'BOTH';
let lastAddress = 0;
/** From an address of its own each time: resets from one are counted. */
async function resetBy(client: TestClient, which: Which = 'BOTH', overlapHours = 0) {
  const response = await client.fetch(`${resetKeys.path}?which=${which}&overlapHours=${overlapHours}`, {
    headers: { 'x-forwarded-for': `192.0.2.${(lastAddress += 1)}` },
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw answer;
  return resetKeys.response.parse(answer);
}
const reset = async (account: Account, which?: Which, overlapHours?: number) =>
  resetBy(await server.client(account), which, overlapHours);

const mailsSchema = z.array(z.object({ to: z.string(), text: z.string() }));

/** As a program would ask: no cookies, no CSRF token. */
const ask = (key: string | null, path: string, init: RequestInit = {}, url = server.url) =>
  fetch(url + path, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });
const codeOf = async (response: Response) => errorBodySchema.parse(await response.json()).code;

describe('a key', () => {
  it('carries a tail by which typing mistakes and look-alikes are known without the database', () => {
    const key = makeKey('USER');
    expect(key).toMatch(/^amk_u_[\w-]{49}$/);
    expect(makeKey('ACCOUNT')).toMatch(/^amk_a_/);
    expect(isKey(key)).toBe(true);
    expect(isKey(key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x'))).toBe(false);
    expect(isKey(`amk_u_${'a'.repeat(49)}`)).toBe(false);
    expect(maskKey(key)).toBe(`amk_u_••••${key.slice(-4)}`);
    expect(sentKey(`Bearer ${key}`)).toBe(key);
    expect(sentKey('Bearer something-else')).toBeNull();
  });

  it('lets bursts of 120 through, and 60 a minute after that', () => {
    let now = 0;
    const buckets = createBuckets(() => now);
    const take = (times: number, key = 'one') => Array.from({ length: times }, () => buckets.take(key, 60, 120));
    const burst = take(120);
    expect(burst.every(({ granted }) => granted)).toBe(true);
    expect(burst.at(-1)).toMatchObject({ left: 0, secondsToFull: 120 });
    expect(take(1)).toMatchObject([{ granted: false, secondsToNext: 1 }]);
    now = 10_000;
    expect(take(11).map(({ granted }) => granted)).toEqual([...Array<boolean>(10).fill(true), false]);
    expect(take(1, 'another')).toMatchObject([{ granted: true }]);
  });
});

describe('reading and resetting', () => {
  it('makes none by being looked at', async () => {
    const client = await server.client('admin');
    expect(await client.call(readKeys, {})).toMatchObject({
      key: null,
      userKey: null,
      mayHoldAccountKey: true,
      keyFacts: null,
    });
    expect(await db.selectFrom('api_key').selectAll().execute()).toEqual([]);
  });

  it('gives administrators both keys, and shows them again until the proof of identity is old', async () => {
    const client = await server.client('admin');
    const made = await resetBy(client);
    expect(made).toMatchObject({
      key: expect.stringMatching(/^amk_a_/),
      userKey: expect.stringMatching(/^amk_u_/),
      masked: false,
    });
    expect(await client.call(readKeys, {})).toEqual(made);
    const { user_id } = await db
      .updateTable('session')
      .set({ authenticated_at: sql`now() - interval '6 minutes'` })
      .where('user_id', '=', server.world.users['admin@demo.example'] ?? 0)
      .returning('user_id')
      .executeTakeFirstOrThrow();
    await server.services.write((unit) => unit.emit(sessionsChanged, { userId: user_id }, {}));
    await expect.poll(async () => (await client.call(readKeys, {})).masked).toBe(true);
    expect(await client.call(readKeys, {})).toMatchObject({
      key: maskKey(made.key ?? ''),
      userKey: maskKey(made.userKey ?? ''),
    });
    await expect(resetBy(client)).rejects.toMatchObject({ code: 'REAUTHENTICATE' });
  });

  it('gives others a key of their own only', async () => {
    const made = await reset('operator');
    expect(made).toMatchObject({ key: null, mayHoldAccountKey: false, keyFacts: null });
    expect(made.userKey).toMatch(/^amk_u_/);
    await expect(reset('operator', 'ACCOUNT')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    // Nor do they see the account's when there is one.
    await reset('admin', 'ACCOUNT');
    expect((await (await server.client('operator')).call(readKeys, {})).key).toBeNull();
    await expect(reset('third')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(reset('unverified')).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
  });

  it('shows nobody an account key that may do more than they may', async () => {
    const { key } = await reset('buyeradmin', 'ACCOUNT');
    const client = await server.client('buyer');
    expect((await client.call(readKeys, {})).key).toBe(key);
    await sql`update api_key set permissions = array['DIGITAL_CATALOG_EDITOR']`.execute(db);
    expect(await client.call(readKeys, {})).toMatchObject({
      key: maskKey(key ?? ''),
      mayHoldAccountKey: true,
      keyFacts: expect.anything(),
    });
  });

  it('has one key for the whole company, whichever administrator asks', async () => {
    const made = await reset('buyer');
    const { key } = await (await server.client('buyer')).call(readKeys, {});
    expect(key).toBe(made.key);
    expect((await (await server.client('admin')).call(readKeys, {})).key).toBeNull();
  });

  it('asks for the CSRF token', async () => {
    const client = await server.client('admin');
    const response = await client.fetch('/api/v1/users/reset-keys', { headers: { 'x-xsrf-token': 'x' } });
    expect(await codeOf(response)).toBe('CSRF');
  });

  it('stores no key in the open, tells its owner by mail and writes it down without the key', async () => {
    const { key, userKey, scopes } = await reset('admin');
    const tables = await Promise.all([
      db.selectFrom('api_key').selectAll().execute(),
      db.selectFrom('audit_entry').selectAll().execute(),
      db.selectFrom('mail_message').selectAll().execute(),
    ]);
    const everything = JSON.stringify(tables);
    for (const secret of [key, userKey]) {
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(secret?.slice(6, 40));
    }
    const audited = tables[1].filter((entry) => entry.action === 'keys.reset').slice(-2);
    expect(audited.map((entry) => entry.after)).toEqual([
      { kind: 'ACCOUNT', overlapHours: 0, ...scopes },
      { kind: 'USER', overlapHours: 0 },
    ]);
    expect(audited[0]).toMatchObject({ address: `192.0.2.${lastAddress}`, facility_id: server.world.rootFacilityId });
    const [mail] = mailsSchema.parse(await (await fetch(`${server.url}/dev/mail.json`)).json());
    expect(mail?.to).toBe('admin@demo.example');
    expect(mail?.text).not.toContain('amk_');
  });

  it('leaves one working key when two reset at once', async () => {
    await Promise.all([reset('admin', 'ACCOUNT'), reset('admin', 'ACCOUNT'), reset('admin', 'ACCOUNT')]);
    expect(await db.selectFrom('api_key').select('id').execute()).toHaveLength(1);
  });
});

describe('calling with a key', () => {
  it('acts as its user, with the rights of the moment, without cookies or CSRF token', async () => {
    const { userKey } = await reset('admin');
    const preference = { preferenceType: 'COLUMNS', preference: '[]' };
    const saved = await ask(userKey, '/api/v1/userPreference/COLUMNS', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(preference),
    });
    expect(await saved.json()).toEqual(preference);
    const answer = await ask(userKey, '/api/v1/registry/manifest');
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('ratelimit-limit')).toBe('120');
    expect(answer.headers.get('ratelimit-remaining')).toMatch(/^11\d$/);
  });

  it('can do nothing with sessions, keys or what needs a proof of identity', async () => {
    const { key, userKey } = await reset('admin');
    const calls = [getUser, fetchToken, logout, readKeys, resetKeys];
    for (const one of [key, userKey]) {
      for (const { path, method } of calls) {
        const response = await ask(one, path, { method });
        expect([path, await codeOf(response)]).toEqual([path, 'FORBIDDEN']);
      }
    }
  });

  it('is refused with a wrong key, even beside a good cookie', async () => {
    const client = await server.client('admin');
    await reset('admin');
    for (const wrong of [makeKey('USER'), makeKey('ACCOUNT'), 'amk_u_short', `amk_u_${'a'.repeat(49)}`]) {
      const response = await client.fetch('/api/v1/registry/manifest', {
        headers: { authorization: `Bearer ${wrong}` },
      });
      expect(response.status).toBe(401);
    }
  });

  it('dies with the user and with the membership', async () => {
    const userId = server.world.users['operator@demo.example'] ?? 0;
    const { userKey } = await reset('operator');
    const status = async () => (await ask(userKey, '/api/v1/registry/manifest')).status;
    expect(await status()).toBe(200);
    const change = async (query: ReturnType<typeof sql>) => {
      await query.execute(db);
      await server.services.write((unit) => unit.emit(sessionsChanged, { userId }, {}));
    };
    await change(sql`update membership set disabled = true where user_id = ${userId}`);
    await expect.poll(status).toBe(401);
    await change(sql`update membership set disabled = false where user_id = ${userId}`);
    await expect.poll(status).toBe(200);
    await change(sql`update app_user set disabled = true where id = ${userId}`);
    await expect.poll(status).toBe(401);
    await change(sql`update app_user set disabled = false where id = ${userId}`);
  });

  it("stands for the account without its maker's functions and team rights", async () => {
    const { key } = await reset('admin', 'ACCOUNT');
    const stored = await db.selectFrom('api_key').select('permissions').executeTakeFirstOrThrow();
    expect(stored.permissions).toContain('FACILITY_SETTINGS_EDITOR');
    expect(stored.permissions).not.toContain('SP_TEAM_EDITOR');
    expect(stored.permissions).not.toContain('SWITCH_DASHBOARD');
    expect((await ask(key, '/api/v1/registry/manifest')).status).toBe(200);
    // Whoever writes a program learns what its key lacks.
    expect(await (await ask(key, '/api/v1/team')).json()).toMatchObject({
      code: 'FORBIDDEN',
      missing: 'SP_TEAM_EDITOR or ENG_TEAM_EDITOR',
    });
  });

  it('does no more for the account than it was given, and keeps that when it is reset', async () => {
    const client = await server.client('admin');
    const give = async (query: Record<string, string>) => {
      const response = await client.fetch(`${resetKeys.path}?${new URLSearchParams({ which: 'ACCOUNT', ...query })}`, {
        headers: { 'x-forwarded-for': `192.0.2.${(lastAddress += 1)}` },
      });
      return response.ok ? resetKeys.response.parse(await response.json()) : codeOf(response);
    };
    const made = async (query: Record<string, string>) => {
      const answer = await give(query);
      if (typeof answer === 'string') throw new Error(answer);
      return answer;
    };
    const preference = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"preferenceType":"COLUMNS","preference":"[]"}',
    };
    const tries = async (key: string | null) => ({
      reads: (await ask(key, '/api/v1/userPreference/COLUMNS')).status,
      changes: (await ask(key, '/api/v1/userPreference/COLUMNS', preference)).status,
      permitted: (await ask(key, '/api/v1/audit')).status,
    });
    const first = await made({});
    expect(first.scopes?.membership).toBe('WRITE');
    expect(first.scopes?.permissions).toEqual(first.grantable.map(({ permission }) => permission));
    expect(first.scopes?.permissions).not.toContain('SP_TEAM_EDITOR');
    const all = await tries(first.key);

    const reader = await made({ membership: 'READ', permissions: '' });
    expect(reader.scopes).toEqual({ membership: 'READ', permissions: [] });
    expect(await tries(reader.key)).toEqual({ reads: all.reads, changes: 403, permitted: 403 });
    // As it is: whoever resets it by a program need not know what it may do.
    expect((await made({})).scopes).toEqual({ membership: 'READ', permissions: [] });

    const narrow = await made({ membership: 'NONE', permissions: 'FACILITY_SETTINGS_EDITOR' });
    expect(narrow.scopes).toEqual({ membership: 'NONE', permissions: ['FACILITY_SETTINGS_EDITOR'] });
    expect(await tries(narrow.key)).toEqual({ reads: 403, changes: 403, permitted: all.permitted });

    expect(await give({ permissions: 'SP_TEAM_EDITOR' })).toBe('FORBIDDEN');
    expect(await give({ permissions: 'NO_SUCH' })).toBe('INVALID_INPUT');
    expect((await client.call(readKeys, {})).scopes).toEqual(narrow.scopes);
  });

  it('never opens export-controlled files, not even those of its maker', async () => {
    const client = await server.client('buyer');
    const { key, userKey } = await resetBy(client);
    const upload = async (fields: Record<string, string>) =>
      fileDtoSchema.parse(await (await client.send('/api/v1/files', 'part.stl', 'solid', fields)).json());
    const [open, controlled] = [await upload({}), await upload({ itar: 'true' })];
    const statusFor = async (one: string | null, file: { fileURL: string }) => (await ask(one, file.fileURL)).status;
    expect(await statusFor(key, open)).toBe(200);
    expect(await statusFor(key, controlled)).toBe(403);
    expect(await statusFor(userKey, controlled)).toBe(403);
  });

  it('stops at once on every node when it is reset, or after the overlap that was asked for', async () => {
    const other = await server.another();
    const path = '/api/v1/registry/manifest';
    const first = (await reset('planner')).userKey;
    expect((await ask(first, path)).status).toBe(200);
    expect((await ask(first, path, {}, other.url)).status).toBe(200);

    const second = await reset('planner', 'USER', 24);
    const until = Date.parse(second.userKeyFacts?.previousUntil ?? '');
    expect(Math.round((until - Date.now()) / 3_600_000)).toBe(24);
    expect((await ask(first, path)).status).toBe(200);
    expect((await ask(second.userKey, path)).status).toBe(200);

    const third = await reset('planner', 'USER');
    for (const old of [first, second.userKey]) {
      for (const url of [server.url, other.url]) {
        await expect.poll(async () => (await ask(old, path, {}, url)).status, { timeout: 4_000 }).toBe(401);
      }
    }
    expect((await ask(third.userKey, path, {}, other.url)).status).toBe(200);
    expect(third.userKeyFacts?.previousUntil).toBeNull();
    await other.stop();
  });

  it('says when and from where it was last used', async () => {
    const client = await server.client('planner');
    const { userKey } = await resetBy(client, 'USER');
    await ask(userKey, '/api/v1/registry/manifest');
    const { userKeyFacts } = await client.call(readKeys, {});
    expect(userKeyFacts).toMatchObject({ lastAddress: '127.0.0.1' });
    expect(Date.now() - Date.parse(userKeyFacts?.lastUsedAt ?? '')).toBeLessThan(60_000);
    const before = userKeyFacts?.lastUsedAt;
    await ask(userKey, '/api/v1/registry/manifest');
    expect((await client.call(readKeys, {})).userKeyFacts?.lastUsedAt).toBe(before);
  });

  it('answers 429 with the time to wait, and leaves other keys alone', { timeout: 60_000 }, async () => {
    const [{ userKey: busy }, { userKey: calm }] = [await reset('planner', 'USER'), await reset('operator', 'USER')];
    const answers = [];
    for (let count = 0; count < 160; count += 1) answers.push(await ask(busy, '/api/v1/users/keys'));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(refused[0]?.headers.get('ratelimit-remaining')).toBe('0');
    expect((await ask(calm, '/api/v1/registry/manifest')).status).toBe(200);
  });
});
