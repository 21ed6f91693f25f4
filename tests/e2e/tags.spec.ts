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

test('a tag is put on non-conformances, jobs and a part, which are found by it; merged and retired it stays there and is offered no more', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.goto('/service-provider/settings/tags');
  const tags = page.getByRole('table', { name: 'Tags' });
  const line = (label: string) => tags.getByRole('row').filter({ hasText: label });
  await page.getByRole('button', { name: 'Add tag' }).click();
  await drawer(page, 'Add tag').getByLabel('Label').fill('Damp powder');
  await drawer(page, 'Add tag').getByRole('button', { name: 'Save' }).click();
  await expect(line('Damp powder')).toContainText('Jobs');

  await page.goto('/service-provider/part-inventory');
  const parts = page.getByRole('table', { name: 'Parts' });
  await choose(page, 'Shelf angle');
  await giveChosen(page, 'Damp powder');
  await expect(parts.getByRole('row').filter({ hasText: 'Shelf angle' })).toContainText('Damp powder');
  await narrow(page, 'Damp powder');
  await expect(parts.getByRole('row')).toHaveCount(2);
  await expect(parts).not.toContainText('Camera bracket');
  await show(page, 'tags-3-parts');

  const ncrs = '/service-provider/quality-management/quality-dashboard';
  await page.goto(ncrs);
  const list = page.getByRole('table', { name: 'Process NCR' });
  await list.getByRole('row', { name: 'Bore too small' }).getByRole('link').first().click();
  await give(page, 'Damp powder');
  await show(page, 'tags-4-ncr');
  const ncr = page.url();
  await page.goto(ncrs);
  await narrow(page, 'Damp powder');
  await expect(list.getByRole('row')).toHaveCount(2);
  await expect(list).toContainText('Bore too small');
  await show(page, 'tags-5-ncrs');
  await narrow(page, 'Recurring');
  await expect(page.getByRole('button', { name: 'Tags (2)' })).toBeVisible();

  await page.goto('/service-provider/schedules?view=list');
  const jobs = page.getByRole('table', { name: 'Jobs' });
  await jobs.getByRole('row').filter({ hasText: 'Stock build' }).first().getByRole('button').first().click();
  await give(page, 'Damp powder');
  await show(page, 'tags-6-job');
  await page.keyboard.press('Escape');
  await narrow(page, 'Damp powder');
  await expect(jobs.getByRole('row')).toHaveCount(2);
  await show(page, 'tags-7-jobs');

  await page.goto('/service-provider/settings/tags');
  await expect(line('Damp powder')).toContainText('3');
  await page.getByRole('button', { name: 'Merge Damp powder' }).click();
  const merging = drawer(page, 'Merge “Damp powder”');
  await merging.getByRole('combobox', { name: 'Merge into' }).click();
  await page.getByRole('option', { name: 'Recurring' }).or(page.getByTitle('Recurring')).last().click();
  await merging.getByRole('button', { name: 'Merge' }).click();
  await expect(line('Damp powder')).toHaveCount(0);
  await expect(line('Recurring')).toContainText('Jobs');
  await page.getByRole('button', { name: 'Retire Recurring' }).click();
  await expect(line('Recurring')).toHaveCount(0);

  await page.goto(ncr);
  const worn = page.getByRole('group', { name: 'Tags' });
  await expect(worn).toContainText('Recurring');
  await worn.getByRole('button', { name: 'Remove tag Recurring' }).click();
  await expect(worn).not.toContainText('Recurring');
  await worn.getByRole('button', { name: 'Add tag' }).click();
  const field = worn.getByRole('combobox', { name: 'Tags' });
  await expect(worn.locator('option[value="Check powder"]')).toBeAttached();
  await expect(worn.locator('option[value="Recurring"]')).not.toBeAttached();
  await field.fill('Recurring');
  await page.keyboard.press('Enter');
  await expect(page.getByText('retired')).toBeVisible();

  await page.goto('/service-provider/settings/tags');
  await page.getByRole('checkbox', { name: 'Show retired tags' }).check();
  await page.getByRole('button', { name: 'Bring back Recurring' }).click();
  await expect(line('Recurring')).toContainText('In use');
});

/** Gives what is open a tag. */
async function give(page: Page, label: string): Promise<void> {
  const worn = page.getByRole('group', { name: 'Tags' });
  await worn.getByRole('button', { name: 'Add tag' }).click();
  await worn.getByRole('combobox', { name: 'Tags' }).fill(label);
  await page.keyboard.press('Enter');
  await expect(worn).toContainText(label);
}

const choose = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();

/** Gives the selected rows a tag. */
async function giveChosen(page: Page, label: string): Promise<void> {
  await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Add tags' }).click();
  const asked = drawer(page, 'Add tags');
  await asked.getByRole('combobox', { name: 'Tags' }).fill(label);
  await asked.getByRole('button', { name: 'Add tags' }).click();
  const report = drawer(page, 'Add tags');
  await expect(report.getByText('Done', { exact: true })).toBeVisible();
  await report.getByRole('button', { name: 'Close' }).click();
}

/** Narrows the list to one more tag. */
async function narrow(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: /^Tags/ }).click();
  await page.getByRole('checkbox', { name: label, exact: true }).check();
  await page.keyboard.press('Escape');
}
