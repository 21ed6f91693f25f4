import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { appKeys } from '@sinter/sdk/contract/apps/backend';
import { listApps } from '@sinter/sdk/contract/host/configuration';
import {
  addLinkApp,
  blockLinkApp,
  changeLinkApp,
  disableLinkApp,
  enableLinkApp,
  listLinkApps,
  listReviewedLinks,
  publishLinkApp,
  removeLinkApp,
} from '@sinter/sdk/contract/host/linkApps';
import { listNotifications } from '@sinter/sdk/contract/host/notifications';
import { readManifest } from '@sinter/sdk/contract/host/modules';
import { readRegistryState, saveRegistryState } from '@sinter/sdk/contract/host/registry';
import { isLinkAfterSignIn } from '#registry/linkAddress';
import { manifestSchema } from '#registry/manifest';
import { type TestClient, type TestServer, testServer } from '../testing.ts';

let server: TestServer;
let admin: TestClient;
let planner: TestClient;
/** Administers another facility. */
let lyon: TestClient;
beforeAll(async () => {
  server = await testServer();
  [admin, planner, lyon] = await Promise.all([
    server.client('admin'),
    server.client('planner'),
    server.client('admin2'),
  ]);
  for (const client of [admin, lyon]) {
    const { state, revision } = await client.call(readRegistryState, {});
    const flags = { ...state.flags, APP_STORE: true };
    await client.call(saveRegistryState, { body: { ...state, flags, revision } });
  }
}, 60_000);
afterAll(() => server.stop());

const wiki = {
  name: 'Shop wiki',
  description: 'How we work.',
  appURL: 'https://wiki.example.com/launch?from=sinter',
  appType: 'TOP_NAV_LINK' as const,
  internalApp: true,
  asks: ['NAME' as const, 'ROLE' as const],
};
const origin = 'https://wiki.example.com';
const here = () => server.world.rootFacilityId;
const onlyHere = () => ({ everybody: false, facilityIds: [here()] });

async function made(facts: Partial<typeof wiki> = {}) {
  const { id } = await admin.call(addLinkApp, { body: { ...wiki, ...facts } });
  return { params: { id } };
}
async function opened(shares: ('NAME' | 'ROLE')[] = []) {
  const app = await made({ name: `Wiki ${shares.join()}` });
  await admin.call(publishLinkApp, { ...app, body: onlyHere() });
  await admin.call(enableLinkApp, { ...app, body: { origin, shares } });
  return app;
}
const address = ({ params: { id } }: Awaited<ReturnType<typeof made>>) => `/api/v1/link-apps/${id}/open`;
const menu = async (client: TestClient) =>
  manifestSchema
    .parse(await client.call(readManifest, { query: {} }))
    .menu.flatMap(({ section, entries }) => entries.map(({ text, path }) => `${section} ${text} ${path}`));

const claimsSchema = z.looseObject({ exp: z.number(), iat: z.number(), jti: z.string() });
const jwkSchema = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() });

/** What a receiver does with the token: checks it by the site's public key. */
async function claimsIn(page: string) {
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const [head = '', body = '', signature = ''] = token.split('.');
  const { keys } = await (await server.client()).call(appKeys, {});
  const key = createPublicKey({ key: jwkSchema.parse(keys[0]), format: 'jwk' });
  expect(verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
  return claimsSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
}

describe('the address of a link app', () => {
  it.each([
    ['javascript:alert(1)', 'link.badAddress'],
    ['data:text/html,x', 'link.badAddress'],
    ['//evil.example', 'link.badAddress'],
    ['wiki.example.com', 'link.badAddress'],
    ['http://wiki.example.com/', 'link.badAddress'],
    ['https:wiki.example.com', 'link.badAddress'],
    ['https://admin:secret@wiki.example.com/', 'link.userInAddress'],
    ['https://wiki.example.com/#token', 'link.fragment'],
    ['https://10.0.0.5/', 'link.privateAddress'],
    ['https://192.168.1.1:8443/', 'link.privateAddress'],
    ['https://169.254.169.254/', 'link.privateAddress'],
    ['https://[::ffff:10.0.0.5]/', 'link.privateAddress'],
    ['https://0xa000005/', 'link.privateAddress'],
    ['https://intranet/', 'link.privateAddress'],
    ['https://files.internal/', 'link.privateAddress'],
  ])('is not %s', async (appURL, key) => {
    await expect(made({ appURL })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fieldsSaid: { appURL: { key: `host.${key}` } } },
    });
  });

  it('is of this machine only while nobody else reaches the server', async () => {
    const { params } = await made({ appURL: 'http://127.0.0.1:9/' });
    await admin.call(removeLinkApp, { params });
    const open = await testServer({ metricsAtHome: false, allowedNetworks: ['10.1.0.0/16'] });
    const client = await open.client('admin');
    for (const appURL of ['https://127.0.0.1/', 'https://localhost/', 'https://[::1]/', 'https://10.2.0.1/']) {
      await expect(client.call(addLinkApp, { body: { ...wiki, appURL } })).rejects.toMatchObject({
        details: { said: { key: 'host.link.privateAddress' } },
      });
    }
    expect((await client.call(addLinkApp, { body: { ...wiki, appURL: 'http://10.1.0.1/' } })).origin).toBe(
      'http://10.1.0.1',
    );
    await open.stop();
  });
});

describe('a link app', () => {
  it('is seen where it is published, enabled with consent, and listed as the specification has it', async () => {
    const app = await made();
    expect((await admin.call(listLinkApps, {})).apps).toEqual([]);
    await expect(admin.call(enableLinkApp, { ...app, body: { origin, shares: [] } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(
      admin.call(publishLinkApp, { ...app, body: { everybody: false, facilityIds: [] } }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await admin.call(publishLinkApp, { ...app, body: onlyHere() });
    expect((await admin.call(listLinkApps, {})).apps).toMatchObject([{ enabled: false, consent: null, moved: false }]);
    expect(await menu(planner)).not.toContainEqual(expect.stringContaining('Shop wiki'));

    await expect(
      admin.call(enableLinkApp, { ...app, body: { origin: 'https://other.example', shares: [] } }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    await admin.call(enableLinkApp, { ...app, body: { origin, shares: ['NAME'] } });
    expect(await menu(planner)).toContain(`internal-apps Shop wiki ${address(app)}`);
    expect(await planner.call(listApps, {})).toEqual([
      {
        ...{ name: 'Shop wiki', enabled: true, logo: null, appURL: wiki.appURL },
        ...{ appType: 'TOP_NAV_LINK', internalApp: true },
      },
    ]);
    expect(await (await server.client('buyer')).call(listApps, {})).toEqual([]);

    // Nobody of another facility learns of it.
    expect((await lyon.call(listLinkApps, {})).apps).toEqual([]);
    expect(await lyon.call(listApps, {})).toEqual([]);
    for (const path of [address(app), address(app).replace('open', 'logo')]) {
      const response = await lyon.fetch(path);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('wiki');
    }
    await expect(lyon.call(enableLinkApp, { ...app, body: { origin, shares: [] } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });

    await admin.call(disableLinkApp, app);
    expect(await menu(planner)).not.toContainEqual(expect.stringContaining('Shop wiki'));
    expect((await planner.call(listApps, {})).map(({ enabled }) => enabled)).toEqual([false]);
    await admin.call(removeLinkApp, app);
    expect(await planner.call(listApps, {})).toEqual([]);
  });

  it('opens with a token that its receiver can check, with what was agreed to and no more', async () => {
    const app = await opened(['NAME']);
    const response = await planner.fetch(address(app));
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain(`form-action ${origin};`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(page).toContain(`<form method="post" action="${wiki.appURL}">`);
    const claims = await claimsIn(page);
    expect(claims).toMatchObject({
      ...{ aud: origin, app: String(app.params.id), facility: here(), name: expect.stringMatching(/\w+ \w+/) },
      sub: expect.stringMatching(/^\d+$/),
    });
    expect(claims).not.toHaveProperty('roles');
    expect(claims.exp - claims.iat).toBe(60);
    const next = await claimsIn(await (await planner.fetch(address(app))).text());
    expect(next.jti).not.toBe(claims.jti);
    await admin.call(removeLinkApp, app);
  });

  it('leads to the sign-in when the session has ended, and on from there, once and in this browser alone', async () => {
    const app = await opened();
    const stranger = await server.client();
    const tab = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' };
    const asked = await stranger.fetch(address(app), { headers: tab, redirect: 'manual' });
    expect([asked.status, await asked.text()]).toEqual([303, '']);
    const back = new URL(asked.headers.get('location') ?? '', server.url).searchParams.get('returnTo') ?? '';
    expect(isLinkAfterSignIn(back)).toBe(true);
    // From the sign-in at another site, too.
    const site = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' };
    expect((await planner.fetch(back, { headers: site })).status).toBe(403);
    expect((await planner.fetch(back, { headers: tab })).status).toBe(403);
    planner.cookies.set('sinter_link', stranger.cookies.get('sinter_link') ?? '');
    const own = await planner.fetch(back, { headers: site });
    expect([own.status, (await own.text()).includes('name="token"')]).toEqual([200, true]);
    expect(planner.cookies.has('sinter_link')).toBe(false);
    // Neither scripts nor other sites are led anywhere.
    for (const headers of [{ 'sec-fetch-dest': 'empty' }, site]) {
      expect((await stranger.fetch(address(app), { headers, redirect: 'manual' })).status).toBe(401);
    }
    await admin.call(removeLinkApp, app);
  });

  it('opens for nobody else, for no script and no frame, and not from other sites', async () => {
    const app = await opened();
    const open = (client: TestClient, headers: Record<string, string> = {}) => client.fetch(address(app), { headers });
    expect((await open(await server.client())).status).toBe(401);
    expect((await open(await server.client('buyer'))).status).toBe(403);
    for (const dest of ['empty', 'iframe', 'script']) {
      expect((await open(planner, { 'sec-fetch-dest': dest })).status).toBe(403);
    }
    const elsewhere = await open(planner, { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' });
    expect([elsewhere.status, (await elsewhere.text()).includes('token')]).toEqual([403, false]);
    expect((await open(planner, { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' })).status).toBe(200);

    await admin.call(publishLinkApp, { ...app, body: { everybody: true, facilityIds: [] } });
    await lyon.call(enableLinkApp, { ...app, body: { origin, shares: [] } });
    await admin.call(blockLinkApp, { ...app, body: { reason: 'It was sold.' } });
    const { notifications } = await lyon.call(listNotifications, { query: { category: 'apps' } });
    expect(notifications[0]?.text).toBe('Wiki was blocked and no longer opens: It was sold.');
    const gone = await open(planner);
    expect([gone.status, gone.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await gone.text()).toContain('disabled in this facility');
    await admin.call(removeLinkApp, app);
  });

  it('that moves to another origin waits for a new consent', async () => {
    const app = await opened(['NAME', 'ROLE']);
    await admin.call(changeLinkApp, { ...app, body: { ...wiki, appURL: 'https://wiki.example.com/other' } });
    expect((await planner.fetch(address(app))).status).toBe(200);
    await admin.call(changeLinkApp, { ...app, body: { ...wiki, asks: ['ROLE'] } });
    const claims = await claimsIn(await (await planner.fetch(address(app))).text());
    expect([claims['name'], claims['roles']]).toEqual([undefined, expect.arrayContaining([expect.any(String)])]);
    await admin.call(changeLinkApp, { ...app, body: { ...wiki, appURL: 'https://evil.example/' } });
    const response = await planner.fetch(address(app));
    expect([response.status, (await response.text()).includes('name="token"')]).toEqual([409, false]);
    expect((await admin.call(listLinkApps, {})).apps).toMatchObject([{ moved: true }]);
    expect(await menu(planner)).not.toContainEqual(expect.stringContaining(address(app)));
    await admin.call(removeLinkApp, app);
  });

  it('has a picture, and nothing else, as its logo', async () => {
    const app = await opened();
    const logo = `/api/v1/link-app-review/${app.params.id}/logo`;
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    expect((await admin.send(logo, 'a.png', 'MZ this is a program')).status).toBe(400);
    expect((await admin.send(logo, 'a.png', `${svg}${' '.repeat(300_000)}`)).status).toBe(413);
    expect((await planner.send(logo, 'a.svg', svg)).status).toBe(403);
    expect((await admin.send(logo, 'a.png', svg)).status).toBe(200);
    const { apps } = await admin.call(listReviewedLinks, {});
    const sent = await planner.fetch(apps.find(({ id }) => id === app.params.id)?.logo ?? '');
    expect([sent.status, sent.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(sent.headers.get('content-security-policy')).toContain("default-src 'none'");
    await admin.call(removeLinkApp, app);
  });
});
