import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { appKeys } from '@sinter/sdk/contract/apps/backend';
import { resetKeys } from '@sinter/sdk/contract/host/account';
import { listSubmissions } from '@sinter/sdk/contract/host/extensionReview';
import type { Locator } from 'playwright/test';
import * as z from 'zod';
import { packageOf, vendorKey, type VendorKey } from '#host/server/extensions/testing.ts';
import { dev } from '../../sdk/cli/dev/dev.ts';
import { localKit, localPlugin } from '../fixtures/localPlugin.ts';
import { platePackage } from '../fixtures/platePackage.ts';
import { signedIn } from './http.ts';
import { admit, admitByCall, dialog, entry, market, offer, press, publish, review, submit } from './market.ts';
import { isMarked, mark, people, type People } from './people.ts';
import { works, worksPackage } from './vendorPlugins.ts';
import { expect, show, test, type Page } from './test.ts';

/**
 * A vendor's app from its package to its end, as people see it: a publisher and its key are admitted, a package is
 * submitted, reviewed, published and installed with consent; it appears in an open browser, asks for more in its next
 * version, goes back, and ends with its key.
 */
let party: People;
test.beforeEach(({ browser, app }) => {
  party = people(browser, app.url, [/status of (400|403|404|409)/]);
});
test.afterEach(() => party.leave());

const id = 'acme.plates';
const name = 'Plate planner';
const plates = (version: string) => `${name} ${version}`;

/** Its own server, which is told of orders and called by the clock. */
const backend = {
  url: 'https://plates.acme.example',
  webhooks: [{ event: 'order.changed', reason: 'reason' }],
  schedules: [{ id: 'stock', every: 15, path: 'stock' }],
};

test('a vendor’s app is admitted, installed with consent, updated, rolled back and ends with its key', async () => {
  const key = vendorKey();
  const admin = await party.enter('admin', review);
  const planner = await party.enter('planner', '/service-provider');
  await expect(planner.getByRole('heading', { name: 'Part Orders' })).toBeVisible();

  await admit(admin, { id: 'acme', name: 'Acme Tools', publicKey: key.text });

  await submit(
    admin,
    plates('1.0.0'),
    platePackage({ id, version: '1.0.0', says: 'First plates', scopes: ['orders:read'], backend, key }),
  );
  await expect(admin.getByText('See orders, quotes and shipments', { exact: true })).toBeVisible();
  await show(admin, 'marketplace-review');
  await publish(admin, 'REVIEWED');
  await expect(entry(planner, name)).toBeHidden();

  await admin.goto(market);
  await show(admin, 'marketplace');
  await admin.getByRole('link', { name: 'Plate planner' }).click();
  await press(admin, 'Install');
  await expect(dialog(admin)).toContainText('See orders, quotes and shipments');
  await expect(dialog(admin)).toContainText('To read which parts are waiting.');
  await expect(dialog(admin).getByRole('list', { name: 'Told to its server' })).toContainText('Order changed');
  await show(admin, 'marketplace-consent');
  await dialog(admin).getByRole('button', { name: 'Agree and install' }).click();
  await expect(entry(planner, name)).toBeVisible();
  await entry(planner, name).click();
  await expect(planner.getByText('First plates')).toBeVisible();
  // A link into it, and a reload, lead to the page too.
  await planner.reload();
  await expect(planner.getByText('First plates')).toBeVisible();

  const more = platePackage({
    id,
    version: '1.1.0',
    says: 'Second plates',
    scopes: ['orders:read', 'orders:write'],
    key,
  });
  await submit(admin, plates('1.1.0'), more);
  await expect(admin.getByText('New permission: Create and change orders, quotes and shipments')).toBeVisible();
  await publish(admin, 'REVIEWED');
  await admin.goto(`${market}/${id}`);
  await press(admin, /^(Update to 1\.1\.0|Review new permissions)$/);
  const decide = admin.getByRole('button', { name: 'Review new permissions' });
  const agree = admin.getByRole('button', { name: 'Agree and update' });
  // Whether the first press has asked for the permissions already depends on what the screen knew then.
  await expect(async () => {
    if (!(await agree.isVisible())) await decide.click({ timeout: 1000 });
    await expect(agree).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(dialog(admin)).toContainText('Create and change orders, quotes and shipments');
  await expect(planner.getByText('First plates')).toBeVisible();
  await agree.click();
  await expect(planner.getByText('Second plates')).toBeVisible();

  await press(admin, 'Roll back to 1.0.0');
  await expect(planner.getByText('First plates')).toBeVisible();
  await expect(admin.getByRole('table', { name: 'Scheduled calls of its server' })).toContainText('Every 15 minutes');
  await expect(admin.getByText('No events sent yet')).toBeVisible();
  await show(admin, 'marketplace-app');

  await admin.goto(`${review}?tab=publishers`);
  await press(admin, 'Revoke');
  await dialog(admin).getByRole('textbox', { name: 'Reason' }).fill('The key was stolen.');
  await dialog(admin).getByRole('button', { name: 'Revoke' }).click();
  await expect(entry(planner, name)).toBeHidden();
  await admin.goto(`${market}/${id}`);
  await expect(admin.getByRole('alert')).toContainText(/key/i);
  await press(admin, 'Uninstall');
  await dialog(admin).getByRole('button', { name: 'Uninstall' }).click();
  await expect(admin.getByRole('button', { name: 'Install', exact: true })).toBeDisabled();
});

/** Goes on by Tab until something has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let count = 0; count < 80; count += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The focus did not get there.');
}

const isLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);

test('among thirty apps one is found, installed into its frame and left by the keyboard alone', async ({ app }) => {
  const key = vendorKey();
  const client = await signedIn(app.url, 'admin');
  await admitByCall(client, { id: 'labs', name: 'Labs for Additive Manufacturing', publicKey: key.text });
  for (let at = 0; at < 29; at += 1) await offer(client, shelfPackage(at, key), 'REVIEWED');
  const { title } = works;
  await offer(client, await worksPackage('1.0.0', key, 'labs.works'), 'SANDBOXED');

  const page = await party.enter('admin', market);
  const apps = page.getByRole('list', { name: 'App Marketplace' }).getByRole('listitem');
  await expect(apps).not.toHaveCount(0);
  expect(await apps.count()).toBeGreaterThanOrEqual(30);
  await show(page, 'marketplace-thirty');
  await tabTo(page, page.getByRole('searchbox', { name: 'Search apps' }));
  await page.keyboard.type('works labs');
  await expect(apps).toHaveCount(1);
  await tabTo(page, apps.getByRole('link', { name: title }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Install', exact: true }));
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await tabTo(page, dialog(page).getByRole('button', { name: 'Agree and install' }));
  await page.keyboard.press('Enter');
  await expect(entry(page, title)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect.poll(() => isLost(page)).toBe(false);
  await expect(page.getByRole('button', { name: 'Uninstall' })).toBeVisible();

  await tabTo(page, entry(page, title));
  await page.keyboard.press('Enter');
  const frame = page.frameLocator(`iframe[title="${title}"]`);
  await expect(frame.getByText(/^Hello /)).toBeVisible();
  const home = frame.getByRole('button', { name: 'Go home' });
  for (let count = 0; count < 80 && !(await home.evaluate((one) => one === document.activeElement)); count += 1)
    await page.keyboard.press('Tab');
  // The frame goes while the key is down: Chromium never answers a key that goes up in a frame that has gone.
  await page.keyboard.down('Enter');
  await expect(page).toHaveURL('/service-provider');
  await page.keyboard.up('Enter');

  await page.goto(`${market}/labs.works`);
  await tabTo(page, page.getByRole('button', { name: 'Uninstall' }));
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await tabTo(page, dialog(page).getByRole('button', { name: 'Uninstall' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Install', exact: true })).toBeVisible();
  await expect.poll(() => isLost(page)).toBe(false);

  // In Arabic, on a telephone.
  const small = await party.enter('admin', market, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await small.evaluate(() => localStorage.setItem('language', 'ar_SA'));
  const { submissions } = await client.call(listSubmissions, { query: { id: 'labs.works' } });
  for (const [name, path] of [
    ['list', market],
    ['review', review],
    ['submission', `${review}/${submissions[0]?.packageId}`],
    ['app', `${market}/labs.works`],
  ] as const) {
    await small.goto(path);
    await expect(small.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(small.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(small.getByText(title).first()).toBeVisible();
    await expect.poll(() => isTooWide(small)).toBe(false);
    await show(small, `marketplace-arabic-${name}`);
  }
  await small.getByRole('button', { name: 'تثبيت', exact: true }).tap();
  await expect(dialog(small)).toBeVisible();
  await expect.poll(() => isTooWide(small)).toBe(false);
  await show(small, 'marketplace-arabic-consent');
});

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Apps as a shelf has them: short and long names, in several languages or in one. */
function shelfPackage(at: number, key: VendorKey): Uint8Array<ArrayBuffer> {
  const [name, description] = shelf[at % shelf.length] ?? shelf[0];
  const title = at < shelf.length ? name : `${name} ${at}`;
  const text = { 'module.title': title, 'page.title': title, 'app.text': description, reason: description };
  return packageOf({
    id: `labs.shelf-${at}`,
    key,
    scopes: ['orders:read', 'scheduling:write'].slice(0, at % 3),
    files: { 'locales/en_US.json': JSON.stringify(text) },
    descriptor: { title, description: 'app.text', publisher: 'Labs for Additive Manufacturing' },
  });
}

const shelf = [
  ['Powder log', 'Which powder went where, and how often it was used again.'],
  [
    'Surface roughness of as-built and machined faces by orientation',
    'Predicts the roughness of each face from its angle to the plate, for laser and electron beam machines, and marks those that have to be machined before they can be measured.',
  ],
  ['Shift handover', 'What the next shift has to know.'],
  ['Kiosk', 'One big button for each machine.'],
  ['Leitstand für Wärmebehandlung', 'Öfen, Zyklen und Chargen im Überblick.'],
] as const;

/** An application that takes launch tokens as sdk/docs/links.md says: checks the signature by the site's key. */
async function receiver(site: string) {
  const server = createServer((request, response) => {
    void (async () => {
      const token = new URLSearchParams(await text(request)).get('token') ?? '';
      const [head = '', body = '', signature = ''] = token.split('.');
      const { keys } = appKeys.response.parse(await (await fetch(site + appKeys.path)).json());
      const [jwk] = keys;
      const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
      const holds = verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'));
      const claims: unknown = holds ? JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) : {};
      const { aud, name, roles } = z
        .object({ aud: z.string(), name: z.string(), roles: z.unknown() })
        .partial()
        .parse(claims);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<title>Wiki</title><h1>Hello ${name ?? 'nobody'}</h1><p>${aud ?? ''} ${String(roles)}</p>`);
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return { server, origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

test('a link app is added, enabled with consent, and opens in its own tab with a token that it can check', async ({
  app,
}) => {
  const { server, origin } = await receiver(app.url);
  const admin = await party.enter('admin', `${review}?tab=links`);
  const planner = await party.enter('planner', '/service-provider');
  await press(admin, 'Add link app');
  await dialog(admin).getByRole('textbox', { name: 'Name' }).fill('Shop wiki');
  await dialog(admin).getByRole('textbox', { name: 'Address' }).fill('https://admin:secret@wiki.example.com/');
  await dialog(admin).getByRole('switch', { name: 'Internal app' }).click();
  await dialog(admin).getByRole('checkbox', { name: "The person's name" }).check();
  await dialog(admin).getByRole('button', { name: 'Add link app' }).click();
  await expect(dialog(admin)).toContainText('Remove the user name and password');
  await dialog(admin).getByRole('textbox', { name: 'Address' }).fill(`${origin}/launch`);
  await show(admin, 'link-app-form');
  await dialog(admin).getByRole('button', { name: 'Add link app' }).click();
  await expect(admin.getByText('Draft', { exact: true })).toBeVisible();
  await press(admin, 'Publish');
  await dialog(admin).getByRole('switch', { name: 'Offer to all facilities' }).click();
  await dialog(admin).getByRole('button', { name: 'Publish' }).click();
  await expect(admin.getByText('Published', { exact: true })).toBeVisible();
  await show(admin, 'link-apps-review');

  await admin.goto(market);
  await press(admin, 'Enable');
  await dialog(admin).getByRole('checkbox', { name: "The person's name" }).check();
  await show(admin, 'link-app-consent');
  await dialog(admin).getByRole('button', { name: 'Agree and enable' }).click();
  const link = planner.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Shop wiki' });
  await expect(link).toBeVisible();
  const [tab] = await Promise.all([planner.context().waitForEvent('page'), link.click()]);
  await expect(tab.getByRole('heading', { name: /^Hello \w+ \w+/ })).toBeVisible();
  await expect(tab.getByText(`${origin} undefined`)).toBeVisible();
  expect(tab.url()).toBe(`${origin}/launch`);

  await admin.goto(`${review}?tab=links`);
  await press(admin, 'Block');
  await dialog(admin).getByRole('textbox', { name: 'Reason' }).fill('It moved.');
  await dialog(admin).getByRole('button', { name: 'Block' }).click();
  await expect(link).toBeHidden();
  await press(admin, 'Delete');
  await dialog(admin).getByRole('button', { name: 'Delete' }).click();
  await expect(admin.getByText('No link apps yet')).toBeVisible();
  await tab.close();
  server.close();
});

/** A vendor's own tab: what `sinter-plugin dev` builds on this machine is in it, and in nobody else's. */
test('a vendor sees the local build in one tab, each change as it is saved, and stops it', async ({ app }) => {
  const own = localPlugin({ id: 'acme.bench', says: 'First bench' });
  const client = await signedIn(app.url, 'admin');
  const { userKey } = await client.call(resetKeys, { query: { which: 'USER' } });
  const ending = new AbortController();
  const printed: string[] = [];
  const tool = dev({
    folder: own.folder,
    server: app.url,
    apiKey: String(userKey),
    kit: localKit(),
    print: (text) => void printed.push(text),
    signal: ending.signal,
  });
  const address = () => /\/local-builds\/[\w-]+/.exec(printed.join('\n'))?.[0] ?? '';
  await expect.poll(address).not.toBe('');

  // Somebody else who is sent the address, and somebody who may not install apps.
  const other = await party.enter('admin2', address());
  await expect(other.getByRole('heading', { name: 'There is no such local build' })).toBeVisible();
  const planner = await party.enter('planner', address());
  await expect(planner).toHaveURL(/access-denied/);

  const page = await party.enter('admin', address());
  await expect(dialog(page)).toContainText('Load Plate planner from your computer in this tab?');
  await expect(dialog(page)).toContainText('To read which parts are waiting.');
  await show(page, 'local-build-dialog');
  await dialog(page).getByRole('button', { name: 'Load' }).click();
  const banner = page.getByRole('complementary', { name: 'Local build' });
  await expect(banner).toContainText('Plate planner 0.1.0');
  await expect(page).toHaveURL(/\/apps\/acme\.bench$/);
  await expect(page.getByText('First bench')).toBeVisible();
  await expect(entry(page, 'Plate planner')).toBeVisible();

  await mark(page);
  own.page('Second bench');
  await expect(page.getByText('Second bench')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await expect(page).toHaveURL(/\/apps\/acme\.bench$/);

  own.write('client/MainPage.tsx', 'export default () => {\n  const bench = ;\n};');
  await expect(banner).toContainText('client/MainPage.tsx:2');
  await expect(page.getByText('Second bench')).toBeVisible();
  await show(page, 'local-build-problem');
  own.page('Third bench');
  await expect(page.getByText('Third bench')).toBeVisible();
  await expect(banner).not.toContainText('MainPage.tsx');

  // Another tab of the same person, and everybody else.
  const second = await page.context().newPage();
  await second.goto('/service-provider');
  await expect(second.getByRole('heading', { name: 'Part Orders' })).toBeVisible();
  await expect(entry(second, 'Plate planner')).toBeHidden();
  await planner.goto('/service-provider');
  await expect(planner.getByRole('heading', { name: 'Part Orders' })).toBeVisible();
  await expect(entry(planner, 'Plate planner')).toBeHidden();

  await page.reload();
  await expect(page.getByText('Third bench')).toBeVisible();
  ending.abort();
  await tool;
  await expect(banner).toContainText('sinter-plugin dev has ended');
  await banner.getByRole('button', { name: 'Stop' }).click();
  await expect(banner).toBeHidden();
  await expect(entry(page, 'Plate planner')).toBeHidden();
  own.remove();
});

test('a local build runs in a frame where the tool is told so, and follows each change', async ({ app }) => {
  const own = localPlugin({ id: 'acme.framed', says: 'First frame' });
  const client = await signedIn(app.url, 'admin');
  const { userKey } = await client.call(resetKeys, { query: { which: 'USER' } });
  const ending = new AbortController();
  const printed: string[] = [];
  const tool = dev({
    folder: own.folder,
    server: app.url,
    apiKey: String(userKey),
    kit: localKit(),
    frame: true,
    print: (text) => void printed.push(text),
    signal: ending.signal,
  });
  const address = () => /\/local-builds\/[\w-]+/.exec(printed.join('\n'))?.[0] ?? '';
  await expect.poll(address).not.toBe('');
  const page = await party.enter('admin', address());
  await expect(dialog(page)).toContainText('It runs in a sandboxed frame');
  await dialog(page).getByRole('button', { name: 'Load' }).click();
  const frame = page.frameLocator('iframe[title="Plate planner"]');
  await expect(frame.getByText('First frame')).toBeVisible();
  own.page('Second frame');
  await expect(frame.getByText('Second frame')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(1);
  ending.abort();
  await tool;
  own.remove();
});
