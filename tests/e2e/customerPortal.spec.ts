import { people } from './people.ts';
import { expect, show, test } from './test.ts';

test('what is hidden from one customer vanishes from their open list, and comes back', async ({ browser, app }) => {
  const party = people(browser, app.url);
  const buyer = await party.enter('buyeradmin', '/order-history');
  const prices = buyer.getByRole('columnheader', { name: 'Quote', exact: true });
  await expect(prices).toBeVisible();
  const admin = await party.enter('admin', '/profile/customerPortalConfig');
  await expect(buyer.getByText('Welcome to Demo Additive.')).toBeVisible();
  await admin.getByRole('combobox', { name: 'Settings for' }).click();
  await admin.getByTitle('Nordwind Robotics', { exact: true }).click();
  await admin.getByRole('checkbox', { name: 'Quote', exact: true }).uncheck();
  const preview = admin.getByRole('region', { name: 'Customer sees' });
  await expect(preview.getByRole('cell', { name: /^Status/ }).first()).toBeVisible();
  await expect(preview.getByRole('cell', { name: /^Quote/ })).toHaveCount(0);
  await show(admin, 'customer-portal');
  const publish = async () => {
    await admin.getByRole('button', { name: 'Publish', exact: true }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  };
  await publish();
  await expect(prices).toHaveCount(0);
  await admin.getByRole('button', { name: 'Reset: Visible details' }).click();
  await publish();
  await expect(prices).toBeVisible();
});
