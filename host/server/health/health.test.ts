import { serverNotices } from '@sinter/sdk/contract/host/health';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { roomDb } from '../events/tables.ts';
import { enqueue } from '../queue/enqueue.ts';
import { type TestServer, testServer } from '../testing.ts';
import { readNotices } from './notices.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer({ metricsToken: 'secret', worker: true })));
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

describe('health', () => {
  it('is told without signing in', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect(await (await get('/readyz')).json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', storage: 'ok' },
    });
  });

  it('gives figures only to who has the token', async () => {
    expect((await get('/metrics')).status).toBe(404);
    expect((await get('/metrics', { authorization: 'Bearer wrong' })).status).toBe(404);
    const text = await (await get('/metrics', { authorization: 'Bearer secret' })).text();
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 1/);
    expect(text).toContain('nodejs_eventloop_lag');
  });
});

describe('a server that nobody works for', () => {
  it('is ready all the same, and says so in its figures and to administrators once jobs have waited', async () => {
    const alone = await testServer({ metricsToken: 'secret' });
    const headers = { authorization: 'Bearer secret' };
    const figures = async () => (await fetch(`${alone.url}/metrics`, { headers })).text();
    const admin = await alone.client('admin');
    const notices = () => admin.call(serverNotices, {});
    expect((await fetch(`${alone.url}/readyz`)).status).toBe(200);
    expect(await figures()).toMatch(/^queue_runners 0$/m);
    const jobs = sql`graphile_worker._private_jobs`;
    await alone.services.db.transaction().execute((tx) => enqueue(tx, 'anything', {}));
    expect(await notices()).toEqual([]);
    await sql`update ${jobs} set run_at = run_at - interval '3 minutes'`.execute(alone.services.db);
    expect(await notices()).toEqual([{ kind: 'NO_WORKER', jobs: 1, minutes: 3 }]);
    expect(await figures()).toMatch(/^queue_jobs_waiting 1$/m);
    await sql`insert into queue_runner (id, lane) values ('one', 'light')`.execute(alone.services.db);
    expect(await notices()).toEqual([]);
    await alone.stop();
  });
});

describe('a disk that fills up', () => {
  it('is told of to administrators, with what is left', async () => {
    const db = roomDb(server.services.db);
    expect(await readNotices(db, { space: async () => ({ room: 5e10, low: false }) })).toEqual([]);
    expect(await readNotices(db, { space: async () => ({ room: 3e9, low: true }) })).toEqual([
      { kind: 'DISK_NEARLY_FULL', room: 3e9 },
    ]);
    const operator = await server.client('operator');
    await expect(operator.call(serverNotices, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await (await get('/metrics', { authorization: 'Bearer secret' })).text()).toMatch(
      /^storage_room_bytes \d+/m,
    );
  });
});

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
});

describe('the API document', () => {
  it('names every declared call with its guard', async () => {
    const { paths } = documentSchema.parse(await (await get('/api/openapi.json')).json());
    const operations = Object.values(paths).flatMap((one) => Object.values(one));
    expect(operations.map((one) => one.operationId).sort()).toEqual(
      server.node.registered.calls.map((call) => call.id).sort(),
    );
    expect(paths['/api/v1/users/getUser']?.get).toMatchObject({ 'x-guard': { kind: 'session' } });
  });

  it('comes with a page that runs under a strict policy', async () => {
    const page = await get('/api');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await page.text()).toContain('/api/reference.js');
    expect((await get('/api/reference.js')).headers.get('content-type')).toContain('javascript');
  });
});
