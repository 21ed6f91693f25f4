import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing.ts';
import { demoPassword } from '../demo/accounts.ts';

const signIn =
  (server: TestServer, headers: Record<string, string> = {}) =>
  async () => {
    const client = await server.client();
    return client.fetch('/api/v1/users/customLogin', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: 'planner@demo.example', password: demoPassword }),
    });
  };

describe('a site that speaks https', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer({ publicUrl: 'https://parts.example', openApi: false, metricsAtHome: false });
  });
  afterAll(() => server.stop());

  it('has cookies that no neighbour can plant and no other line carries', async () => {
    const cookies = (await signIn(server)()).headers.getSetCookie().slice(-2);
    expect(cookies[0]).toMatch(/^__Host-sinter_session=[\w-]{43}; Path=\/; SameSite=Lax; Secure; HttpOnly$/);
    expect(cookies[1]).toMatch(/^__Host-XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Lax; Secure$/);
  });

  it('does not know a session by the name that a neighbour could set', async () => {
    const client = await server.client('planner');
    const session = client.cookies.get('__Host-sinter_session') ?? '';
    const as = (name: string) =>
      fetch(`${server.url}/api/v1/users/getUser`, { headers: { cookie: `${name}=${session}` } });
    expect((await as('__Host-sinter_session')).status).toBe(200);
    expect((await as('sinter_session')).status).toBe(401);
  });

  it('tells browsers to come by https alone, on pages, calls, files and failures', async () => {
    for (const path of ['/api/v1/misc/themes', '/api/v1/users/getUser', '/nothing.js', '/healthz', '/%']) {
      const { headers } = await fetch(server.url + path);
      expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000; includeSubDomains');
    }
  });

  it('shows neither the document of its API nor its figures unless told so', async () => {
    for (const path of ['/api', '/api/openapi.json', '/api/reference.js', '/metrics'])
      expect((await fetch(server.url + path)).status, path).toBe(404);
  });
});

describe('a site at home', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await testServer()));
  afterAll(() => server.stop());

  it('speaks plain http, with cookies of plain names', async () => {
    const response = await signIn(server)();
    expect(response.headers.getSetCookie().join('\n')).not.toMatch(/__Host-|Secure/);
    expect(response.headers.get('strict-transport-security')).toBeNull();
    expect((await fetch(`${server.url}/api/openapi.json`)).status).toBe(200);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
  });

  it('has the names of https where a proxy on this machine says so', async () => {
    const response = await signIn(server, { 'x-forwarded-proto': 'https', origin: '' })().catch(() => null);
    const page = await fetch(`${server.url}/api/v1/misc/themes`, { headers: { 'x-forwarded-proto': 'https' } });
    expect(page.headers.getSetCookie().join()).toMatch(/^__Host-XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Lax; Secure$/);
    expect(response?.status).not.toBe(500);
  });
});
