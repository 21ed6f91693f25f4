import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loginSsoConfig } from '@sinter/sdk/contract/host/session';
import { deleteSsoConnection, listSsoConnections, saveSsoConnection } from '@sinter/sdk/contract/host/sso';
import { makeSigningKey } from '../../../tests/idp/certificate.ts';
import { type OidcIdp, startOidcIdp } from '../../../tests/idp/oidc.ts';
import { type SamlIdp, startSamlIdp } from '../../../tests/idp/saml.ts';
import { hostDb } from '../allTables.ts';
import { type TestServer, testServer } from '../testing.ts';
import { isTrusted, landing } from './addresses.ts';
import { auditOf, connect, forgetAll, siteOf } from './testing.ts';

let server: TestServer;
let saml: SamlIdp;
let oidc: OidcIdp;
beforeAll(async () => {
  server = await testServer({ allowedNetworks: ['127.0.0.0/8', '::1/128'] });
  [saml, oidc] = [await startSamlIdp([]), await startOidcIdp([], 'http://localhost/oidc/callback')];
});
afterAll(async () => {
  await Promise.all([saml.stop(), oidc.stop()]);
  await server.stop();
});
afterEach(() => forgetAll(server));

const oidcInput = () => ({
  authType: 'OIDC' as const,
  issuer: oidc.url,
  clientId: oidc.clientId,
  clientSecret: oidc.clientSecret,
});
const inputOf = (field: string) => ({ code: 'INVALID_INPUT', fields: { [field]: expect.any(String) } });

describe('a connection', () => {
  it('shows what was read from the metadata, and the addresses that the provider has to know', async () => {
    const added = await connect(server, { authType: 'SAML', metadata: saml.metadata });
    expect(added).toMatchObject({ authType: 'SAML', provider: saml.entityId, clientId: null, secretSet: false });
    expect(Date.parse(added.certificateUntil ?? '')).toBeGreaterThan(Date.now());
    const list = await (await server.client('admin')).call(listSsoConnections, {});
    const site = siteOf(server);
    expect(list).toEqual({
      connections: [added],
      entityId: `${site}/saml/metadata`,
      acsURL: `${site}/saml/acs`,
      metadataURL: `${site}/saml/metadata`,
      oidcRedirectURL: `${site}/oidc/callback`,
    });
  });

  it('keeps its secret sealed, to itself, and through changes', async () => {
    const added = await connect(server, oidcInput());
    expect(added).toMatchObject({ provider: oidc.url, clientId: oidc.clientId, secretSet: true });
    expect(JSON.stringify(added)).not.toContain(oidc.clientSecret);
    const stored = () => hostDb(server.services.db).selectFrom('sso_connection').selectAll().executeTakeFirstOrThrow();
    const before = await stored();
    expect(JSON.stringify(before)).not.toContain(oidc.clientSecret);
    const admin = await server.client('admin');
    const { clientSecret: _, ...rest } = oidcInput();
    const { id, provider: __, secretSet: ___, certificateUntil: ____, ...shown } = added;
    const body = { ...shown, ...rest, headline1: 'Changed' };
    expect(await admin.call(saveSsoConnection, { params: { id }, body })).toMatchObject({ headline1: 'Changed' });
    expect((await stored()).secret_sealed).toBe(before.secret_sealed);
    await admin.call(deleteSsoConnection, { params: { id } });
    const actions = ['sso.connection_added', 'sso.connection_changed', 'sso.connection_removed'];
    expect((await auditOf(server)).slice(-3)).toEqual(actions);
  });

  it('forgets whom it knew when it becomes another provider: their names mean other people there', async () => {
    const added = await connect(server, oidcInput());
    const admin = await server.client('admin');
    const db = hostDb(server.services.db);
    const linked = () => db.selectFrom('sso_identity').select('subject').execute();
    const link = { connection_id: added.id, subject: '1', user_id: server.world.users['planner@demo.example'] ?? 0 };
    await db.insertInto('sso_identity').values(link).execute();
    const { id, provider: _, secretSet: __, certificateUntil: ___, ...shown } = added;
    const { clientSecret: ____, ...same } = oidcInput();
    await admin.call(saveSsoConnection, { params: { id }, body: { ...shown, ...same, headline1: 'Changed' } });
    expect(await linked()).toEqual([{ subject: '1' }]);
    const other = { ...shown, authType: 'SAML' as const, metadata: saml.metadata };
    await admin.call(saveSsoConnection, { params: { id }, body: other });
    expect(await linked()).toEqual([]);
  });

  it('keeps its metadata when none is sent', async () => {
    const added = await connect(server, { authType: 'SAML', metadata: saml.metadata });
    const admin = await server.client('admin');
    const { id, clientId: _, provider: __, secretSet: ___, certificateUntil: ____, ...shown } = added;
    const body = { ...shown, authType: 'SAML' as const, buttonText: 'Other' };
    expect(await admin.call(saveSsoConnection, { params: { id }, body })).toEqual({ ...added, buttonText: 'Other' });
    await expect(connect(server, { authType: 'SAML', siteDomain: 'x.example' })).rejects.toMatchObject(
      inputOf('metadata'),
    );
  });

  it('is refused for a host name that has one, and for functions of engineers', async () => {
    await connect(server, { authType: 'SAML', metadata: saml.metadata });
    await expect(connect(server, oidcInput())).rejects.toMatchObject(inputOf('siteDomain'));
    await connect(server, { ...oidcInput(), enabled: false });
    await connect(server, { ...oidcInput(), siteDomain: 'parts.example' });
    const wrong = { ...oidcInput(), siteDomain: 'other.example', defaultRoles: ['ENG_ADMIN' as const] };
    await expect(connect(server, wrong)).rejects.toMatchObject(inputOf('defaultRoles'));
  });

  it.each([
    ['an address without encryption', 'http://provider.example'],
    ['a provider that does not answer', 'http://127.0.0.1:9'],
    ['something that is no provider', () => `${server.url}/readyz`],
    ['a file', 'file:///etc/passwd'],
  ])('is refused for %s', async (_, issuer) => {
    const input = { ...oidcInput(), issuer: typeof issuer === 'string' ? issuer : issuer() };
    await expect(connect(server, input)).rejects.toMatchObject(inputOf('issuer'));
  });

  it.each(['https://169.254.169.254', 'https://[::ffff:10.0.0.1]', 'https://10.0.0.1:6443'])(
    'never makes the server call into another network: %s',
    async (issuer) => {
      await expect(connect(server, { ...oidcInput(), issuer })).rejects.toMatchObject({
        details: { fieldsSaid: { issuer: { key: 'host.networkNotCalled' } } },
      });
    },
  );

  it.each<[string, (xml: string) => string]>([
    ['no XML', () => 'x'.repeat(100)],
    ['a document type', (xml) => `<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>${xml}`],
    ['thousands of elements', (xml) => xml.replace('<KeyDescriptor', `${'<x/>'.repeat(3000)}<KeyDescriptor`)],
    ['no identity provider', (xml) => xml.replaceAll('IDPSSODescriptor', 'SPSSODescriptor')],
    ['two identity providers', (xml) => `<EntitiesDescriptor>${xml}${xml}</EntitiesDescriptor>`],
    ['no entity id', (xml) => xml.replace(/entityID="[^"]*"/, '')],
    ['no redirect binding', (xml) => xml.replaceAll('HTTP-Redirect', 'HTTP-POST')],
    ['an address without encryption', (xml) => xml.replace(/Location="[^"]*"/, 'Location="http://idp.example/"')],
    ['an address that is a script', (xml) => xml.replace(/Location="[^"]*"/, 'Location="javascript:alert(1)"')],
    ['no certificate', (xml) => xml.replace(/<KeyDescriptor[\s\S]*<\/KeyDescriptor>/, '')],
    ['a broken certificate', (xml) => xml.replace(/(X509Certificate>)..../, '$1AAAA')],
    ['a short key', (xml) => withKey(xml, makeSigningKey({ bits: 1024 }).certificate)],
    ['a certificate of the past', (xml) => withKey(xml, makeSigningKey({ until: new Date('2020-01-01') }).certificate)],
  ])('is refused for metadata with %s', async (_, change) => {
    const input = { authType: 'SAML' as const, metadata: change(saml.metadata) };
    await expect(connect(server, input)).rejects.toMatchObject(inputOf('metadata'));
  });

  it('is read from metadata with several namespaces, a comment, and other entities around it', async () => {
    const metadata = `<?xml version="1.0"?><!-- Ours --><md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">
      <md:EntityDescriptor entityID="https://other.example"><md:SPSSODescriptor/></md:EntityDescriptor>
      ${saml.metadata}</md:EntitiesDescriptor>`;
    expect(await connect(server, { authType: 'SAML', metadata })).toMatchObject({ provider: saml.entityId });
  });

  it("is out of reach for others, and for another enterprise's administrators", async () => {
    const { id } = await connect(server, oidcInput());
    for (const account of ['planner', 'admin2', 'buyer'] as const) {
      const client = await server.client(account);
      await expect(client.call(listSsoConnections, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(client.call(deleteSsoConnection, { params: { id } })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    const db = hostDb(server.services.db);
    const other = await db
      .insertInto('facility')
      .values({ company_name: 'Other', time_zone: 'UTC', root_facility_id: null, currency: 'EUR' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('sso_connection').set({ facility_id: other.id }).execute();
    const admin = await server.client('admin');
    expect((await admin.call(listSsoConnections, {})).connections).toEqual([]);
    await expect(admin.call(deleteSsoConnection, { params: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the sign-in page', () => {
  it('is told of the connection of its host name, else of the one for all others', async () => {
    const client = await server.client();
    await connect(server, { authType: 'SAML', metadata: saml.metadata, customLogin: true });
    await connect(server, { ...oidcInput(), siteDomain: 'parts.example', buttonText: 'Parts' });
    expect(await client.call(loginSsoConfig, {})).toEqual({
      authType: 'SAML',
      buttonText: 'Sign in with Acme',
      headline1: 'For people of Acme',
      headline2: '',
      customLogin: 'true',
    });
    const headers = { 'x-forwarded-host': 'parts.example:8443' };
    const other = await client.fetch('/api/v1/misc/login-sso-config', { headers });
    expect(await other.json()).toMatchObject({ authType: 'OIDC', buttonText: 'Parts', customLogin: 'false' });
    const admin = await server.client('admin');
    for (const { id } of (await admin.call(listSsoConnections, {})).connections) {
      await admin.call(deleteSsoConnection, { params: { id } });
    }
    expect(await client.call(loginSsoConfig, {})).toBeNull();
  });
});

describe('our own metadata', () => {
  it('names entity and address, and asks for signed assertions', async () => {
    const response = await fetch(`${server.url}/saml/metadata`);
    expect(response.headers.get('content-type')).toContain('application/samlmetadata+xml');
    const xml = await response.text();
    expect(xml).toContain(`entityID="${siteOf(server)}/saml/metadata"`);
    expect(xml).toContain(`Location="${siteOf(server)}/saml/acs"`);
    expect(xml).toContain('WantAssertionsSigned="true"');
  });
});

describe('addresses', () => {
  it.each([
    ['/', '/'],
    ['/orders?id=1#files', '/orders?id=1#files'],
    ['/custom-login?x=https://evil.example', '/custom-login?x=https://evil.example'],
    ['https://site.example/orders', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/%5cevil.example', '/%5cevil.example'],
    ['/.//evil.example', '/'],
    ['/\u0000', '/'],
    ['orders', '/'],
    [`/${'x'.repeat(3000)}`, '/'],
    [undefined, '/'],
    [['/a', '/b'], '/'],
  ])('%j leads to %j', (wanted, to) => {
    expect(landing('https://site.example', wanted)).toBe(to);
  });

  it.each([
    ['https://login.example', true],
    ['http://localhost:8080/x', true],
    ['http://127.0.0.1', true],
    ['http://[::1]:80', true],
    ['http://login.example', false],
    ['http://localhost.evil.example', false],
    ['http://127.0.0.1.evil.example', false],
    ['https://user:secret@login.example', false],
    ['ftp://login.example', false],
    ['', false],
  ])('%s is followed: %s', (address, followed) => {
    expect(isTrusted(address)).toBe(followed);
  });
});

const withKey = (xml: string, pem: string): string =>
  xml.replace(/(X509Certificate>)[^<]*/, `$1${pem.replace(/-----[^-]+-----|\s/g, '')}`);
