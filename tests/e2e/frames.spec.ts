import { vendorKey } from '#host/server/extensions/testing.ts';
import { signedIn } from './http.ts';
import { admitByCall, entry, install, installByCall, market, offer, publish, submit } from './market.ts';
import { people, type People } from './people.ts';
import { expect, show, test, type Page } from './test.ts';
import { hostile, hostilePackage, works, worksPackage } from './vendorPlugins.ts';

// As browsers on desktops run: a frame without an origin has a process of its own.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--site-per-process'] }),
    { scope: 'worker' },
  ],
});

const key = vendorKey();
let party: People;

test.beforeAll(async ({ app }) => {
  await admitByCall(await signedIn(app.url, 'admin'), { id: 'acme', name: 'Acme Tools', publicKey: key.text });
});
// What a frame is refused is written to the console, by the browser and by the host.
const refusals = [
  /content security policy|frame-src|about:srcdoc|blob:|acme\.|example\.com|sandbox|status of 40[34]|null/i,
];
test.beforeEach(({ browser, app }) => {
  party = people(browser, app.url, refusals);
});
test.afterEach(() => party.leave());

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const frameOf = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`);

/** As the browser asks when the tab is closed. */
const asksBeforeLeaving = (page: Page): Promise<boolean> =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

async function speak(page: Page, button: string, language: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('button', { name: language, exact: true }).click();
}

test('the same package works in the page and in a frame, where it looks, speaks and grows as the page does', async ({
  app,
}) => {
  const admin = await signedIn(app.url, 'admin');
  await installByCall(admin, works.id, await offer(admin, await worksPackage('1.0.0', key), 'REVIEWED'));
  const page = await party.enter('planner', `/apps/${works.id}`);
  await expect(page.getByRole('heading', { name: works.title })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Hello' })).toBeVisible();
  // Its style sheet asks for more than its own screens.
  await expect(page.locator('section.works')).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(page.getByRole('banner')).not.toHaveCSS('background-color', 'rgb(255, 0, 0)');
  await expect(page.locator('iframe')).toHaveCount(0);

  // Its next version was not reviewed: the open page becomes a frame.
  await offer(admin, await worksPackage('1.1.0', key), 'SANDBOXED');
  const frame = frameOf(page, works.title);
  await expect(frame.getByRole('heading', { name: works.title })).toBeVisible();
  await expect(frame.getByRole('status').filter({ hasText: 'Hello' })).toBeVisible();
  await expect(frame.locator('.works')).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(frame.locator('.direction')).toHaveText('en-US light');
  await show(page, 'frame-page');
  await page.getByRole('button', { name: 'Use dark colors' }).click();
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Use light colors' }).click();
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light');
  await speak(page, 'Language', 'Deutsch');
  await expect(frameOf(page, works.german).getByRole('heading', { name: works.german })).toBeVisible();
  await speak(page, 'Sprache', 'English');
  await expect(frame.getByRole('heading', { name: works.title })).toBeVisible();
  expect((await page.locator('iframe').boundingBox())?.height).toBeGreaterThan(900);

  await frame.getByLabel('Note').fill('Not to be lost');
  await expect.poll(() => asksBeforeLeaving(page)).toBe(true);
  await menu(page).getByRole('link', { name: 'Part Orders' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await frame.getByLabel('Note').fill('');
  await expect.poll(() => asksBeforeLeaving(page)).toBe(false);
  await frame.getByRole('button', { name: 'Go home' }).click();
  await expect(page).toHaveURL('/service-provider');
  await expect(frameOf(page, works.title).getByText(`Tile of ${works.id}`)).toBeVisible();
  await show(page, 'frame-slot');
});

test('from inside a frame nothing is reached, and what breaks its rules is ended with the reason', async () => {
  const page = await party.enter('admin', '/service-provider');
  await submit(page, `${hostile.title} 1.0.0`, await hostilePackage(key));
  await publish(page, 'SANDBOXED');
  await install(page, hostile.id);
  await entry(page, hostile.title).click();
  const frame = frameOf(page, hostile.title);
  const results = frame.getByRole('listitem');
  await expect(frame.getByRole('status')).toHaveText(/^(\d+) of \1$/, { timeout: 15_000 });
  const answers = await results.allTextContents();
  test.info().annotations.push({ type: 'attacks', description: answers.join('; ') });
  for (const answer of answers) expect(answer).toContain(': refused');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('banner')).not.toHaveCSS('background-color', 'rgb(255, 0, 0)');
  await page.keyboard.press('a');
  await expect(frame.locator('.heard')).toHaveText('Heard 0');
  await show(page, 'frame-attacks');

  const notice = page.getByRole('alert').filter({ hasText: hostile.title });
  const again = notice.getByRole('button', { name: 'Try again' });
  // By its event, not by the mouse: the frame may still grow under that, and a click beside the button is told to nobody.
  const begin = (attack: string) => frame.getByRole('button', { name: attack }).dispatchEvent('click');
  for (const attack of ['Flood', 'Leave', 'Send']) {
    await begin(attack);
    await expect(notice).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    await again.click();
    await expect(frame.getByRole('status')).toHaveText(/^(\d+) of \1$/, { timeout: 15_000 });
  }
  await begin('Busy');
  const longest = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        let last = performance.now();
        let most = 0;
        const end = last + 3000;
        const look = () => {
          const now = performance.now();
          most = Math.max(most, now - last);
          last = now;
          if (now > end) done(most);
          else setTimeout(look, 10);
        };
        look();
      }),
  );
  test.info().annotations.push({ type: 'longest pause of the page', description: `${Math.round(longest)} ms` });
  expect(longest).toBeLessThan(2000);
  await expect(notice).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('iframe')).toHaveCount(0);
  await menu(page).getByRole('link', { name: 'Part Orders' }).click();
  await expect(page.getByRole('row', { name: '#' }).first()).toBeVisible();

  await page.goto('/service-provider/settings/modules?tab=diagnosis');
  const failures = page.getByRole('table', { name: 'Browser errors' }).getByRole('row', { name: hostile.title });
  // One row for each kind of failure, with the latest message.
  for (const reason of ['has left the page', 'does not answer'])
    await expect(failures.filter({ hasText: reason })).toBeVisible();
  // And whoever decides on the app reads it there.
  await page.goto(`${market}/${hostile.id}`);
  await expect(page.getByText('has left the page')).toBeVisible();
  await show(page, 'frame-failures');
});
