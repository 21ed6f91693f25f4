import { ball } from '../fixtures/solids.ts';
import { freePort, startApp } from './app.ts';
import { people, type People } from './people.ts';
import { expect, heading, show, test as base, type App, type Page } from './test.ts';

/** Export-controlled contents come from an address of their own, as ITAR_MEDIA_URL says. */
const test = base.extend<object, { app: App }>({
  app: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, provide, { workerIndex }) => {
      const port = String(await freePort());
      const env = { PORT: port, ITAR_MEDIA_URL: `http://127.0.0.1:${port}` };
      const app = await startApp({ name: `worker-${workerIndex}`, env });
      await provide(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** One story; each test goes on where the one before it ended. */
test.describe.configure({ mode: 'serial' });
const officerScreen = {
  provider: '/service-provider/settings/export-control',
  buyer: '/engineer/settings/export-control',
};
const long = { timeout: 30_000 };
let orderId = 0;

let party: People;
test.beforeEach(({ browser, app }) => {
  party = people(browser, app.url, [/status of (403|404)/]);
});
test.afterEach(() => party.leave());

const model = (name: string, radius: number) => ({
  name,
  mimeType: 'model/stl',
  buffer: Buffer.from(ball(radius, 24)),
});
const parts = (page: Page) => page.getByRole('list', { name: 'Parts' }).getByRole('listitem');

async function placeOrder(page: Page, title: string): Promise<number> {
  await expect(parts(page).first()).toContainText('Price breakdown', long);
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Request quotes' }).click();
  const placed = page.getByRole('heading', { name: /Quotes requested for order #\d+/ });
  await expect(placed).toBeVisible(long);
  return Number(/#(\d+)/.exec((await placed.textContent()) ?? '')?.[1]);
}

async function state(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'a citizen or national of the United States' }).check();
  await page.getByRole('checkbox', { name: 'This is true, and I will report any change.' }).check();
  await page.getByRole('button', { name: 'Submit declaration' }).click();
  await expect(page.getByText('An export-control officer must verify it')).toBeVisible();
}

async function enable(officer: Page): Promise<void> {
  await officer.getByRole('switch', { name: 'This organization does export-controlled work' }).click();
  await officer.getByRole('button', { name: 'Save' }).click();
  await expect(officer.getByText('Export control rules updated.')).toBeVisible();
}

async function verify(officer: Page, name: string): Promise<void> {
  await officer.reload();
  await officer.getByRole('button', { name: `Verify ${name}` }).click();
  const drawer = officer.getByRole('dialog', { name: `Verify ${name}` });
  await drawer.getByLabel('Evidence you checked').fill('Passport');
  await drawer.getByRole('button', { name: 'Verify' }).click();
  await expect(officer.getByText(`${name} verified.`)).toBeVisible();
}

/** Orders that wait for a quote. */
const quoting = (page: Page) =>
  page
    .getByRole('tab', { name: /^Quoting/ })
    .or(page.getByRole('button', { name: /^Quoting/ }))
    .click();
const order = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

test('the provider names an officer, who says that such work is done here and verifies a planner', async () => {
  const admin = await party.enter('admin', '/service-provider/team');
  await admin.getByRole('button', { name: 'Lena Vogt', exact: true }).click();
  const rights = admin.getByRole('dialog', { name: 'Lena Vogt' });
  await rights.getByRole('checkbox', { name: /^Export-control officer/ }).check();
  await rights.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Lena Vogt saved.')).toBeVisible();
  await admin.goto(officerScreen.provider);
  await expect(heading(admin, 'Export control')).toHaveCount(0);

  const officer = await party.enter('legal', officerScreen.provider);
  await expect(officer.getByText('No declarations yet')).toBeVisible();
  await enable(officer);
  const planner = await party.enter('planner', '/service-provider/user/profile/update');
  await expect(planner.getByText("You can't open export-controlled files")).toBeVisible();
  await planner.getByRole('button', { name: 'Submit declaration' }).scrollIntoViewIfNeeded();
  await show(planner, '70-statement');
  await state(planner);
  await verify(officer, 'Paul Lindner');
  await show(officer, '71-officer');
  await planner.reload();
  await expect(
    planner.getByText(/You can open export-controlled files until .* Every access is recorded\./),
  ).toBeVisible();
});

test('the shop asks before it takes a file; a controlled order is there for cleared people alone', async ({ app }) => {
  const owner = await party.enter('buyeradmin', '/store-front');
  await owner.getByRole('radio', { name: 'Yes', exact: true }).check();
  await owner.locator('input[type=file]').setInputFiles(model('wing.stl', 20));
  orderId = await placeOrder(owner, 'Wing bracket');
  await owner.goto(`/order-details/${orderId}?tab=parts`);
  await expect(owner.getByRole('row').filter({ hasText: 'wing.stl' })).toContainText('Export controlled');
  await show(owner, '72-controlled-order');

  const planner = await party.enter('planner', '/service-provider');
  await quoting(planner);
  await expect(order(planner, 'Wing bracket')).toBeVisible();
  await planner.goto(`/order-details/${orderId}?tab=parts`);
  const elsewhere = planner.waitForResponse((response) => response.url().startsWith('http://127.0.0.1:'));
  const download = planner.waitForEvent('download');
  await planner.getByRole('link', { name: 'Download original of wing.stl' }).click();
  expect((await download).suggestedFilename()).toBe('wing.stl');
  expect((await elsewhere).url()).toContain(`${app.url.replace('localhost', '127.0.0.1')}/api/v1/controlled-files/`);
  await show(planner, '73-controlled-order-provider');

  for (const [account, list] of [
    ['admin', '/service-provider'],
    ['buyer', '/order-history'],
  ] as const) {
    const other = await party.enter(account, list);
    if (account === 'admin') await quoting(other);
    await expect(other.getByRole('row').nth(1)).toBeVisible();
    await expect(order(other, 'Wing bracket')).toHaveCount(0);
    await other.goto(`/order-details/${orderId}?tab=parts`);
    await expect(other.getByRole('alert')).toBeVisible();
    await expect(other.getByText('wing.stl')).toHaveCount(0);
  }

  const admin = await party.enter('admin', '/service-provider/settings/audit');
  await expect(
    admin
      .getByRole('row')
      .filter({ hasText: 'Paul Lindner' })
      .filter({ hasText: 'Opened an export-controlled file' })
      .first(),
  ).toBeVisible();
  await show(admin, '74-audit');
});

test('a colleague of the buyer sees it once verified, until that is taken back; every opening is the officer’s to read', async () => {
  const officer = await party.enter('buyeradmin', officerScreen.buyer);
  await enable(officer);
  const colleague = await party.enter('buyer', '/engineer/user/profile/update');
  await state(colleague);
  await verify(officer, 'Bente Hansen');
  await colleague.goto('/order-history');
  await expect(order(colleague, 'Wing bracket')).toBeVisible();
  await colleague.goto(`/order-details/${orderId}?tab=parts`);
  await expect(colleague.getByText('wing.stl').first()).toBeVisible();
  await expect(colleague.getByRole('button', { name: 'Release wing.stl' })).toHaveCount(0);
  const download = colleague.waitForEvent('download');
  await colleague.getByRole('link', { name: 'Download original of wing.stl' }).click();
  await download;

  await officer.getByRole('button', { name: 'Revoke Bente Hansen' }).click();
  const drawer = officer.getByRole('dialog', { name: 'Revoke Bente Hansen' });
  await drawer.getByLabel('Reason').fill('Left the programme');
  await drawer.getByRole('button', { name: 'Revoke' }).click();
  await expect(officer.getByText('Clearance of Bente Hansen revoked.')).toBeVisible();
  await colleague.reload();
  await expect(colleague.getByRole('alert')).toBeVisible();
  await expect(colleague.getByText('wing.stl')).toHaveCount(0);

  await officer.goto('/engineer/settings/audit');
  await expect(
    officer
      .getByRole('row')
      .filter({ hasText: 'Bente Hansen' })
      .filter({ hasText: 'Opened an export-controlled file' })
      .first(),
  ).toBeVisible();
});

test('what was ordered as open and turns out to be controlled is hidden, and released by an officer of its owner', async () => {
  const owner = await party.enter('buyeradmin', '/store-front');
  await owner.getByRole('radio', { name: 'No', exact: true }).check();
  await owner.locator('input[type=file]').setInputFiles(model('strut.stl', 15));
  const open = await placeOrder(owner, 'Strut');
  const colleague = await party.enter('buyer', '/order-history');
  await expect(order(colleague, 'Strut')).toBeVisible();

  await owner.goto('/digital-part-inventory');
  await order(owner, 'strut.stl').getByRole('checkbox').check();
  await owner.getByRole('button', { name: /Order/ }).first().click();
  await owner.getByRole('radio', { name: 'Yes', exact: true }).check();
  await placeOrder(owner, 'Strut again');
  await colleague.reload();
  await expect(colleague.getByRole('row').nth(1)).toBeVisible();
  await expect(order(colleague, 'Strut')).toHaveCount(0);

  await owner.goto(`/order-details/${open}?tab=parts`);
  await owner.getByRole('button', { name: 'Release strut.stl' }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The drawing is public');
  await show(owner, '75-release');
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(owner.getByText('strut.stl is no longer export controlled.')).toBeVisible();
  await expect(owner.getByRole('row').filter({ hasText: 'strut.stl' })).not.toContainText('Export controlled');
  await colleague.reload();
  await expect(order(colleague, 'Strut')).toBeVisible();

  // The provider's officer may read the files that were shared with them, but not release them.
  const officer = await party.enter('legal', '/service-provider');
  await officer.goto(`/order-details/${open}?tab=parts`);
  await expect(officer.getByText('strut.stl').first()).toBeVisible();
  await expect(officer.getByRole('button', { name: /^Release/ })).toHaveCount(0);
});
