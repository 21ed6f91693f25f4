import { resetKeys } from '@sinter/sdk/contract/host/account';
import { enterFrame, makeProgramCode, takeProgramToken } from '@sinter/sdk/contract/host/programToken';
import { fetchToken, getUser, logout, sessionUserSchema, type SessionToken } from '@sinter/sdk/contract/host/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestClient, type TestServer, testServer } from '../testing.ts';

let server: TestServer;
let planner: TestClient;
beforeAll(async () => {
  server = await testServer();
  planner = await server.client('planner');
});
afterAll(() => server.stop());

const codeOf = async (client: TestClient) => (await client.call(makeProgramCode, {})).code;
/** As a program asks: no cookies, no CSRF token. */
async function exchanged(code: string): Promise<SessionToken> {
  const response = await fetch(`${server.url}${takeProgramToken.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw answer;
  return takeProgramToken.response.parse(answer);
}
const userOf = (token: string) =>
  fetch(`${server.url}${getUser.path}`, { headers: { authorization: `Bearer ${token}` } });

it('a program gets a token of its own for the person and the place that the code was made in, and it is written down', async () => {
  const { access_token, expires_in } = await exchanged(await codeOf(planner));
  expect(expires_in).toBeGreaterThan(3_000);
  const answer = await userOf(access_token);
  expect(sessionUserSchema.parse(await answer.json())).toEqual(await planner.call(getUser, {}));
  const { rows } = await sql`select 1 from audit_entry where action = 'session.program_entered'
    and user_id = ${server.world.users['planner@demo.example']} and facility_id = ${server.world.rootFacilityId}`.execute(
    server.services.db,
  );
  expect(rows).toHaveLength(1);
});

it('a code is good for one use: of two at the same time one gets a token', async () => {
  const code = await codeOf(planner);
  const results = await Promise.allSettled([exchanged(code), exchanged(code)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(exchanged(code)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  await expect(exchanged('a'.repeat(43))).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
});

it('a code is over after a minute, and with its session; so is the token', async () => {
  const late = await codeOf(planner);
  await sql`update challenge set expires_at = expires_at - interval '61 seconds'`.execute(server.services.db);
  await expect(exchanged(late)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });

  const other = await server.client('planner');
  const { access_token } = await exchanged(await codeOf(other));
  const unused = await codeOf(other);
  await other.call(logout, {});
  await expect(exchanged(unused)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  expect((await userOf(access_token)).status).toBe(401);
});

it('a code is over when its user works elsewhere, or no longer here', async () => {
  const operator = await server.client('operator');
  const [moved, disabled] = [await codeOf(operator), await codeOf(operator)];
  const userId = server.world.users['operator@demo.example'];
  const place = (facilityId: number) =>
    sql`update membership set facility_id = ${facilityId} where user_id = ${userId}`.execute(server.services.db);
  await place(server.world.secondFacilityId);
  await expect(exchanged(moved)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  await place(server.world.rootFacilityId);
  await sql`update app_user set disabled = true where id = ${userId}`.execute(server.services.db);
  await expect(exchanged(disabled)).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
});

it('kiosks, buyers and API keys get no code', async () => {
  for (const account of ['lot', 'engineer'] as const) {
    await expect(codeOf(await server.client(account))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
  await expect(codeOf(await server.client())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  const keys = await (await server.client('planner')).fetch(`${resetKeys.path}?which=USER&overlapHours=0`);
  const { userKey } = resetKeys.response.parse(await keys.json());
  const byKey = await fetch(`${server.url}${makeProgramCode.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${userKey}` },
  });
  expect(byKey.status).toBe(403);
});

describe('a frame inside a page of another site', () => {
  const entered = (code: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
    fetch(server.url + enterFrame.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ code }),
    });
  /** What the browser sends from then on. */
  const framed = (answer: Response) => answer.headers.getSetCookie().filter((cookie) => cookie.includes('Partitioned'));
  const cookiesOf = (answer: Response) => framed(answer).map((cookie) => cookie.split(';')[0] ?? '');
  const as = (cookies: string[], call: { path: string; method: string }, headers: Record<string, string> = {}) =>
    fetch(server.url + call.path, { method: call.method, headers: { cookie: cookies.join('; '), ...headers } });

  it('gets cookies that hold in pages of that site alone, is written down, and ends with the session of the tab', async () => {
    const tab = await server.client('planner');
    const answer = await entered(await codeOf(tab));
    expect(sessionUserSchema.parse(await answer.json())).toEqual(await tab.call(getUser, {}));
    const [session, csrf, ...more] = framed(answer);
    expect(session).toMatch(/^sinter_session=[\w-]{43}; Path=\/; SameSite=None; Secure; Partitioned; HttpOnly$/);
    expect(csrf).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=None; Secure; Partitioned$/);
    expect(more).toEqual([]);
    const { rows } = await sql`select 1 from audit_entry where action = 'session.frame_entered'
      and user_id = ${server.world.users['planner@demo.example']}`.execute(server.services.db);
    expect(rows).toHaveLength(1);

    const cookies = cookiesOf(answer);
    // Tokens that its page fetches for hours do not end it.
    for (let hour = 0; hour < 6; hour += 1) expect((await as(cookies, fetchToken)).status).toBe(200);
    expect((await as(cookies, getUser)).status).toBe(200);
    // Changing calls need the token that only pages of ours can read.
    expect((await as(cookies, makeProgramCode)).status).toBe(403);
    const token = { 'x-xsrf-token': cookies[1]?.split('=')[1] ?? '' };
    expect((await as(cookies, makeProgramCode, token)).status).toBe(200);

    await tab.call(logout, {});
    expect((await as(cookies, getUser)).status).toBe(401);
  });

  it('ends the session of the tab when somebody signs out in it', async () => {
    const tab = await server.client('planner');
    const cookies = cookiesOf(await entered(await codeOf(tab)));
    const left = await as(cookies, logout, { 'x-xsrf-token': cookies[1]?.split('=')[1] ?? '' });
    expect(framed(left)[0]).toMatch(/^sinter_session=; .*Partitioned; HttpOnly; Max-Age=0$/);
    await expect(tab.call(getUser, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('gets nothing for a code that was used, nor when another site sends it', async () => {
    const code = await codeOf(planner);
    for (const site of ['cross-site', 'same-site']) {
      expect((await entered(code, { 'sec-fetch-site': site })).status).toBe(403);
    }
    expect((await entered(code, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await entered(code)).status).toBe(200);
    expect((await entered(code)).status).toBe(410);
  });
});
