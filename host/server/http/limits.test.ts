import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { register } from '@sinter/sdk/contract/host/account';
import { errorBodySchema } from '@sinter/sdk/contract';
import { saveConfig } from '@sinter/sdk/contract/host/records';
import { reportPluginFailure } from '@sinter/sdk/contract/host/modules';
import { hostDb } from '../allTables.ts';
import { type TestServer, testServer } from '../testing.ts';
import { partsOfLargest } from './uploadQuota.ts';
import { createRateLimiter } from './rateLimit.ts';
import { limitsOf, mostStreams, registrationsPerDay, uploadsPerDay } from './limits.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer({ metricsToken: 'figures' })));
afterAll(() => server.stop());

const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;

// What is counted is counted by the clock, which must not go on in the middle of a test.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: today + 12 * 3_600_000 + 15_000 }));
afterEach(() => void vi.useRealTimers());

async function refused(answer: Promise<Response>) {
  const response = await answer;
  const { code, message } = errorBodySchema.parse(await response.json());
  return [response.status, code, response.headers.get('retry-after'), message];
}

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

describe('a changing call', () => {
  it('is refused to one person who sends more than anybody can, and to nobody else', async () => {
    const most = limitsOf(reportPluginFailure)?.person ?? 0;
    const client = await server.client('admin');
    // What cannot be read counts too.
    const send = () => client.fetch(reportPluginFailure.path, post({}));
    const answers = await Promise.all(Array.from({ length: most + 5 }, send));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(most).fill(400),
      ...Array<number>(5).fill(429),
    ]);
    expect(await refused(send())).toEqual([429, 'RATE_LIMITED', '1', 'Too many requests. Try again in 1 s.']);
    const colleague = await server.client('planner');
    expect((await colleague.fetch(reportPluginFailure.path, post({}))).status).toBe(400);
    vi.setSystemTime(Date.now() + 1_000);
    expect((await send()).status).toBe(400);

    const figures = await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer figures' } });
    expect(await figures.text()).toContain(
      'http_requests_limited_total{route="host.reportPluginFailure",limit="person"} 6',
    );
  });

  it('is refused to an account, and to a network, that sends more than an office can', () => {
    const limiter = createRateLimiter(hostDb(server.services.db));
    const usual = limitsOf(saveConfig);
    if (!usual) throw new Error('A changing call has limits.');
    const from = (userId: number, facilityId: number, ip: string) =>
      limiter.countCall(request(userId, facilityId, ip), saveConfig, usual);
    const times = (most: number | undefined, send: (index: number) => unknown) => {
      for (let index = 0; index < (most ?? 0); index += 1) send(index);
    };
    times(usual.account, (index) => from(index, 1, `192.0.2.${index % 200}`));
    expect(() => from(1_000_000, 1, '192.0.2.250')).toThrow(expect.objectContaining({ limit: 'account' }));
    times(usual.address, (index) => from(index, 100 + index, '198.51.100.1'));
    expect(() => from(1_000_000, 2, '198.51.100.1')).toThrow(expect.objectContaining({ limit: 'address' }));
    expect(() => from(1_000_000, 2, '198.51.100.2')).not.toThrow();
  });
});

const request = (userId: number, facilityId: number, ip: string) => ({
  ip,
  session: { principal: { userId, facilityId, companyId: null } },
});

describe('what anybody may call', () => {
  it('is refused to a network by all nodes together, until the minute is over', async () => {
    const other = await server.another();
    const codes: number[] = [];
    let last: Response | undefined;
    for (let index = 0; index <= (register.ratePerMinute ?? 0); index += 1) {
      const client = await (index % 2 === 0 ? server : other).client();
      last = await client.fetch(register.path, post({}, { 'x-forwarded-for': '198.51.100.3' }));
      codes.push(last.status);
    }
    expect(new Set(codes.slice(0, -1))).toEqual(new Set([400]));
    expect([codes.at(-1), last?.headers.get('retry-after')]).toEqual([429, '45']);
    await other.stop();
  });
});

/** As if this much had been counted today. */
const counted = (key: string, count: number) =>
  hostDb(server.services.db)
    .insertInto('rate_counter')
    .values({ key: `${key} in 1440 minutes`, window_start: new Date(today), count })
    .execute();

describe('in a day', () => {
  it('a network registers only so many', async () => {
    await counted('registrations 198.51.100.77', registrationsPerDay);
    const client = await server.client();
    const body = {
      firstName: 'Eva',
      lastName: 'Lang',
      email: 'eva@new.example',
      companyName: 'New',
      password: 'correct-horse-battery-41',
    };
    const answer = client.fetch(register.path, post(body, { 'x-forwarded-for': '198.51.100.77' }));
    expect(await refused(answer)).toEqual([
      429,
      'RATE_LIMITED',
      String(12 * 3600 - 15),
      'Too many requests today. Try again in 12 h.',
    ]);
  });

  it('a person, and a company, uploads only so much, in one piece or in many', async () => {
    await counted(
      `upload person ${server.world.users['buyer@demo.example']}`,
      uploadsPerDay.person * partsOfLargest - 2_000,
    );
    const client = await server.client('buyer');
    const begin = (uploadId: string) =>
      client.fetch('/api/v1/uploads', post({ uploadId, fileName: 'part.stl', size: 8 * 1024 ** 2 }));
    const first = '0199a000-0000-7000-8000-000000000001';
    expect((await begin(first)).status).toBe(200);
    expect((await begin(first)).status).toBe(200); // the same one goes on
    expect((await refused(begin('0199a000-0000-7000-8000-000000000002'))).slice(0, 2)).toEqual([429, 'RATE_LIMITED']);
    const whole = client.send('/api/v1/files', 'part.stl', new Uint8Array(8 * 1024 ** 2));
    expect((await refused(whole)).slice(0, 2)).toEqual([429, 'RATE_LIMITED']);

    await hostDb(server.services.db)
      .updateTable('rate_counter')
      .set({ count: uploadsPerDay.account * partsOfLargest })
      .where('key', 'like', 'upload company%')
      .execute();
    const colleague = await server.client('buyeradmin');
    const theirs = colleague.send('/api/v1/files', 'part.stl', new Uint8Array(8));
    expect((await refused(theirs)).slice(0, 2)).toEqual([429, 'RATE_LIMITED']);
  });
});

it('a person has only so many event streams open, and closing one makes room', async () => {
  vi.useRealTimers();
  const client = await server.client('planner');
  const opened = await Promise.all(
    Array.from({ length: mostStreams.person }, async () => {
      const leaving = new AbortController();
      const { status } = await client.fetch('/api/v1/events', { signal: leaving.signal });
      return { status, leaving };
    }),
  );
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await refused(client.fetch('/api/v1/events'))).slice(0, 3)).toEqual([429, 'RATE_LIMITED', '60']);
  opened[0]?.leaving.abort();
  await vi.waitFor(async () => {
    const leaving = new AbortController();
    const { status } = await client.fetch('/api/v1/events', { signal: leaving.signal });
    leaving.abort();
    expect(status).toBe(200);
  });
  for (const { leaving } of opened) leaving.abort();
});
