import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OidcIdp, startOidcIdp } from '../../../tests/idp/oidc.ts';
import { createVisitor, type Page, type Visitor } from '../../../tests/idp/visitor.ts';
import { hostDb } from '../allTables.ts';
import { type TestServer, testServer } from '../testing.ts';
import { auditOf, begin, connect, forgetAll, known, newcomer, outsider, signedInAs, siteOf, where } from './testing.ts';

const unverified = { ...known, username: 'unverified', subject: 'id-of-nobody', emailVerified: false };

let server: TestServer;
let idp: OidcIdp;
beforeAll(async () => {
  server = await testServer({ allowedNetworks: ['127.0.0.0/8', '::1/128'] });
  const people = [known, newcomer, outsider, unverified];
  idp = await startOidcIdp(people, `${siteOf(server)}/oidc/callback`);
});
afterAll(async () => {
  await idp.stop();
  await server.stop();
});

const oidc = (given: Partial<Parameters<typeof connect>[1]> = {}) => {
  const { url: issuer, clientId, clientSecret } = idp;
  return connect(server, { ...given, authType: 'OIDC', issuer, clientId, clientSecret });
};
afterEach(() => forgetAll(server));

const refused = async (visitor: Visitor, page: Page, code: string) => {
  expect(where(page)).toBe(`/custom-login?sso=${code}`);
  expect(await signedInAs(server, visitor)).toBeNull();
};

/** Signs in at the provider, and stops at the address that it sends the browser back to. */
async function callbackOf(visitor: Visitor, page: Page, username: string): Promise<string> {
  const typed = { username, password: 'at-the-provider' };
  const [, action = ''] = /<form[^>]*action="([^"]*)"/.exec(page.text) ?? [];
  let { next } = await visitor.step(new URL(action, page.url).href, typed);
  while (next !== null && !next.startsWith(siteOf(server))) ({ next } = await visitor.step(next));
  return next ?? '';
}

describe('somebody whom the OpenID provider knows', () => {
  it('comes in and goes on where they wanted to, again and again', async () => {
    await oidc();
    for (let times = 0; times < 2; times += 1) {
      const { visitor, page } = await begin(server, '/projects?x=1#top');
      const end = await visitor.signIn(page, 'paul');
      expect(where(end)).toBe('/projects?x=1');
      expect(await signedInAs(server, visitor)).toBe('planner@demo.example');
    }
    expect((await auditOf(server)).filter((action) => action === 'sso.person_linked')).toHaveLength(1);
  });

  it('is asked for by code, with PKCE, state and nonce', async () => {
    await oidc();
    const { next } = await createVisitor().step(`${siteOf(server)}/saml/login`);
    const asked = Object.fromEntries(new URL(next ?? '').searchParams);
    expect(asked).toMatchObject({
      client_id: idp.clientId,
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${siteOf(server)}/oidc/callback`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('gets an account when the connection makes them, and is unknown when it does not', async () => {
    await oidc();
    const first = await begin(server);
    await refused(first.visitor, await first.visitor.signIn(first.page, 'nora'), 'unknown');
    await forgetAll(server);
    await oidc({ createUsers: true });
    const second = await begin(server);
    await second.visitor.signIn(second.page, 'nora');
    expect(await signedInAs(server, second.visitor)).toBe('nora@demo.example');
  });

  it('is refused with an address that is not verified, or of another domain', async () => {
    await oidc({ createUsers: true });
    for (const username of ['unverified', 'oscar']) {
      const { visitor, page } = await begin(server);
      await refused(visitor, await visitor.signIn(page, username), 'refused');
    }
  });
});

describe('the way back', () => {
  beforeEach(() => oidc());

  it('is refused with another state', async () => {
    const { visitor, page } = await begin(server);
    const back = new URL(await callbackOf(visitor, page, 'paul'));
    for (const state of ['x'.repeat(43), '']) {
      back.searchParams.set('state', state);
      await refused(visitor, await visitor.open(back.href), 'expired');
    }
  });

  it("is refused with the state of somebody else's sign-in", async () => {
    const [one, two] = [await begin(server), await begin(server)];
    const back = new URL(await callbackOf(one.visitor, one.page, 'paul'));
    const other = new URL(await callbackOf(two.visitor, two.page, 'paul'));
    back.searchParams.set('state', other.searchParams.get('state') ?? '');
    await refused(two.visitor, await two.visitor.open(back.href), 'refused');
  });

  it('is refused with another nonce', async () => {
    const visitor = createVisitor();
    const { next } = await visitor.step(`${siteOf(server)}/saml/login`);
    const changed = new URL(next ?? '');
    changed.searchParams.set('nonce', 'n'.repeat(43));
    const page = await visitor.open(changed.href);
    await refused(visitor, await visitor.open(await callbackOf(visitor, page, 'paul')), 'refused');
  });

  it('is refused with the word of another issuer', async () => {
    const { visitor, page } = await begin(server);
    const back = new URL(await callbackOf(visitor, page, 'paul'));
    back.searchParams.set('iss', 'https://evil.example');
    await refused(visitor, await visitor.open(back.href), 'refused');
  });

  it('works once', async () => {
    const { visitor, page } = await begin(server);
    const back = await callbackOf(visitor, page, 'paul');
    await visitor.open(back);
    expect(await signedInAs(server, visitor)).toBe('planner@demo.example');
    const thief = createVisitor();
    await refused(thief, await thief.open(back), 'expired');
  });

  it('is refused in another browser than the one that began', async () => {
    const { visitor, page } = await begin(server);
    const back = await callbackOf(visitor, page, 'paul');
    const victim = await begin(server);
    await refused(victim.visitor, await victim.visitor.open(back), 'expired');
  });

  it('is refused when the provider reports a failure', async () => {
    const { visitor, page } = await begin(server);
    const back = new URL(await callbackOf(visitor, page, 'paul'));
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    await refused(visitor, await visitor.open(back.href), 'refused');
  });
});

it('leads back when the provider cannot be reached', async () => {
  const { id } = await oidc();
  const settings = JSON.stringify({ authType: 'OIDC', issuer: 'http://127.0.0.1:9', clientId: 'x' });
  const db = hostDb(server.services.db);
  await db.updateTable('sso_connection').set({ settings, updated_at: new Date() }).where('id', '=', id).execute();
  const { page } = await begin(server);
  expect(where(page)).toBe('/custom-login?sso=unavailable');
});
