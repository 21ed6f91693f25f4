import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { expect, show, signIn, test } from './test.ts';

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('an archived order is found, its record is made, downloaded, and every hash in it is right', async ({ page }) => {
  await signIn(page, 'buyer');
  await page.goto('/engineer/archive');
  await expect(page.getByText('Kept for 10 years')).toBeVisible();
  await show(page, '300-archive');
  await page.getByRole('link', { name: /Fan blades/ }).click();
  // How it was paid comes last, and moves the tabs down.
  await expect(page.getByText('Purchase order PO-4401')).toBeVisible();
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await expect(page.getByText(/^Kept until .* at least\./)).toBeVisible();
  await page.getByRole('button', { name: 'Make record' }).click();
  const link = page.getByRole('link', { name: /^Download record/ });
  await expect(link).toBeVisible({ timeout: 60_000 });
  await show(page, '301-record');
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const zip = readFileSync(await download.path());
  await expect(page.getByText(hashOf(zip))).toBeVisible();
  const { SHA256SUMS: sums, ...files } = unzipSync(zip);
  const lines = Buffer.from(sums ?? [])
    .toString()
    .trim()
    .split('\n');
  expect(lines.map((line) => line.split('  '))).toEqual(
    Object.entries(files).map(([path, bytes]) => [hashOf(bytes), path]),
  );
  expect(Buffer.from(files['README.txt'] ?? []).toString()).toContain('Fan blades, pilot series');
});

test('travelers of chosen orders are printed while the list goes on, and a reload loses nothing of it', async ({
  page,
}) => {
  await signIn(page, 'planner');
  await page.goto('/service-provider?status=AWARDED');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Print travelers' }).click();
  await show(page, '302-travelers');
  await page.getByRole('button', { name: 'All orders in this list', exact: true }).click();
  const travelers = page.getByRole('region', { name: 'Travelers' });
  await expect(travelers).toBeVisible();
  await page.reload();
  const link = travelers.getByRole('link', { name: /^Download/ });
  await expect(link).toBeVisible({ timeout: 60_000 });
  await show(page, '303-travelers-ready');
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});
