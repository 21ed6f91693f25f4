import { expect, show, signIn, test, type Page } from './test.ts';

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a tag is added, put on an order, found by, merged into another and retired', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/service-provider/settings/tags');
  const tags = page.getByRole('table', { name: 'Tags' });
  const line = (label: string) => tags.getByRole('row').filter({ hasText: label });
  await expect(line('Trade fair')).toBeVisible();
  await page.getByRole('button', { name: 'Add tag' }).click();
  await drawer(page, 'Add tag').getByLabel('Label').fill('trade FAIR');
  await drawer(page, 'Add tag').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('There is a tag of this label already.')).toBeVisible();
  await drawer(page, 'Add tag').getByLabel('Label').fill('Paint first');
  await drawer(page, 'Add tag').getByRole('button', { name: '#c2338f' }).click();
  await drawer(page, 'Add tag').getByRole('button', { name: 'Save' }).click();
  await expect(line('Paint first')).toContainText('In use');

  await page.goto('/service-provider');
  await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
  const worn = page.getByRole('group', { name: 'Tags' });
  await worn.getByText('Add tag').click();
  await worn.getByRole('combobox', { name: 'Tags' }).fill('Paint first');
  await page.keyboard.press('Enter');
  await expect(worn).toContainText('Paint first');
  await show(page, 'tags-1-order');

  await page.goto('/service-provider/settings/tags');
  await expect(line('Paint first')).toContainText('1');
  await show(page, 'tags-2-list');
  await page.getByRole('button', { name: 'Merge Paint first' }).click();
  const merging = drawer(page, 'Merge “Paint first”');
  await merging.getByRole('combobox', { name: 'Merge into' }).click();
  await page.getByRole('option', { name: 'Trade fair' }).or(page.getByTitle('Trade fair')).last().click();
  await show(page, 'tags-3-merge');
  await merging.getByRole('button', { name: 'Merge' }).click();
  await expect(line('Paint first')).toHaveCount(0);
  await expect(line('Trade fair')).toContainText('1');
  await page.getByRole('button', { name: 'Retire Trade fair' }).click();
  await expect(line('Trade fair')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Show retired tags' }).check();
  await expect(line('Trade fair')).toContainText('Retired');
  await page.getByRole('button', { name: 'Bring back Trade fair' }).click();
  await expect(line('Trade fair')).toContainText('In use');
});
