import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { vendorKey } from '#host/server/extensions/testing.ts';
import {
  addPublisher,
  addPublisherKey,
  approveExtension,
  publishExtension,
  submitExtension,
} from '@sinter/sdk/contract/host/extensionReview';
import { installExtension } from '@sinter/sdk/contract/host/extensions';
import { switchModule } from '@sinter/sdk/contract/host/modules';
import { expect, test, type Browser, type BrowserContext, type Page } from 'playwright/test';
import { platePackage } from '../fixtures/platePackage.ts';
import { startApp, type App } from './app.ts';
import { signedIn, type Client } from './http.ts';
import { logIn, show, signIn } from './test.ts';

/** Pages of somebody else's site, with a screen of an app inside. */

const plates = 'acme.plates';
const framed = 'acme.framed';
/** It does not say `embed.minimal`. */
const closed = 'acme.closed';
/** Of one site with `parts.localhost`, which browsers do not take for this computer by its name. */
const sibling = 'intranet.parts.localhost';
let app: App;
let admin: Client;
let intranet: Server;
let stranger: Server;

async function site(): Promise<Server> {
  const server = createServer((request, response) => {
    const html = pages(new URL(request.url ?? '/', 'http://site'));
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}
const at = (server: Server, path: string, host = 'localhost'): string => {
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The site has no port.');
  return `http://${host}:${address.port}${path}`;
};

function pages({ pathname, search }: URL): string {
  const content =
    pathname === '/script'
      ? `<script>heard=[];for(const name of ['ready','navigated','title'])addEventListener('sinter-'+name,({detail})=>heard.push([name,detail.path??detail.title]))</script>
<script src="${app.url}/embed/embed.js" data-plugin="${plates}" data-theme="dark" data-language="de_DE"></script><p>Below it</p>`
      : `<iframe name="framed" src="${new URL(decodeURIComponent(search.slice(1)), app.url).href}" style="width:100%;height:500px;border:0"></iframe>`;
  return `<!doctype html><title>Intranet</title><body style="margin:24px;font:16px Georgia"><h1>Intranet</h1>${content}`;
}
const around = (path: string) => at(intranet, `/iframe?${encodeURIComponent(path)}`);

async function install(id: string, tier: 'REVIEWED' | 'SANDBOXED', key: ReturnType<typeof vendorKey>): Promise<void> {
  const form = new FormData();
  form.append('changes', 'New.');
  const bytes = platePackage({ id, version: '1.0.0', says: 'Plates to fill', key, embed: id !== closed });
  form.append('file', new Blob([bytes]), `${id}-1.0.0.sinterplugin`);
  const answer = await admin.fetch(submitExtension.path, { method: 'POST', body: form });
  const { packageId } = submitExtension.response.parse(await answer.json());
  await admin.call(approveExtension, { params: { packageId }, body: { tier } });
  const rollout = { percent: 100, facilityIds: [] };
  await admin.call(publishExtension, { params: { packageId }, body: { rollout } });
  await admin.call(installExtension, { params: { id }, body: { version: '1.0.0', grants: [] } });
}

test.beforeAll(async () => {
  [intranet, stranger] = [await site(), await site()];
  const origins = [at(intranet, ''), at(intranet, '', '127.0.0.1'), at(intranet, '', sibling)].join(' ');
  app = await startApp({ name: 'embedding', env: { EMBED_ORIGINS: origins } });
  admin = await signedIn(app.url, 'admin');
  const key = vendorKey();
  await admin.call(addPublisher, { body: { id: 'acme', name: 'Acme Tools', contact: 'tools@acme.example' } });
  await admin.call(addPublisherKey, { params: { id: 'acme' }, body: { publicKey: key.text } });
  await install(plates, 'REVIEWED', key);
  await install(framed, 'SANDBOXED', key);
  await install(closed, 'SANDBOXED', key);
});
test.afterAll(async () => {
  for (const server of [intranet, stranger]) {
    server.closeAllConnections();
    server.close();
  }
  await app.stop();
});

let context: BrowserContext;
test.afterEach(() => context.close());

async function open(browser: Browser, account: string | null): Promise<Page> {
  context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  if (account !== null) await signIn(page, account);
  return page;
}
const inside = (page: Page) => page.frameLocator('iframe');
const title = (page: Page, name: string) => inside(page).getByRole('heading', { level: 1, name });
const heightOf = async (page: Page) => (await page.locator('iframe').boundingBox())?.height ?? 0;
const give = (page: Page, name: string, value: string) =>
  page.locator('iframe').evaluate((frame, [key, to]) => frame.setAttribute(key, to), [name, value] as const);

test('a page of another site shows an app by a script, and both follow each other', async ({ browser }) => {
  const page = await open(browser, 'planner');
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.goto(at(intranet, '/script'));
  await expect(title(page, 'Plate planner')).toBeVisible();
  const document = inside(page).locator('html');
  await expect(document).toHaveAttribute('data-theme', 'dark');
  await expect(document).toHaveAttribute('lang', 'de-DE');
  await expect(page.locator('iframe')).toHaveAttribute('title', 'Plate planner');
  await expect(inside(page).getByRole('navigation')).toHaveCount(0);
  await show(page, 'embedded-script');

  // As high as its content, in both directions.
  await expect.poll(() => heightOf(page)).toBeLessThan(400);
  await inside(page).getByRole('button', { name: 'More' }).click();
  await expect.poll(() => heightOf(page)).toBeGreaterThan(1200);
  await inside(page).getByRole('button', { name: 'More' }).click();
  await expect.poll(() => heightOf(page)).toBeLessThan(400);

  await give(page, 'data-theme', 'light');
  await expect(document).toHaveAttribute('data-theme', 'light');
  await give(page, 'data-language', 'en_US');
  await expect(document).toHaveAttribute('lang', 'en-US');

  await inside(page).getByRole('button', { name: 'Open plate 7' }).click();
  await expect(title(page, 'Plate 7')).toBeVisible();
  await give(page, 'data-path', `/apps/${plates}/plates/9`);
  await expect(title(page, 'Plate 9')).toBeVisible();
  await expect(page.locator('iframe')).toHaveAttribute('title', 'Plate 9');
  const heard: unknown = await page.evaluate('heard');
  expect(heard).toEqual(
    expect.arrayContaining([
      ['ready', `/apps/${plates}`],
      ['navigated', `/apps/${plates}/plates/7`],
      ['navigated', `/apps/${plates}/plates/9`],
      ['title', 'Plate 9'],
    ]),
  );

  // What leads elsewhere, and what is no message of the protocol, changes nothing.
  for (const path of [`/apps/${framed}`, '//evil.example', '/service-provider', '/\\evil.example'])
    await give(page, 'data-path', path);
  await page.locator('iframe').evaluate((frame) => {
    if (!(frame instanceof HTMLIFrameElement)) return;
    for (const message of ['x'.repeat(1_000_000), null, { sinter: 1, type: 'sign-out' }])
      frame.contentWindow?.postMessage(message, '*');
  });
  await expect.poll(() => warnings.filter((text) => text.includes('was ignored')).length).toBe(7);
  await expect(title(page, 'Plate 9')).toBeVisible();

  await inside(page).getByRole('link', { name: 'All plates' }).click();
  await inside(page).getByRole('button', { name: 'Open all orders' }).click();
  await expect(inside(page).getByText('This page opens in a new tab')).toBeVisible();
  const tab = inside(page).getByRole('link', { name: 'Open in a new tab' });
  await expect(tab).toHaveAttribute('href', '/service-provider');
  await show(page, 'embedded-elsewhere');
  // The person's own look and language stay what they were.
  await page.goto('/service-provider');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  expect(await page.evaluate(() => localStorage.getItem('appearance'))).toBeNull();
});

test('by a frame alone; what is not made for it, is off or is not there is said; other sites are refused', async ({
  browser,
}) => {
  const page = await open(browser, 'planner');
  await page.goto(around(`/embed/${framed}?embed-theme=dark`));
  // Nobody has reviewed it: it runs in a frame of its own there too.
  await expect(inside(page).frameLocator('iframe').getByRole('heading', { name: 'Plate planner' })).toBeVisible();
  await expect(inside(page).locator('html')).toHaveAttribute('data-theme', 'dark');
  await show(page, 'embedded-frame');
  const ancestors = async (path: string) =>
    /frame-ancestors [^;]*/.exec((await page.request.get(path)).headers()['content-security-policy'] ?? '')?.[0];
  expect(await ancestors(`/frame/${framed}?embedded`)).toContain(at(intranet, ''));
  for (const path of [`/frame/${framed}`, `/frame/${closed}?embedded`])
    expect([path, await ancestors(path)]).toEqual([path, "frame-ancestors 'self'"]);

  await page.goto(around(`/embed/${closed}`));
  await expect(inside(page).getByText("This app can't be shown here")).toBeVisible();
  await page.goto(around('/embed/acme.nothing'));
  await expect(inside(page).getByText('App not found')).toBeVisible();
  await page.goto(around('/embed/grabcad/grabcad/grabcad-select-parts'));
  await expect(title(page, 'Select parts')).toBeVisible();

  await page.goto(around(`/embed/${plates}`));
  await expect(title(page, 'Plate planner')).toBeVisible();
  await admin.call(switchModule, { params: { id: plates }, body: { enabled: false } });
  await expect(inside(page).getByText('This screen is turned off')).toBeVisible();
  await show(page, 'embedded-off');
  await admin.call(switchModule, { params: { id: plates }, body: { enabled: true } });
  await expect(title(page, 'Plate planner')).toBeVisible();

  const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
  await page.goto(at(stranger, `/iframe?${encodeURIComponent(`/embed/${plates}`)}`));
  await refused;
  expect(await page.frame('framed')?.locator('#root').count()).toBe(0);
  // What is no embed document stands in nobody's page, also where those may.
  const kept = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
  await page.goto(around(`/apps/${plates}`));
  await kept;
  expect(await page.frame('framed')?.locator('#root').count()).toBe(0);
});

test('somebody who is not signed in does so in a tab of its own; without the line the last start is shown', async ({
  browser,
}) => {
  const page = await open(browser, null);
  await page.goto(around(`/embed/${plates}`));
  const link = inside(page).getByRole('link', { name: 'Sign in' });
  await show(page, 'embedded-sign-in');
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await logIn(tab, 'planner@demo.example');
  await expect(title(page, 'Plate planner')).toBeVisible();
  // The browser may let the tab close itself.
  const isDone = () => tab.getByText("You're signed in").isVisible();
  await expect.poll(async () => tab.isClosed() || (await isDone().catch(() => tab.isClosed()))).toBe(true);
  if (!tab.isClosed()) await show(tab, 'embedded-signed-in');

  await context.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(inside(page).getByText('Offline. You see what was loaded here')).toBeVisible();
  await expect(title(page, 'Plate planner')).toBeVisible();
  await show(page, 'embedded-kept');
  await context.unroute('**/api/**');
  // The pauses between the tries grow with the time that it took.
  await expect(inside(page).getByText('Offline. You see')).toBeHidden({ timeout: 60_000 });
  await expect(title(page, 'Plate planner')).toBeVisible();
});

/** As the settings of some browsers do: a frame of another site gets no cookie. */
async function keepCookiesFromFrames(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
}

test('inside a page of another site, in a browser that keeps cookies from such frames, the tab hands the sign-in over', async ({
  browser,
}) => {
  const page = await open(browser, null);
  await keepCookiesFromFrames(page);
  await page.goto(
    at(intranet, `/iframe?${encodeURIComponent('/embed/grabcad/grabcad/grabcad-select-parts')}`, '127.0.0.1'),
  );
  const link = inside(page).getByRole('link', { name: 'Sign in' });
  await expect(link).toBeVisible();
  // The browser does keep them: what the frame sets for itself is not there.
  const frame = page.frame('framed');
  expect(
    await frame?.evaluate(() => ((document.cookie = 'third=1; SameSite=None; Secure'), document.cookie)),
  ).not.toContain('third');
  await show(page, 'embedded-other-site');
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await expect(tab.getByRole('link', { name: 'Other ways to sign in' })).toBeVisible();
  await show(tab, 'embedded-sign-in-tab');
  await logIn(tab, 'planner@demo.example');
  await expect(title(page, 'Select parts')).toBeVisible();
  await expect.poll(() => tab.isClosed()).toBe(true);
  await expect(inside(page).getByRole('table', { name: 'Available parts' })).toBeVisible();
  await show(page, 'embedded-other-site-signed-in');
  // It holds on, also for what changes something, and for pictures and pushed events, which nothing but a cookie signs in.
  await page.reload();
  await expect(title(page, 'Select parts')).toBeVisible();
  await expect(inside(page).getByText('Connection lost')).toBeHidden();
  // In a page of a third site it counts for nothing.
  const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
  await page.goto(at(stranger, `/iframe?${encodeURIComponent('/embed/grabcad')}`, '127.0.0.1'));
  await refused;

  // Somebody who is signed in already only has to ask for it; who signs out in the tab is out in the frame.
  await context.clearCookies();
  await signIn(page, 'planner');
  await page.goto(
    at(intranet, `/iframe?${encodeURIComponent('/embed/grabcad/grabcad/grabcad-select-parts')}`, '127.0.0.1'),
  );
  await inside(page).getByRole('link', { name: 'Sign in' }).click();
  await expect(title(page, 'Select parts')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/logout', { waitUntil: 'commit' });
  await expect(other).toHaveURL(/custom-login/);
  await page.reload();
  await expect(inside(page).getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('a frame that may not reach this computer says so where the tray tool is to be connected', async ({ browser }) => {
  const { port } = new URL(app.url);
  context = await browser.newContext({ baseURL: `http://parts.localhost:${port}` });
  const page = await context.newPage();
  await page.goto('/custom-login');
  await logIn(page, 'planner@demo.example');
  await page.waitForURL(/service-provider/);
  const inner = `http://parts.localhost:${port}/embed/grabcad/grabcad/grabcad-select-parts`;
  await page.goto(at(intranet, `/iframe?${encodeURIComponent(inner)}`, sibling));
  const panel = inside(page).getByRole('region', { name: 'Tray tool' });
  await expect(panel).toContainText('The website around this page doesn’t let it reach the tray tool.');
  await show(page, 'embedded-tray-framed');
});
