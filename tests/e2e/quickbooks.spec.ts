import { startQuickbooks } from '../quickbooks/simulator.ts';
import { people } from './people.ts';
import { expect, show, test } from './test.ts';

test('who looks after the money connects Quickbooks, and disconnects it @integrations', async ({ app, browser }) => {
  const quickbooks = await startQuickbooks();
  const party = people(browser, app.url, [/status of 422 .*/]);
  const page = await party.enter('finance', '/service-provider/settings/quickbooks');
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  const badge = page.getByText('Connected', { exact: true });
  const box = (name: string) => page.getByRole('textbox', { name, exact: true });
  await expect(page.getByRole('heading', { name: 'Connect with Quickbooks' })).toBeVisible();
  await expect(connect).toBeDisabled();

  await box('Client ID').fill(quickbooks.clientId);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter the client secret')).toBeVisible();
  await box('Client secret').fill(quickbooks.clientSecret);
  await box('API address').fill(quickbooks.url);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings for Quickbooks saved.')).toBeVisible();

  await connect.click();
  await page.getByRole('link', { name: 'No, thanks' }).click();
  await expect(page.getByRole('alert')).toContainText('Sorry, we were unable to connect to Quickbooks');
  await expect(badge).toHaveCount(0);

  await connect.click();
  await page.getByRole('link', { name: 'Connect' }).click();
  await expect(badge).toBeVisible();
  await expect(page.getByText(`Company: ${quickbooks.company}`)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await show(page, 'quickbooks-connected');

  // In another window it was disconnected already.
  const other = await party.enter('finance', '/service-provider/settings/quickbooks');
  await expect(other.getByText('Connected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Successfully disconnected from Quickbooks')).toBeVisible();
  await expect(badge).toHaveCount(0);
  expect(quickbooks.refresh.size).toBe(0);
  await other.getByRole('button', { name: 'Disconnect' }).click();
  await expect(other.getByText('Sorry, we were unable to disconnect from Quickbooks')).toBeVisible();

  // Its person allows it while nobody answers.
  await connect.click();
  await expect(page.getByRole('heading', { name: 'Simulated Quickbooks' })).toBeVisible();
  quickbooks.down = true;
  await page.getByRole('link', { name: 'Connect' }).click();
  await expect(page.getByText('Sorry, we were unable to connect to Quickbooks')).toBeVisible();
  await expect(page.getByText('Quickbooks can’t be reached. Try again in a few minutes.')).toBeVisible();
  await show(page, 'quickbooks-unreachable');
  await party.leave();
  await quickbooks.stop();
});
