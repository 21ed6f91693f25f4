import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type TestServer, testServer } from '../testing.ts';

let server: TestServer;
beforeAll(async () => void (server = await testServer({ metricsToken: 'secret', worker: true })));
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

describe('health', () => {
  it('is told without signing in', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect(await (await get('/readyz')).json()).toEqual({
      status: 'ready',
      checks: { database: 'ok', storage: 'ok', worker: 'ok' },
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
