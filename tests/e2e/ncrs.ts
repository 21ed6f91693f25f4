import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { qualityKind, type QualitySettings } from '@sinter/sdk/contract/quality/settings';
import type { Client } from './http.ts';
import { expect, show, type Page } from './test.ts';

/** Publishes other settings of quality; the answer puts back what was. */
export async function settle(admin: Client, changed: Partial<QualitySettings>): Promise<() => Promise<void>> {
  const place = { kind: qualityKind, elementId: '' };
  const publish = async (value: object): Promise<unknown> => {
    const { seen, published } = await admin.call(readSetting, { query: place });
    const before: Record<string, unknown> = Object(published.value);
    const saved = await admin.call(saveSettingDraft, { body: { ...place, seen, value: { ...before, ...value } } });
    await admin.call(publishSetting, { body: { ...place, seen: saved.seen } });
    return before;
  };
  const before = await publish(changed);
  return async () => void (await publish(Object(before)));
}

/** Of a form's fields that offer a list. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label, exact: true }).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
}

interface Raised {
  title: string;
  pieces?: string;
  photo?: Buffer;
}

/** Raises a non-conformance where the page has a button for it, and holds what can be held. The answer is its number. */
export async function raise(page: Page, { title, pieces, photo }: Raised): Promise<string> {
  await page.getByRole('button', { name: 'Raise non-conformance' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Raise non-conformance' });
  await drawer.getByRole('textbox', { name: 'Title' }).fill(title);
  await choose(page, 'Type', 'Dimension');
  await choose(page, 'Severity', 'Major');
  if (pieces !== undefined) await drawer.getByRole('spinbutton', { name: 'Affected pieces' }).fill(pieces);
  if (photo) {
    await drawer
      .locator('input[type=file]')
      .setInputFiles({ name: 'warped.png', mimeType: 'image/png', buffer: photo });
    await expect(drawer.getByRole('list', { name: 'Photos' })).toContainText('warped.png');
  }
  await show(page, 'ncr-raise');
  await drawer.getByRole('button', { name: 'Raise non-conformance' }).click();
  await expect(drawer).toBeHidden();
  const told = page.getByText(/^\S+ was raised$/);
  await expect(told).toBeVisible();
  return ((await told.textContent()) ?? '').replace(' was raised', '');
}

/** What is done with how many pieces, in the drawer of a non-conformance. */
export async function dispose(
  page: Page,
  rows: readonly { pieces: string; as: string; reason?: string; toStep?: string }[],
): Promise<void> {
  await page.getByRole('button', { name: 'Set dispositions' }).click();
  const drawer = page.getByRole('dialog', { name: 'Set dispositions' });
  for (const [index, { pieces, as, reason, toStep }] of rows.entries()) {
    if (index > 0) await drawer.getByRole('button', { name: 'Add a row' }).click();
    const row = drawer.getByRole('group', { name: `Row ${index + 1}` });
    await row.getByRole('spinbutton', { name: 'Affected pieces' }).fill(pieces);
    await pick(page, row.getByRole('combobox', { name: 'Disposition' }), as);
    if (toStep) await pick(page, row.getByRole('combobox', { name: 'Back to step' }), toStep);
    if (reason) await row.getByRole('textbox', { name: 'Reason' }).fill(reason);
  }
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toBeHidden();
}

async function pick(page: Page, box: ReturnType<Page['getByRole']>, option: string): Promise<void> {
  await box.click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
}
