import {
  addPublisher,
  addPublisherKey,
  approveExtension,
  publishExtension,
  submitExtension,
} from '@sinter/sdk/contract/host/extensionReview';
import { installExtension } from '@sinter/sdk/contract/host/extensions';
import type { Client } from './http.ts';
import { expect, type Page } from './test.ts';

/** What people do in the app marketplace and in its administration, in a browser. */

export const market = '/service-provider/app-marketplace';
export const review = '/service-provider/app-marketplace-admin';

export interface Publisher {
  id: string;
  name: string;
  publicKey: string;
}
type Tier = 'REVIEWED' | 'SANDBOXED';

export const dialog = (page: Page) => page.getByRole('dialog').last();
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
export const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true });

export async function admit(page: Page, publisher: Publisher): Promise<void> {
  await page.goto(`${review}?tab=publishers`);
  await press(page, 'Add publisher');
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(publisher.name);
  await dialog(page).getByRole('textbox', { name: 'ID' }).fill(publisher.id);
  await dialog(page).getByRole('button', { name: 'Add publisher' }).click();
  const heading = page.getByRole('heading', { level: 2, name: publisher.name, exact: true });
  const own = page.locator('section').filter({ has: heading }).last();
  await own.getByRole('button', { name: 'Add key' }).click();
  await dialog(page).getByRole('textbox', { name: 'Public key' }).fill(publisher.publicKey);
  await dialog(page).getByRole('button', { name: 'Add key' }).click();
  await expect(own.getByText('In use')).toBeVisible();
}

/** `title` is how the submission is headed: the app and its version. */
export async function submit(page: Page, title: string, bytes: Uint8Array): Promise<void> {
  await page.goto(review);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'package.sinterplugin', mimeType: 'application/zip', buffer: Buffer.from(bytes) });
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Approves and publishes the submission that is open. */
export async function publish(page: Page, tier: Tier): Promise<void> {
  await press(page, 'Approve');
  await dialog(page)
    .getByRole('radio', { name: tier === 'REVIEWED' ? 'Reviewed' : 'Sandboxed' })
    .check();
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();
  await press(page, 'Publish');
  await dialog(page).getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
}

/** Installs an app, agreeing to what it asks for. */
export async function install(page: Page, id: string): Promise<void> {
  await page.goto(`${market}/${id}`);
  await press(page, 'Install');
  await press(page, 'Agree and install');
  await expect(page.getByRole('button', { name: 'Uninstall' })).toBeVisible();
}

// The same by calls, where the screens are not what a test is about.

export async function admitByCall(admin: Client, { id, name, publicKey }: Publisher): Promise<void> {
  await admin.call(addPublisher, { body: { id, name, contact: '' } });
  await admin.call(addPublisherKey, { params: { id }, body: { publicKey } });
}

/** Submits, approves and publishes a version. */
export async function offer(admin: Client, bytes: Uint8Array<ArrayBuffer>, tier: Tier): Promise<string> {
  const form = new FormData();
  form.append('changes', 'New.');
  form.append('file', new Blob([bytes], { type: 'application/zip' }), 'package.sinterplugin');
  const answer = await admin.fetch(submitExtension.path, { method: submitExtension.method, body: form });
  expect(answer.status, await answer.clone().text()).toBe(200);
  const { packageId, version, report } = submitExtension.response.parse(await answer.json());
  expect(report.filter(({ level }) => level === 'ERROR')).toEqual([]);
  await admin.call(approveExtension, { params: { packageId }, body: { tier } });
  const rollout = { percent: 100, facilityIds: [] };
  await admin.call(publishExtension, { params: { packageId }, body: { rollout } });
  return version;
}

export const installByCall = (admin: Client, id: string, version: string, grants: readonly string[] = []) =>
  admin.call(installExtension, { params: { id }, body: { version, grants: [...grants] } });
