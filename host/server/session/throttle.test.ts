import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgotPassword, resetPassword } from '@sinter/sdk/contract/host/account';
import { customLogin, logout } from '@sinter/sdk/contract/host/session';
import { errorBodySchema } from '@sinter/sdk/contract';
import { demoPassword } from '../demo/accounts.ts';
import { createRateLimiter, networkOf } from '../http/rateLimit.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';
import { hashPassword } from './passwords.ts';
import { hostDb } from '../allTables.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer()));
afterAll(() => server.stop());

async function attempt(email: string, password: string, from: string, browser?: TestClient): Promise<string> {
  const client = browser ?? (await server.client());
  const response = await client.fetch('/api/v1/users/customLogin', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ email, password }),
  });
  return response.ok ? 'OK' : errorBodySchema.parse(await response.json()).code;
}

describe('signing in', () => {
  // Attempts count by the minute, which must not turn in the middle of a test.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('is never stopped by how often it succeeds', async () => {
    const codes = [];
    for (let index = 0; index < 25; index++) codes.push(await attempt('legal@demo.example', demoPassword, '192.0.2.1'));
    expect(new Set(codes)).toEqual(new Set(['OK']));
  });

  it('is stopped for a run over many accounts from one network, whatever its addresses and right guesses', async () => {
    const codes = [];
    for (let index = 0; index < 24; index++) {
      codes.push(await attempt(`nobody${index}@demo.example`, 'guess', `2001:db8:0:7::${index}`));
      if (index % 4 === 0 && codes.at(-1) !== 'RATE_LIMITED')
        await attempt('legal@demo.example', demoPassword, '2001:db8:0:7::ff');
    }
    expect([codes[0], codes.at(-1)]).toEqual(['BAD_CREDENTIALS', 'RATE_LIMITED']);
    // The right password does not help from there, and does from elsewhere.
    expect(await attempt('finance@demo.example', demoPassword, '2001:db8:0:7::abcd')).toBe('RATE_LIMITED');
    expect(await attempt('finance@demo.example', demoPassword, '2001:db8:0:8::1')).toBe('OK');
  });

  it('lets many attempts at once count like one after the other', async () => {
    const codes = await Promise.all(
      Array.from({ length: 15 }, () => attempt('planner@demo.example', 'guess', '203.0.113.7')),
    );
    expect(codes.filter((code) => code === 'BAD_CREDENTIALS')).toHaveLength(10);
  });

  it('allows a network little while an attack from many is under way', async () => {
    const db = hostDb(server.services.db);
    const window = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    const row = { key: 'sign-in', window_start: window, count: 5000 };
    await db
      .insertInto('rate_counter')
      .values(row)
      .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet({ count: 5000 }))
      .execute();
    const codes = [];
    for (let index = 0; index < 5; index++)
      codes.push(await attempt(`one${index}@demo.example`, 'guess', '198.51.100.9'));
    expect(codes[0]).toBe('BAD_CREDENTIALS');
    expect(codes.at(-1)).toBe('RATE_LIMITED');
    expect(await attempt('finance@demo.example', demoPassword, '198.51.100.10')).toBe('OK');
    await db.deleteFrom('rate_counter').execute();
  });

  it('tells the same of a known and an unknown address that is stopped', async () => {
    for (const email of ['engineer@demo.example', 'nobody@demo.example']) {
      await hostDb(server.services.db).deleteFrom('rate_counter').execute();
      const codes = [];
      for (let index = 0; index < 11; index++) codes.push(await attempt(email, 'guess', '192.0.2.100'));
      expect(codes).toEqual([...Array<string>(10).fill('BAD_CREDENTIALS'), 'RATE_LIMITED']);
    }
  });

  it('lets the right person in from elsewhere, however often a stranger is wrong', async () => {
    const codes = [];
    for (let index = 0; index < 12; index++) codes.push(await attempt('operator@demo.example', 'guess', '192.0.2.200'));
    expect(codes.slice(9)).toEqual(['BAD_CREDENTIALS', 'RATE_LIMITED', 'RATE_LIMITED']);
    expect(await attempt('operator@demo.example', demoPassword, '198.51.100.200')).toBe('OK');
  });

  it('never stops the browser that somebody has signed in with, not from the same network nor while all guess', async () => {
    const email = 'buyer@demo.example';
    const [owner, thief] = [await server.client(), await server.client()];
    expect(await attempt(email, demoPassword, '192.0.2.210', owner)).toBe('OK');
    const before = owner.cookies.get('sinter_device') ?? '';
    expect(await attempt(email, demoPassword, '192.0.2.210', owner)).toBe('OK');
    expect(owner.cookies.get('sinter_device')).not.toBe(before);
    for (let index = 0; index < 12; index++) await attempt(email, 'guess', '192.0.2.210');
    // A few at a time: a server with too much to do would send some away before they are counted.
    for (let begun = 0; begun < 100; begun += 5) {
      const some = Array.from({ length: 5 }, (_, index) => attempt(email, 'guess', `203.0.113.${begun + index}`));
      await Promise.all(some);
    }
    expect(await attempt(email, demoPassword, '192.0.2.210', owner)).toBe('OK');
    // A copy of an earlier cookie is worth nothing, nor is one that another account has.
    thief.cookies.set('sinter_device', before);
    expect(await attempt(email, demoPassword, '192.0.2.211', thief)).toBe('RATE_LIMITED');
    const other = await server.client();
    expect(await attempt('buyeradmin@demo.example', demoPassword, '192.0.2.211', other)).toBe('OK');
    expect(await attempt(email, demoPassword, '192.0.2.211', other)).toBe('RATE_LIMITED');
    // The known browser may not guess for ever either.
    const guesses = [];
    for (let index = 0; index < 11; index++) guesses.push(await attempt(email, 'guess', '192.0.2.210', owner));
    expect(guesses.slice(9)).toEqual(['BAD_CREDENTIALS', 'RATE_LIMITED']);

    // Somebody else's browser becomes known by mail.
    const fresh = await server.client();
    expect(await attempt(email, demoPassword, '198.51.100.211', fresh)).toBe('RATE_LIMITED');
    await fresh.call(forgotPassword, { body: { email } });
    const token = /reset-password\/([\w-]+)/.exec((await server.mails(email))[0]?.links[0] ?? '')?.[1] ?? '';
    const password = 'four words of mine, tangerine';
    await fresh.call(resetPassword, { params: { token }, body: { password } });
    expect(await attempt(email, password, '198.51.100.211', fresh)).toBe('OK');
    expect(await attempt(email, password, '192.0.2.210', owner)).toBe('RATE_LIMITED');
  });

  it('is written down when it fails, with where it came from, and so is signing out', async () => {
    const db = hostDb(server.services.db);
    const entries = async (action: string) =>
      db.selectFrom('audit_entry').selectAll().where('action', '=', action).orderBy('id', 'desc').execute();
    await attempt('finance@demo.example', 'guess', '192.0.2.220');
    const id = String(server.world.users['finance@demo.example']);
    expect((await entries('session.refused'))[0]).toMatchObject({
      user_id: null,
      facility_id: server.world.rootFacilityId,
      object_id: id,
      address: '192.0.2.220',
    });
    await attempt('stranger@demo.example', 'guess', '192.0.2.221');
    expect((await entries('session.refused'))[0]).toMatchObject({
      facility_id: null,
      object_id: '',
      address: '192.0.2.221',
    });
    const client = await server.client('finance');
    await client.call(logout, {});
    expect((await entries('session.signed_out'))[0]).toMatchObject({ object_id: id, address: '127.0.0.1' });
  });

  it('works with an address written in another case, for the person and the counters', async () => {
    const user = await (
      await server.client()
    ).call(customLogin, {
      body: { email: 'Legal@Demo.Example', password: demoPassword },
    });
    expect(user.email).toBe('legal@demo.example');
  });
});

it('gives an attempt back to the minute it was made in, and not to the next one', async () => {
  const limiter = createRateLimiter(hostDb(server.services.db));
  const midnight = Date.UTC(2026, 0, 1);
  vi.useFakeTimers({ toFake: ['Date'], now: midnight - 1 });
  try {
    const counter = () => ({ key: 'turn of the minute', minutes: 1, at: Date.now() });
    const before = counter();
    await limiter.add([before]);
    vi.setSystemTime(midnight + 1);
    expect(await limiter.add([counter()])).toEqual([1]);
    await limiter.giveBack([before]);
    expect(await limiter.add([counter()])).toEqual([2]);
  } finally {
    vi.useRealTimers();
  }
});

it('sends hashes away rather than letting them pile up', async () => {
  const results = await Promise.allSettled(Array.from({ length: 400 }, () => hashPassword('some password')));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: { code: 'RATE_LIMITED' } });
  await expect(hashPassword('some password')).resolves.toMatch(/^\$argon2id\$/);
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
