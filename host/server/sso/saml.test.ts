import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loginSsoConfig } from '@sinter/sdk/contract/host/session';
import { makeSigningKey } from '../../../tests/idp/certificate.ts';
import { readRequest, type ResponseParts, type SamlIdp, startSamlIdp } from '../../../tests/idp/saml.ts';
import { createVisitor, type Page, type Visitor } from '../../../tests/idp/visitor.ts';
import { hostDb } from '../allTables.ts';
import { type TestServer, testServer } from '../testing.ts';
import { auditOf, begin, connect, forgetAll, known, newcomer, outsider, signedInAs, siteOf, where } from './testing.ts';

let server: TestServer;
let idp: SamlIdp;
beforeAll(async () => {
  [server, idp] = [
    await testServer({ allowedNetworks: ['127.0.0.0/8', '::1/128'] }),
    await startSamlIdp([known, newcomer, outsider]),
  ];
});
afterAll(async () => {
  await idp.stop();
  await server.stop();
});

const saml = (given: Partial<Parameters<typeof connect>[1]> = {}) =>
  connect(server, { ...given, authType: 'SAML', metadata: idp.metadata });
const disable = (disabled: boolean) =>
  hostDb(server.services.db)
    .updateTable('app_user')
    .set({ disabled })
    .where('email', '=', 'planner@demo.example')
    .execute();

afterEach(async () => {
  vi.useRealTimers();
  await disable(false);
  await forgetAll(server);
});

/** Begins, and answers the request itself instead of letting the person do it. */
async function answer(
  change: (honest: ResponseParts) => Partial<ResponseParts> = () => ({}),
  rewrite: (xml: string) => string | Promise<string> = (xml) => xml,
) {
  const { visitor, page } = await begin(server);
  const { id, acs, issuer } = readRequest(page.url.searchParams.get('SAMLRequest') ?? '');
  const honest = { person: known, requestId: id, acs, audience: issuer };
  const xml = await rewrite(await idp.respond({ ...honest, ...change(honest) }));
  return { visitor, xml, page: await post(visitor, xml), honest };
}

async function post(visitor: Visitor, xml: string): Promise<Page> {
  const form = { SAMLResponse: Buffer.from(xml).toString('base64') };
  const { page, next } = await visitor.step(`${siteOf(server)}/saml/acs`, form);
  return next === null ? page : visitor.open(next);
}

const refused = async (visitor: Visitor, page: Page, code: string) => {
  expect(where(page)).toBe(`/custom-login?sso=${code}`);
  expect(await signedInAs(server, visitor)).toBeNull();
};

describe('somebody whom the identity provider knows', () => {
  it('comes in and goes on where they wanted to', async () => {
    await saml();
    const { visitor, page } = await begin(server, '/order-history?page=2');
    expect(page.text).toContain('Identity provider');
    const end = await visitor.signIn(page, 'paul');
    expect(where(end)).toBe('/order-history?page=2');
    expect(await signedInAs(server, visitor)).toBe('planner@demo.example');
    expect(visitor.cookie(new URL(siteOf(server)).host, 'sinter_sso')).toBeUndefined();
    expect(await auditOf(server)).toContain('sso.person_linked');
  });

  it('is led to the address that the provider knows, from whichever they began at', async () => {
    await saml();
    const visitor = createVisitor();
    const page = await visitor.open(`${server.url}/saml/login?returnTo=/projects`);
    const end = await visitor.signIn(page, 'paul');
    expect(end.url.href).toBe(`${siteOf(server)}/projects`);
    expect(await signedInAs(server, visitor)).toBe('planner@demo.example');
  });

  it('stays linked when their address changes', async () => {
    await saml();
    await answer();
    const moved = { ...known, email: 'paul.new@demo.example' };
    const { visitor } = await answer(() => ({ person: moved }));
    expect(await signedInAs(server, visitor)).toBe('planner@demo.example');
  });

  it.each(['response', 'both'] as const)('may be vouched for by a signed %s', async (signs) => {
    await saml();
    const { visitor } = await answer(() => ({ signs }));
    expect(await signedInAs(server, visitor)).toBe('planner@demo.example');
  });

  it('gets an account when the connection makes them', async () => {
    await saml({ createUsers: true });
    const { visitor, page } = await begin(server);
    await visitor.signIn(page, 'nora');
    expect(await signedInAs(server, visitor)).toBe('nora@demo.example');
    const made = await hostDb(server.services.db)
      .selectFrom('app_user')
      .innerJoin('membership', 'membership.user_id', 'app_user.id')
      .select(['first_name', 'last_name', 'password_hash', 'email_verified', 'facility_id', 'member_roles'])
      .where('email', '=', 'nora@demo.example')
      .executeTakeFirstOrThrow();
    expect(made).toEqual({
      first_name: 'Nora',
      last_name: 'Neu',
      password_hash: null,
      email_verified: true,
      facility_id: server.world.rootFacilityId,
      member_roles: ['SP_NON_ADMIN'],
    });
    expect(await auditOf(server)).toContain('sso.person_created');
  });

  it('is sent back as unknown when it does not', async () => {
    await saml();
    const { visitor, page } = await begin(server);
    await refused(visitor, await visitor.signIn(page, 'nora'), 'unknown');
    expect(await auditOf(server)).toContain('sso.sign_in_refused');
  });

  it('is refused with an address of another domain, also when accounts are made', async () => {
    await saml({ createUsers: true });
    const { visitor, page } = await begin(server);
    await refused(visitor, await visitor.signIn(page, 'oscar'), 'refused');
    for (const email of ['planner@evil.demo.example', 'planner@demo.example.evil.example', 'a@b@demo.example', '']) {
      const other = await answer(() => ({ person: { ...known, email, subject: 'somebody' } }));
      await refused(other.visitor, other.page, 'refused');
    }
  });

  it('is refused when their account is switched off, linked or not', async () => {
    await saml();
    await answer();
    await disable(true);
    for (const subject of [known.subject, 'another']) {
      const { visitor, page } = await answer(() => ({ person: { ...known, subject } }));
      await refused(visitor, page, 'refused');
    }
  });

  it('is refused an account that is not verified, or good for another company', async () => {
    await saml();
    for (const email of ['unverified@demo.example', 'buyer@demo.example']) {
      const { visitor, page } = await answer(() => ({ person: { ...known, subject: email, email } }));
      await refused(visitor, page, 'refused');
    }
  });
});

describe('a response', () => {
  beforeEach(() => saml());

  it('is refused without a signature', async () => {
    const { visitor, page } = await answer(undefined, (xml) =>
      xml.replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/, ''),
    );
    await refused(visitor, page, 'refused');
  });

  it.each([
    ['the name', (xml: string) => xml.replace('id-of-paul', 'id-of-ada')],
    ['the address', (xml: string) => xml.replace('Planner@demo.example', 'admin@demo.example')],
    ['the signature', (xml: string) => xml.replace(/(<ds:SignatureValue>)..../, '$1AAAA')],
  ])('is refused with %s changed', async (_, rewrite) => {
    const { visitor, page } = await answer(undefined, rewrite);
    await refused(visitor, page, 'refused');
  });

  it('is refused with the key of somebody else', async () => {
    const { visitor, page } = await answer(() => ({ key: makeSigningKey() }));
    await refused(visitor, page, 'refused');
  });

  it('is refused when it is signed by SHA-1', async () => {
    const algorithm = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
    const { visitor, page } = await answer(() => ({ algorithm }));
    await refused(visitor, page, 'refused');
  });

  it.each<[string, Partial<ResponseParts>]>([
    ['audience', { audience: 'https://other.example/saml/metadata' }],
    ['recipient', { recipient: 'https://other.example/saml/acs' }],
    ['issuer', { issuer: 'https://other.example/idp' }],
  ])('is refused for another %s', async (_, change) => {
    const { visitor, page } = await answer(() => change);
    await refused(visitor, page, 'refused');
  });

  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
  it.each<[string, () => Partial<ResponseParts>, boolean]>([
    ['ran out 90 seconds ago', () => ({ notBefore: inSeconds(-300), notOnOrAfter: inSeconds(-90) }), true],
    ['ran out three minutes ago', () => ({ notBefore: inSeconds(-300), notOnOrAfter: inSeconds(-180) }), false],
    ['begins in 90 seconds', () => ({ notBefore: inSeconds(90), notOnOrAfter: inSeconds(300) }), true],
    ['begins in three minutes', () => ({ notBefore: inSeconds(180), notOnOrAfter: inSeconds(300) }), false],
  ])('that %s passes: two minutes are left for clocks', async (_, change, passes) => {
    const { visitor, page } = await answer(change);
    if (passes) expect(await signedInAs(server, visitor)).toBe('planner@demo.example');
    else await refused(visitor, page, 'refused');
  });

  it('is accepted once', async () => {
    const { visitor, xml } = await answer();
    expect(await signedInAs(server, visitor)).toBe('planner@demo.example');
    const thief = createVisitor();
    await refused(thief, await post(thief, xml), 'expired');
  });

  it('is refused when nobody asked for it', async () => {
    for (const requestId of ['', '_unknown', `_${'a'.repeat(43)}`]) {
      const { visitor, page } = await answer(() => ({ requestId }));
      await refused(visitor, page, 'expired');
    }
  });

  it("cannot be put into a response to somebody else's request", async () => {
    const victim = await answer(undefined, () => 'kept back');
    const thief = await begin(server);
    const { id } = readRequest(thief.page.url.searchParams.get('SAMLRequest') ?? '');
    const stolen = await idp.respond(victim.honest);
    const wrapped = stolen.replace(/(<samlp:Response[^>]* InResponseTo=")[^"]*/, `$1${id}`);
    await refused(thief.visitor, await post(thief.visitor, wrapped), 'refused');
  });

  it('is refused after a quarter of an hour', async () => {
    const { visitor, page } = await begin(server);
    const { id, acs, issuer } = readRequest(page.url.searchParams.get('SAMLRequest') ?? '');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
    const xml = await idp.respond({ person: known, requestId: id, acs, audience: issuer });
    await refused(visitor, await post(visitor, xml), 'expired');
  });

  it('is refused with a document type, entities or comments', async () => {
    const secret = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]>';
    const bomb = '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    const changes = [
      (xml: string) => secret + xml.replace('id-of-paul', '&x;'),
      (xml: string) => bomb + xml.replace('id-of-paul', '&b;'),
      (xml: string) => xml.replace('id-of-paul', 'id-of-ada<!-- -->id-of-paul'),
      (xml: string) => xml.replace('Planner@demo', 'planner@demo<!---->'),
    ];
    for (const change of changes) {
      const { visitor, page } = await answer(undefined, change);
      await refused(visitor, page, 'refused');
    }
  });

  it.each(['', 'not XML', '<samlp:Response', '<Response xmlns="x"></Response>', '\u0000'])(
    'answers nothing when it is %j',
    async (xml) => {
      const visitor = createVisitor();
      await refused(visitor, await post(visitor, xml), 'expired');
    },
  );

  it('is not read when it is huge', async () => {
    const visitor = createVisitor();
    const page = await post(visitor, `<a>${'x'.repeat(300_000)}</a>`);
    expect(page.status).toBe(413);
  });
});

describe('a response with a second assertion smuggled in', () => {
  beforeEach(() => saml());

  const assertionOf = (xml: string): string => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
  const evilFrom = (xml: string): string =>
    assertionOf(xml)
      .replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/, '')
      .replace(/ ID="[^"]*"/, ' ID="_evil"')
      .replace('id-of-paul', 'id-of-ada')
      .replace('Planner@demo.example', 'admin@demo.example');
  const signatureOf = (xml: string): string => /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(xml)?.[0] ?? '';
  const wrap = (xml: string, content: string): string => xml.replace(assertionOf(xml), () => content);
  const inside = (outer: string, what: string): string =>
    outer.replace('</saml:Assertion>', () => `${what}</saml:Assertion>`);

  it.each<[string, (xml: string) => string]>([
    ['before the signed one', (xml) => wrap(xml, evilFrom(xml) + assertionOf(xml))],
    ['after the signed one', (xml) => wrap(xml, assertionOf(xml) + evilFrom(xml))],
    ['around the signed one', (xml) => wrap(xml, inside(evilFrom(xml), assertionOf(xml)))],
    [
      'with the signature of the signed one inside it',
      (xml) => {
        const signed = assertionOf(xml).replace(signatureOf(xml), '');
        const signature = signatureOf(xml).replace(
          '</ds:Signature>',
          () => `<ds:Object>${signed}</ds:Object></ds:Signature>`,
        );
        return wrap(
          xml,
          evilFrom(xml).replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`),
        );
      },
    ],
    [
      'with the same id as the signed one',
      (xml) => {
        const [, id = ''] = / ID="([^"]*)"/.exec(assertionOf(xml)) ?? [];
        return wrap(xml, evilFrom(xml).replace('_evil', id) + assertionOf(xml));
      },
    ],
    [
      'while the signed one hides in an extension',
      (xml) =>
        wrap(xml, evilFrom(xml)).replace(
          '<samlp:Status>',
          () => `<samlp:Extensions>${assertionOf(xml)}</samlp:Extensions><samlp:Status>`,
        ),
    ],
  ])('%s is refused', async (_, rewrite) => {
    const { visitor, page } = await answer(undefined, rewrite);
    await refused(visitor, page, 'refused');
  });

  it('is refused also where the whole response was signed', async () => {
    const rewrite = (xml: string) => wrap(xml, evilFrom(xml) + assertionOf(xml));
    const { visitor, page } = await answer(() => ({ signs: 'response' }), rewrite);
    await refused(visitor, page, 'refused');
  });
});

describe('the browser that finishes', () => {
  beforeEach(() => saml());

  it('is the one that began', async () => {
    const { page } = await begin(server);
    const { id, acs, issuer } = readRequest(page.url.searchParams.get('SAMLRequest') ?? '');
    const xml = await idp.respond({ person: known, requestId: id, acs, audience: issuer });
    const other = createVisitor();
    await refused(other, await post(other, xml), 'expired');
  });

  it('finishes once', async () => {
    const { visitor, page } = await begin(server);
    const { id, acs, issuer } = readRequest(page.url.searchParams.get('SAMLRequest') ?? '');
    const xml = await idp.respond({ person: known, requestId: id, acs, audience: issuer });
    const { next } = await visitor.step(acs, { SAMLResponse: Buffer.from(xml).toString('base64') });
    expect(next).toMatch(/\/saml\/finish\?ticket=[\w-]{43}$/);
    const thief = createVisitor();
    await refused(thief, await thief.open(next ?? ''), 'expired');
    // A stolen ticket is worth nothing, and after that not for its owner either.
    await refused(visitor, await visitor.open(next ?? ''), 'expired');
  });

  it('goes nowhere but to a path of this site', async () => {
    const elsewhere = [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      '/\t/evil.example',
      '/..//evil.example',
      'javascript:alert(1)',
      '/a\r\nset-cookie: x=y',
      '',
    ];
    for (const returnTo of elsewhere) {
      const { visitor, page } = await begin(server, returnTo);
      const end = await visitor.signIn(page, 'paul');
      expect(end.url.href).toBe(`${siteOf(server)}/`);
    }
  });

  it('does not go where the provider says', async () => {
    const { visitor, page } = await begin(server);
    const { id, acs, issuer } = readRequest(page.url.searchParams.get('SAMLRequest') ?? '');
    const xml = await idp.respond({ person: known, requestId: id, acs, audience: issuer });
    const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: 'https://evil.example/' };
    const { next } = await visitor.step(acs, form);
    expect((await visitor.open(next ?? '')).url.href).toBe(`${siteOf(server)}/`);
  });
});

describe('without a connection', () => {
  it('nothing is offered, and beginning leads back', async () => {
    const client = await server.client();
    expect(await client.call(loginSsoConfig, {})).toBeNull();
    const { page } = await begin(server);
    expect(where(page)).toBe('/custom-login?sso=unavailable');
  });

  it('that is switched on the same holds, also in the middle of a sign-in', async () => {
    await saml({ enabled: false });
    expect(where((await begin(server)).page)).toBe('/custom-login?sso=unavailable');
    await forgetAll(server);
    await saml();
    const off = async (xml: string) => {
      await hostDb(server.services.db).updateTable('sso_connection').set({ enabled: false }).execute();
      return xml;
    };
    const { visitor, page } = await answer(undefined, off);
    await refused(visitor, page, 'unavailable');
  });
});
