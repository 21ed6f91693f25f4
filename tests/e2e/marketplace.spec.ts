import { vendorKey, vendorPackage } from '../fixtures/vendorPackage.ts';
import { people, type People } from './people.ts';
import { expect, show, test, type Page } from './test.ts';

/**
 * A vendor's app from its package to its end, as people see it: a publisher and its key are admitted, a package is
 * submitted, reviewed, published and installed with consent; it appears in an open browser, asks for more in its next
 * version, goes back, and ends with its key.
 */
let party: People;
test.beforeEach(({ browser, app }) => {
  party = people(browser, app.url, [/status of (403|404|409)/]);
});
test.afterEach(() => party.leave());

const market = '/service-provider/app-marketplace';
const review = '/service-provider/app-marketplace-admin';
const id = 'acme.plates';

const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Plate planner' });
const dialog = (page: Page) => page.getByRole('dialog').last();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

async function submit(page: Page, version: string, bytes: Uint8Array): Promise<void> {
  await page.goto(review);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `${id}-${version}.sinterplugin`, mimeType: 'application/zip', buffer: Buffer.from(bytes) });
  await expect(page.getByRole('heading', { level: 1, name: `Plate planner ${version}` })).toBeVisible();
}

async function publish(page: Page): Promise<void> {
  await press(page, 'Approve');
  await dialog(page).getByRole('radio', { name: 'Reviewed' }).check();
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();
  await press(page, 'Publish');
  await dialog(page).getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
}

test('a vendor’s app is admitted, installed with consent, updated, rolled back and ends with its key', async () => {
  const key = vendorKey();
  const admin = await party.enter('admin', `${review}?tab=publishers`);
  const planner = await party.enter('planner', '/service-provider');
  await expect(planner.getByRole('heading', { name: 'Part Orders' })).toBeVisible();

  await press(admin, 'Add publisher');
  await dialog(admin).getByRole('textbox', { name: 'Name' }).fill('Acme Tools');
  await dialog(admin).getByRole('textbox', { name: 'ID' }).fill('acme');
  await dialog(admin).getByRole('button', { name: 'Add publisher' }).click();
  await press(admin, 'Add key');
  await dialog(admin).getByRole('textbox', { name: 'Public key' }).fill(key.publicKey);
  await dialog(admin).getByRole('button', { name: 'Add key' }).click();
  await expect(admin.getByText('In use')).toBeVisible();

  await submit(
    admin,
    '1.0.0',
    vendorPackage({ id, version: '1.0.0', says: 'First plates', scopes: ['orders:read'], key }),
  );
  await expect(admin.getByText('See orders, quotes and shipments', { exact: true })).toBeVisible();
  await show(admin, 'marketplace-review');
  await publish(admin);
  await expect(entry(planner)).toBeHidden();

  await admin.goto(market);
  await show(admin, 'marketplace');
  await admin.getByRole('link', { name: 'Plate planner' }).click();
  await press(admin, 'Install');
  await expect(dialog(admin)).toContainText('See orders, quotes and shipments');
  await expect(dialog(admin)).toContainText('To read which parts are waiting.');
  await show(admin, 'marketplace-consent');
  await dialog(admin).getByRole('button', { name: 'Agree and install' }).click();
  await expect(entry(planner)).toBeVisible();
  await entry(planner).click();
  await expect(planner.getByText('First plates')).toBeVisible();
  // A link into it, and a reload, lead to the page too.
  await planner.reload();
  await expect(planner.getByText('First plates')).toBeVisible();

  const more = vendorPackage({
    id,
    version: '1.1.0',
    says: 'Second plates',
    scopes: ['orders:read', 'orders:write'],
    key,
  });
  await submit(admin, '1.1.0', more);
  await expect(admin.getByText('New permission: Create and change orders, quotes and shipments')).toBeVisible();
  await publish(admin);
  await admin.goto(`${market}/${id}`);
  await press(admin, /^(Update to 1\.1\.0|Review new permissions)$/);
  const decide = admin.getByRole('button', { name: 'Review new permissions' });
  const agree = admin.getByRole('button', { name: 'Agree and update' });
  await expect(decide.or(agree).first()).toBeVisible();
  if (!(await agree.isVisible())) await decide.click();
  await expect(dialog(admin)).toContainText('Create and change orders, quotes and shipments');
  await expect(planner.getByText('First plates')).toBeVisible();
  await agree.click();
  await expect(planner.getByText('Second plates')).toBeVisible();

  await press(admin, 'Roll back to 1.0.0');
  await expect(planner.getByText('First plates')).toBeVisible();
  await show(admin, 'marketplace-app');

  await admin.goto(`${review}?tab=publishers`);
  await press(admin, 'Revoke');
  await dialog(admin).getByRole('textbox', { name: 'Reason' }).fill('The key was stolen.');
  await dialog(admin).getByRole('button', { name: 'Revoke' }).click();
  await expect(entry(planner)).toBeHidden();
  await admin.goto(`${market}/${id}`);
  await expect(admin.getByRole('alert')).toContainText(/key/i);
  await press(admin, 'Uninstall');
  await dialog(admin).getByRole('button', { name: 'Uninstall' }).click();
  await expect(admin.getByRole('button', { name: 'Install', exact: true })).toBeDisabled();
});
