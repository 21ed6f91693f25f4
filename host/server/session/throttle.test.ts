import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { customLogin } from '@sinter/sdk/contract/host/session';
import { errorBodySchema } from '@sinter/sdk/contract';
import { demoPassword } from '../demo/accounts.ts';
import { createRateLimiter, networkOf } from '../http/rateLimit.ts';
import { type TestServer, testServer } from '../testing.ts';
import { hashPassword } from './passwords.ts';
import { hostDb } from '../allTables.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer()));
afterAll(() => server.stop());

async function attempt(email: string, password: string, from: string): Promise<string> {
  const client = await server.client();
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
      Array.from({ length: 30 }, (_, index) => attempt('planner@demo.example', 'guess', `203.0.113.${index}`)),
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
      const codes = [];
      for (let index = 0; index < 11; index++) codes.push(await attempt(email, 'guess', `192.0.2.${100 + index}`));
      expect(codes).toEqual([...Array<string>(10).fill('BAD_CREDENTIALS'), 'RATE_LIMITED']);
    }
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
