import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import pino from 'pino';
import * as z from 'zod';
import areas from 'virtual:contract-areas';
import plugins from 'virtual:plugin-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBodySchema, errorCatalogue, refusal, type Principal } from '@sinter/sdk/contract';
import { enterFrame } from '@sinter/sdk/contract/host/programToken';
import { getUser } from '@sinter/sdk/contract/host/session';
import { saveConfig } from '@sinter/sdk/contract/host/records';
import { principalOf } from '@sinter/sdk/auth';
import { type Account, type TestClient, type TestServer, testServer } from '../testing.ts';
import { registered } from '../contract.ts';
import { createHttpServer } from './server.ts';

const accounts: Account[] = ['admin', 'operator', 'admin2', 'buyer', 'engineer', 'third', 'unverified'];

let server: TestServer;
const clients = new Map<Account, TestClient>();
const principals = new Map<Account, Principal>();
beforeAll(async () => {
  server = await testServer({ plugins });
  for (const account of accounts) {
    const client = await server.client(account);
    clients.set(account, client);
    principals.set(account, principalOf(await client.call(getUser, {})));
  }
});
afterAll(() => server.stop());

function clientOf(account: Account): TestClient {
  const client = clients.get(account);
  if (!client) throw new Error(`no client for ${account}`);
  return client;
}

const post = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', ...headers },
});
const addressOf = (path: string): string => path.replace(/\{\w+\}/g, '1');
/** Ends the session or opens a stream: tested elsewhere. */
const special = new Set(['host.logout', 'host.pushedEvents']);
const ordinary = registered(plugins, areas).calls.filter((call) => !special.has(call.id));

describe('every declared call', () => {
  it.each(ordinary.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'answers malformed input to %s with the one shape of errors',
    async (_, call) => {
      const client = clientOf('admin');
      // A tab that was opened shows people a sentence.
      const isPage = ({ headers }: Response) =>
        call.id === 'host.openLinkApp' && headers.get('content-type')?.startsWith('text/html') === true;
      const inputs: RequestInit[] =
        call.method === 'GET'
          ? [{}]
          : [
              { method: call.method },
              { ...post('{"a":'), method: call.method },
              { ...post('null'), method: call.method },
              { ...post('[]'), method: call.method },
              { ...post('{"__proto__":{"a":1},"id":"\\u0000"}'), method: call.method },
              { ...post('a=1', { 'content-type': 'application/x-www-form-urlencoded' }), method: call.method },
            ];
      for (const path of [
        addressOf(call.path),
        call.path.replace(/\{\w+\}/g, '%00'),
        `${addressOf(call.path)}?page=x&size=-1`,
      ]) {
        for (const init of inputs) {
          const response = await client.fetch(path, init);
          expect(response.status, `${path} ${String(init.body)}`).not.toBe(500);
          if (response.status < 400 || isPage(response)) await response.arrayBuffer();
          else errorBodySchema.parse(await response.json());
        }
      }
    },
  );

  it.each(accounts)('lets %s through or refuses just as its guard says', async (account) => {
    const client = clientOf(account);
    const principal = principals.get(account) ?? null;
    for (const call of ordinary) {
      const init: RequestInit = call.method === 'GET' ? {} : { method: call.method };
      const response = await client.fetch(addressOf(call.path), init);
      const body: unknown = response.headers.get('content-type')?.includes('json') ? await response.json() : {};
      const { code, message } = errorBodySchema.partial().catch({}).parse(body);
      const refused = refusal(call.guard, principal)?.code;
      if (refused) expect(code, call.id).toBe(refused);
      // A handler that refuses for a reason of its own says which.
      else if (code !== 'FORBIDDEN' || message === errorCatalogue.FORBIDDEN.message)
        expect(['UNAUTHENTICATED', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'CSRF'], call.id).not.toContain(code);
    }
  });

  it('refuses somebody who is not signed in', async () => {
    const client = await server.client();
    for (const call of ordinary) {
      if (call.guard.kind === 'public') continue;
      const response = await client.fetch(addressOf(call.path), call.method === 'GET' ? {} : { method: call.method });
      expect(response.status, call.id).toBe(401);
    }
  });
});

describe('changing calls', () => {
  // What another server has signed comes without a session.
  const changing = ordinary.filter((call) => (call.method !== 'GET' || call.changesState) && call.accepts !== 'signed');
  it.each([
    ['no token', { 'x-xsrf-token': '' }],
    ['another token', { 'x-xsrf-token': 'A'.repeat(43) }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a neighbouring host', { 'sec-fetch-site': 'same-site' }],
  ])('are refused with %s', async (_, headers) => {
    const client = clientOf('admin');
    // A frame inside a page of another site has no cookie yet, so no token: by its code it shows who sends it.
    const asked = 'x-xsrf-token' in headers ? changing.filter(({ id }) => id !== enterFrame.id) : changing;
    for (const call of asked) {
      const response = await client.fetch(addressOf(call.path), { method: call.method, headers });
      expect(await response.json(), call.id).toMatchObject({ code: 'CSRF' });
    }
  });

  it('are refused with a token that was planted together with its cookie', async () => {
    const session = clientOf('admin').cookies.get('sinter_session');
    const planted = 'B'.repeat(43);
    const response = await fetch(`${server.url}/api/v1/link3d-config`, {
      ...post('{}', { cookie: `sinter_session=${session}; XSRF-TOKEN=${planted}`, 'x-xsrf-token': planted }),
    });
    expect(response.status).toBe(403);
  });

  it('are refused in another facility than the page shows', async () => {
    const client = clientOf('admin');
    const response = await client.fetch('/api/v1/link3d-config', post('{}', { 'x-facility': '9999' }));
    expect(await response.json()).toMatchObject({ code: 'FACILITY_CHANGED' });
  });
});

describe('input', () => {
  it('comes back with a message for each wrong field', async () => {
    const response = await clientOf('admin').fetch('/api/v1/link3d-config', post('{"configType":7}'));
    expect(response.status).toBe(400);
    const body = errorBodySchema.parse(await response.json());
    expect(Object.keys(body.fields ?? {}).sort()).toEqual(['active', 'configType', 'configValue']);
  });

  it('is refused when it is not JSON or too large', async () => {
    const client = clientOf('admin');
    const broken = await client.fetch('/api/v1/link3d-config', post('{"configType":'));
    expect(await broken.json()).toMatchObject({ code: 'MALFORMED_BODY' });
    const large = await client.fetch('/api/v1/link3d-config', post(JSON.stringify({ a: 'x'.repeat(3_000_000) })));
    expect(await large.json()).toMatchObject({ code: 'TOO_LARGE' });
  });

  it('survives addresses that no browser sends', async () => {
    for (const path of ['/%', '/api/v1/%E0%A4%A', '/api/v1/users//getUser', '/api/v1/files/9007199254740993/content']) {
      const status = await new Promise<number>((resolve, reject) => {
        httpRequest(server.url + path, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .on('error', reject)
          .end();
      });
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(status, path).toBeLessThan(500);
    }
  });
});

describe('answers', () => {
  it('carry the security headers, an id, and are not kept by caches', async () => {
    const { headers } = await clientOf('admin').fetch('/api/v1/users/getUser');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('hold nothing that the contract does not name', async () => {
    const record = await clientOf('admin').call(saveConfig, {
      body: { configType: 'ORDER_CONFIG', configValue: '{"a":1}', active: true },
    });
    expect(Object.keys(record).sort()).toEqual([
      'active',
      'configType',
      'configValue',
      'elementId',
      'elementType',
      'id',
    ]);
  });
});

describe('guessing passwords', () => {
  const guess = async (client: TestClient, from: string, email: string) => {
    const body = JSON.stringify({ email, password: 'guess' });
    const response = await client.fetch('/api/v1/users/customLogin', post(body, { 'x-forwarded-for': from }));
    return errorBodySchema.parse(await response.json()).code;
  };

  /** Windows begin on the clock: one may end in between, so it takes up to twice as many. */
  const guessUntilStopped = async (most: number, attempt: (index: number) => Promise<string>): Promise<string[]> => {
    const codes: string[] = [];
    while (codes.length < 2 * most && codes.at(-1) !== 'RATE_LIMITED') codes.push(await attempt(codes.length));
    return codes;
  };

  it('is stopped for one account from one network, on all nodes together', async () => {
    const other = await server.another();
    const nodes = [server, other];
    const codes = await guessUntilStopped(12, async (attempt) => {
      const node = nodes[attempt % 2] ?? server;
      return guess(await node.client(), '192.0.2.99', 'planner@demo.example');
    });
    expect([codes[0], codes.at(-1)]).toEqual(['BAD_CREDENTIALS', 'RATE_LIMITED']);
    await other.stop();
  });

  it('is stopped for one address, whatever the account', async () => {
    const client = await server.client();
    const codes = await guessUntilStopped(22, (attempt) =>
      guess(client, '198.51.100.7', `nobody${attempt}@demo.example`),
    );
    expect([codes[0], codes.at(-1)]).toEqual(['BAD_CREDENTIALS', 'RATE_LIMITED']);
  });
});

it('logs a failure by its route: an address may hold the secret of a mailed link', async () => {
  const lines: string[] = [];
  const log = pino(
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const app = createHttpServer(log, { answered: () => {} });
  app.get('/reset/:token', () => Promise.reject(new Error('the database is gone')));
  const answer = await app.inject('/reset/very-secret?token=very-secret');
  expect(answer.statusCode).toBe(500);
  expect(lines.join('')).toContain('/reset/:token');
  expect(lines.join('')).not.toContain('very-secret');
  await app.close();
});

it('says once which proxy it does not believe', async () => {
  const lines: string[] = [];
  const log = pino(new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }));
  const app = createHttpServer(log, { answered: () => {} }, { trustedProxies: ['192.0.2.10'] });
  const from = (remoteAddress: string) => ({ url: '/', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.9' } });
  for (const address of ['192.0.2.10', '192.0.2.11', '192.0.2.12']) await app.inject(from(address));
  await app.close();
  expect(
    lines.filter((line) => line.includes('TRUST_PROXY')).map((line) => /"proxy":"([^"]*)"/.exec(line)?.[1]),
  ).toEqual(['192.0.2.11']);
});

it('believes what a proxy says of a request from the proxies it was told of, and from no other', async () => {
  const told = (address: string) => ({
    remoteAddress: address,
    headers: {
      'x-forwarded-for': '203.0.113.9, 198.51.100.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'parts.example.com',
    },
  });
  const seenBy = async (proxies: readonly string[] | undefined, address: string) => {
    const app = createHttpServer(pino({ level: 'silent' }), { answered: () => {} }, { trustedProxies: proxies });
    app.get('/seen', async ({ ip, protocol, host }) => [ip, protocol, host]);
    const { payload } = await app.inject({ url: '/seen', ...told(address) });
    await app.close();
    return z.array(z.string()).parse(JSON.parse(payload));
  };
  const believed = ['198.51.100.7', 'https', 'parts.example.com'];
  expect(await seenBy(undefined, '127.0.0.1')).toEqual(believed);
  expect(await seenBy(undefined, '192.0.2.10')).toEqual(['192.0.2.10', 'http', 'localhost:80']);
  expect(await seenBy(['192.0.2.0/28'], '192.0.2.10')).toEqual(believed);
  expect(await seenBy(['192.0.2.0/28'], '::ffff:192.0.2.10')).toEqual(believed);
  expect(await seenBy(['192.0.2.0/28'], '192.0.2.17')).toEqual(['192.0.2.17', 'http', 'localhost:80']);
  expect(await seenBy(['192.0.2.0/28'], '127.0.0.1')).toEqual(['127.0.0.1', 'http', 'localhost:80']);
});

describe('what is no request', () => {
  const say = async (text: string): Promise<string> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(text);
    let heard = '';
    for await (const chunk of socket.setEncoding('utf8')) heard += String(chunk);
    return heard;
  };
  it.each([
    ['no line of HTTP', 'hello\r\n\r\n', 400, 'INVALID_INPUT', 'This request cannot be read.'],
    [
      'two lengths',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'INVALID_INPUT',
      'This request cannot be read.',
    ],
    [
      'large headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'TOO_LARGE',
      'The headers of the request are too large.',
    ],
  ])('is answered in the one shape of errors: %s', async (_, text, status, code, message) => {
    const [head = '', body = ''] = (await say(text)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\n[^]*Cache-Control: no-store`));
    expect(errorBodySchema.parse(JSON.parse(body))).toMatchObject({ code, message });
  });
});
