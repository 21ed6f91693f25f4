import { request as httpRequest } from 'node:http';
import plugins from 'virtual:plugin-servers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { errorBodySchema, refusal } from '@sinter/sdk/contract';
import { getUser } from '@sinter/sdk/contract/host/session';
import { principalOf } from '@sinter/sdk/auth';
import { toCallError } from './errors.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await testServer({ plugins });
  client = await server.client('admin');
});
afterAll(() => server.stop());

async function fieldsOf(response: Response): Promise<[number, string, string[]]> {
  const { code, fields } = errorBodySchema.parse(await response.json());
  return [response.status, code, Object.keys(fields ?? {})];
}

describe('a text that nothing can store', () => {
  it.each(['\\u0000', '\\ud800', 'a\\udc00b', '\\uDFFF'])(
    'is refused as %s in any call, with its field',
    async (text) => {
      const principal = principalOf(await client.call(getUser, {}));
      const body = `{"a":{"deep":["fine",{"field":"${text}"}]},"b":"\\ud83d\\ude00"}`;
      const calls = server.node.registered.calls.filter((call) => call.body && !refusal(call.guard, principal));
      expect(calls.length).toBeGreaterThan(50);
      for (const call of calls) {
        const response = await client.fetch(call.path.replace(/\{\w+\}/g, '1'), {
          method: call.method,
          headers: { 'content-type': 'application/json' },
          body,
        });
        const seen = await fieldsOf(response);
        if (![403, 404, 429, 501].includes(seen[0]))
          expect(seen, call.id).toEqual([400, 'INVALID_INPUT', ['a.deep.1.field']]);
      }
    },
  );

  it('is refused as the name of a field', async () => {
    const response = await client.fetch('/api/v1/link3d-config', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"con\\u0000fig":1}',
    });
    expect(await fieldsOf(response)).toEqual([400, 'INVALID_INPUT', ['con\ufffdfig']]);
  });

  it.each([
    ['/api/v1/link3d-config/THEME/SERVICE_PROVIDER/%00', 'elementId'],
    [`/api/v1/link3d-config/THEME/SERVICE_PROVIDER/${'9'.repeat(501)}`, 'elementId'],
    [`/api/v1/link3d-config/${'x'.repeat(5_000)}/SERVICE_PROVIDER/1`, 'configType'],
    ['/api/v1/audit?searchString=a%00b', 'searchString'],
    ['/api/v1/audit?searchString=%ED%A0%80', 'searchString'],
    ['/api/v1/audit?searchString=%FF', 'searchString'],
  ])('is refused in an address: %.60s', async (path, field) => {
    expect(await fieldsOf(await client.fetch(path))).toEqual([400, 'INVALID_INPUT', [field]]);
  });

  it.each(['/%ED%A0%80', '/api/v1/users/%ED%A0%80', '/%', '/assets/%00', '/plugins/%00/a.js', '/%00'])(
    'is refused as the address %s',
    async (path) => {
      const status = await new Promise<number>((resolve, reject) => {
        httpRequest(server.url + path, (response) => resolve(response.resume().statusCode ?? 0))
          .on('error', reject)
          .end();
      });
      expect(status).toBe(400);
    },
  );

  it('is refused in a form', async () => {
    const answer = client.send('/api/v1/files', 'part.stl', 'solid', { note: 'a\u0000b' });
    expect(await fieldsOf(await answer)).toEqual([400, 'INVALID_INPUT', ['note']]);
  });
});

describe('calls that the database leaves in the middle', () => {
  it.each([
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Client has encountered a connection error and is not queryable'),
    Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', syscall: 'connect' }),
    Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
    Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
  ])('are no fault of ours: %s', (error) => {
    expect(toCallError(error).answer.code).toBe('UNAVAILABLE');
  });
  it('leave other failures what they are', () => {
    const missing = Object.assign(new Error('open ENOENT'), { code: 'ENOENT', syscall: 'open' });
    expect(toCallError(missing).answer.code).toBe('INTERNAL');
  });

  it('are told to come back, and do', async () => {
    const answers = await server.asOwner(async (owner) => {
      await sql`lock table audit_entry in access exclusive mode`.execute(owner);
      const asked = Promise.all([1, 2].map(() => client.fetch('/api/v1/audit')));
      // Each asks for its page, the number of entries and the actions at once.
      await vi.waitUntil(async () => {
        await sql`select pg_stat_clear_snapshot()`.execute(owner);
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%audit_entry%'`.execute(
          owner,
        );
        return rows.length === 6;
      }, 10_000);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = 'sinter_app'`.execute(owner);
      return asked;
    });
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({ code: 'UNAVAILABLE' });
    }
    // A connection that lay unused may not know yet that the database ended it: who is told to come back does.
    await vi.waitUntil(async () => (await client.fetch('/api/v1/audit')).status === 200, 10_000);
  });
});
