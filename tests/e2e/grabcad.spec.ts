import { heading, expect, show, signIn, test, type Page } from './test.ts';
import { trayQuery } from './screens.ts';

/** The screens inside the print-preparation tool, beside those of the journey. */

const parts = '/grabcad/grabcad-select-parts';
const jobs = '/grabcad/grabcad-jobs-scheduled';
const leave = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });

test(
  'the browser’s back and forward work in the tool, and ask before unsaved work is left',
  { tag: '@grabcad' },
  async ({ page }) => {
    await signIn(page, 'planner');
    await page.goto(parts);
    await heading(page, 'Select parts').waitFor();
    await page.getByRole('link', { name: 'Scheduled jobs' }).click();
    await heading(page, 'Scheduled jobs').waitFor();
    await page.goBack();
    await heading(page, 'Select parts').waitFor();
    await page.goForward();
    await heading(page, 'Scheduled jobs').waitFor();
    await page.reload();
    await page.goBack();
    await heading(page, 'Select parts').waitFor();

    await page.goto(`/grabcad/grabcad-job${trayQuery}`);
    await page.getByRole('textbox', { name: 'Job name' }).fill('Half done');
    await page.getByRole('link', { name: 'Select parts' }).click();
    await expect(leave(page)).toBeVisible();
    await show(page, 'grabcad-unsaved');
    await leave(page).getByRole('button', { name: 'Stay' }).click();
    await expect(page).toHaveURL(/grabcad-job\?/);
    await page.getByRole('link', { name: 'Scheduled jobs' }).click();
    await leave(page).getByRole('button', { name: 'Leave' }).click();
    await heading(page, 'Scheduled jobs').waitFor();

    await page.goBack();
    await page.getByRole('textbox', { name: 'Job name' }).fill('Half done again');
    await page.goForward();
    await expect(leave(page)).toBeVisible();
    await expect(page).toHaveURL(/grabcad-job\?/);
    await leave(page).getByRole('button', { name: 'Stay' }).click();
    await page.goForward();
    await leave(page).getByRole('button', { name: 'Leave' }).click();
    await heading(page, 'Scheduled jobs').waitFor();
    await expect(page).toHaveURL(jobs);
  },
);
