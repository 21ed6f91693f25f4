import { createServer } from 'node:http';
import { readUserProfile, register, updateUserProfile } from '@sinter/sdk/contract/host/account';
import { readThemeConfig, saveThemeConfig } from '@sinter/sdk/contract/admin/theme';
import {
  readEngineerProfile,
  readProviderProfile,
  updateEngineerProfile,
  updateProviderProfile,
} from '@sinter/sdk/contract/admin/profiles';
import { logout } from '@sinter/sdk/contract/host/session';
import { readManifest } from '@sinter/sdk/contract/host/modules';
import { readRegistryState, saveRegistryState } from '@sinter/sdk/contract/host/registry';
import { addSsoConnection } from '@sinter/sdk/contract/host/sso';
import { addDepartment } from '@sinter/sdk/contract/admin/team';
import { manifestSchema } from '#registry/manifest';
import { startSamlIdp } from '../idp/saml.ts';
import { startApp, type App } from './app.ts';
import { signedIn, type Client } from './http.ts';
import { settled } from './settled.ts';
import { expect, show, signIn, test as base, type Page, logIn, signOut } from './test.ts';

/** Attacks on the people of this site through pages, links and names that somebody else has made. */

// An app of its own: nobody else should meet these names.
const test = base.extend<object, { app: App }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- how Playwright learns what a fixture needs
    async ({}, provide, info) => {
      const app = await startApp({ name: `hostile-${info.workerIndex}` });
      await provide(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const markup = '<img src=x onerror=window.pwned=1>';

async function rename(client: Client): Promise<void> {
  const { email, phone, dateFormat, language } = await client.call(readUserProfile, {});
  const body = { firstName: markup, lastName: '<b>x</b>', email, phone, dateFormat, language };
  await client.call(updateUserProfile, { body });
}

/** Puts markup into everything that people give a name to. */
async function nameEverything(app: App): Promise<void> {
  const [admin, operator, buyer] = await Promise.all(
    ['admin', 'operator', 'buyeradmin'].map((account) => signedIn(app.url, account)),
  );
  if (!admin || !operator || !buyer) throw new Error('Somebody is missing.');
  await rename(admin);
  await rename(operator);
  await rename(buyer);
  const facility = await admin.call(readProviderProfile, {});
  const { address, phone, website, timeZone } = facility;
  const companyName = markup;
  await admin.call(updateProviderProfile, {
    body: { companyName, address, phone, website, timeZone, description: markup },
  });
  const company = await buyer.call(readEngineerProfile, {});
  await buyer.call(updateEngineerProfile, {
    body: { companyName, billingAddress: company.billingAddress, phone: company.phone },
  });
  await admin.call(addDepartment, { body: { name: markup } });
  await admin.call(saveThemeConfig, { body: { ...(await admin.call(readThemeConfig, {})), title: markup } });
  const { state, revision, menu } = await admin.call(readRegistryState, {});
  const shown = manifestSchema
    .parse(await admin.call(readManifest, { query: {} }))
    .menu.flatMap(({ entries }) => entries);
  const entry = menu.find(({ id }) => shown.some((one) => one.id === id));
  if (!entry) throw new Error('The menu is empty.');
  await admin.call(saveRegistryState, { body: { ...state, menu: { [entry.id]: { label: markup } }, revision } });
  const provider = await startSamlIdp([]);
  await admin.call(addSsoConnection, {
    body: {
      authType: 'SAML',
      metadata: provider.metadata,
      enabled: true,
      siteDomain: '',
      emailDomains: ['demo.example'],
      buttonText: markup,
      headline1: markup,
      headline2: markup,
      customLogin: false,
      createUsers: false,
      defaultRoles: [],
    },
  });
  await provider.stop();
  await buyer.call(register, {
    body: {
      firstName: markup,
      lastName: markup,
      email: 'mallory@evil.example',
      password: 'copper lattice rain',
      companyName,
    },
  });
}

/** Nothing that was given as text has become anything else. */
async function harmless(page: Page): Promise<void> {
  await settled(page);
  for (const frame of page.frames()) {
    expect(await frame.locator('img[src="x"], img[onerror]').count(), page.url()).toBe(0);
  }
  expect(await page.evaluate(() => 'pwned' in window), page.url()).toBe(false);
}

async function walk(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await harmless(page);
  }
}

test.beforeAll(({ app }) => nameEverything(app));

test('markup in names stays text on every screen that shows them', async ({ page }) => {
  await page.goto('/custom-login');
  await expect(page.getByRole('link', { name: markup })).toBeVisible();
  await expect(page.getByText(markup).first()).toBeVisible();
  await harmless(page);
  await show(page, 'hostile-sign-in');

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const reader = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true, ...reader },
  });
  await signIn(page, 'admin');
  await page.goto('/service-provider/user/profile/update');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(markup);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: "I've saved them" }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText(markup);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toContainText(markup);
  await expect(page.getByRole('banner')).toContainText(markup);
  await harmless(page);
  await page.getByRole('button', { name: `Remove ${markup}` }).click();
  await expect(page.getByRole('dialog')).toContainText(`${markup} will no longer be accepted.`);
  await harmless(page);
  await page.keyboard.press('Escape');

  await page.goto('/service-provider/team');
  const row = page.getByRole('row').filter({ hasText: 'operator@demo.example' });
  await row.getByRole('button').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('group', { name: 'Roles' })).toBeVisible();
  await harmless(page);
  await show(page, 'hostile-team');
  await walk(page, [
    ...['audit', 'single-sign-on', 'modules?tab=menu', 'modules?tab=history'].map(
      (screen) => `/service-provider/settings/${screen}`,
    ),
    '/service-provider/facilities',
    '/service-provider/profile/update',
    '/theme-configuration',
    '/service-provider',
    '/order-details/3',
    '/order-details/3?tab=parts',
    '/order-details/3?tab=activity',
    '/service-provider/scheduler-view',
  ]);
  await page.getByRole('button', { name: /^Search everything/ }).click();
  await page.keyboard.type('img');
  await harmless(page);
});

test('and so it does for buyers, and in the mail that is kept', async ({ page }) => {
  await signIn(page, 'buyeradmin');
  await walk(page, [
    '/store-front',
    '/order-history',
    '/order-details/5',
    '/order-details/5?tab=parts',
    '/order-details/5?tab=activity',
    '/engineer/team',
    '/engineer/profile/update',
    '/engineer/settings/audit',
  ]);
  await page.goto('/dev/mail');
  await harmless(page);
  await page.getByRole('row').filter({ hasText: 'mallory@evil.example' }).getByRole('link').click();
  await expect(page.getByText(/To mallory@evil\.example/)).toBeVisible();
  await harmless(page);
  await show(page, 'hostile-mail');
});

test('no link leads people elsewhere through the sign-in', async ({ page, app }) => {
  const foreign = ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:window.pwned=1'];
  for (const address of foreign) {
    await page.goto(`/custom-login?returnTo=${encodeURIComponent(address)}`);
    await logIn(page, 'planner@demo.example');
    await page.waitForURL(`${app.url}/service-provider`);
    await harmless(page);
    // Signed in already, it is the same.
    await page.goto(`/custom-login?returnTo=${encodeURIComponent(address)}`);
    await page.waitForURL(`${app.url}/service-provider`);
    await signOut(page);
  }
});

test('another site can neither frame these pages nor act in the name of who is signed in', async ({ browser, app }) => {
  const form = (path: string) =>
    `<form method="post" action="${app.url}${path}" target="answer"><input name="a" value="b"></form>`;
  const role = '/api/v1/users/switch-role/ROLE_ENGINEER';
  const evil = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html; charset=utf-8');
    reply.end(`<!doctype html><title>evil</title><iframe name="answer"></iframe>
      <iframe name="framed" src="${app.url}/service-provider"></iframe>
      ${form(role)}${form(logout.path)}<img src="${app.url}${logout.path}"><script>
      for (const form of document.forms) form.submit();
      const send = (path, init) => fetch('${app.url}' + path, { credentials: 'include', ...init }).catch(() => {});
      Promise.all([
        send('${role}', { method: 'POST', mode: 'no-cors' }),
        send('${logout.path}', { method: 'POST', mode: 'no-cors' }),
        send('${role}', { method: 'POST', headers: { 'x-xsrf-token': 'guess', 'content-type': 'application/json' } }),
      ]).then(() => { document.title = 'done'; });</script>`);
  });
  await new Promise<void>((ready) => evil.listen(0, '127.0.0.1', ready));
  const at = evil.address();
  if (!at || typeof at === 'string') throw new Error('The other site has no port.');

  // A browser of its own: what the policy keeps off is written to its console.
  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  await signIn(page, 'dual');
  for (const name of ['localhost', '127.0.0.1']) {
    await page.goto(`http://${name}:${at.port}/`);
    await expect(page).toHaveTitle('done');
    await page.waitForLoadState('load'); // the frames too
    const framed = page.frame('framed');
    expect(await framed?.locator('#root, main, form').count()).toBe(0);
    await page.goto('/service-provider');
    await expect(page.getByRole('button', { name: /Dora Falk/ })).toBeVisible();
    await expect(page).toHaveURL(`${app.url}/service-provider`);
  }
  evil.closeAllConnections();
  evil.close();
  for (const path of ['/', '/custom-login', '/service-provider', '/dev/mail', readManifest.path]) {
    const headers = (await page.request.get(path)).headers();
    expect(headers['x-frame-options'], path).toMatch(/SAMEORIGIN|DENY/);
    expect(headers['content-security-policy'], path).toMatch(/frame-ancestors '(self|none)'/);
  }
  await context.close();
});
