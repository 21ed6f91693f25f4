import { randomUUID } from 'node:crypto';
import { quickbooksRevoke, saveQuickbooksSettings } from '@sinter/sdk/contract/integrations/quickbooks';
import { createShipment, fireShipmentEvent } from '@sinter/sdk/contract/orders/shipping';
import { boxFacets, stlOf } from '../fixtures/solids.ts';
import { startQuickbooks } from '../quickbooks/simulator.ts';
import { preparedPart, signedIn } from './http.ts';
import { awarded, commonestOffer, draftOrder, fire } from './orders.ts';
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

test('a shipment becomes an invoice: refused, tried again, paid, and shown at its order @integrations', async ({
  app,
  browser,
}) => {
  const quickbooks = await startQuickbooks();
  const { books } = quickbooks;
  Object.assign(books, { home: 'EUR', severalCurrencies: true });
  const party = people(browser, app.url);
  const buyer = await signedIn(app.url, 'buyer');
  const admin = await signedIn(app.url, 'admin');
  const finance = await signedIn(app.url, 'finance');
  const { clientId, clientSecret, url: apiAddress } = quickbooks;
  const body = { clientId, clientSecret, environment: 'SANDBOX' as const, apiAddress };
  await finance.call(saveQuickbooksSettings, { body });
  const part = await preparedPart(buyer, 'Invoiced.stl', stlOf(boxFacets([20, 20, 20])));
  const draft = await draftOrder(buyer, part, 'Invoiced brackets', 3, await commonestOffer(admin));
  const { id, rfqFileDTOs } = await awarded(buyer, admin, draft);
  for (const event of ['START_PRODUCTION', 'FINISH_PRINTING'] as const) await fire(admin, id, event);

  const settings = '/service-provider/settings/quickbooks';
  const page = await party.enter('finance', settings);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('link', { name: 'Connect' }).click();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();

  // What is missing is said, and selected by keyboard.
  await page.getByRole('link', { name: 'Quickbooks mapping' }).click();
  await expect(page.getByText('Can’t be invoiced yet')).toBeVisible();
  await show(page, 'quickbooks-mapping');
  const moment = page.getByRole('combobox', { name: 'Invoice orders' });
  await moment.click();
  await page.getByTitle('When delivered, each shipment', { exact: true }).click();
  await expect(page.getByText('Mapping saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByTitle('When delivered, each shipment', { exact: true })).toBeVisible();
  await moment.click();
  await page.getByTitle('When shipped, each shipment', { exact: true }).click();
  await expect(page.getByRole('main').getByTitle('When shipped, each shipment', { exact: true })).toBeVisible();
  const account = page.getByRole('combobox', { name: 'Income account for new items' });
  await account.click();
  await account.fill('sal');
  await expect(page.getByTitle('Sales', { exact: true })).toBeVisible();
  await account.press('Enter');
  await expect(page.getByText('Mapping saved.')).toBeVisible();
  await expect(page.getByText('Can’t be invoiced yet')).toHaveCount(0);

  await page.goto(`${app.url}${settings}/invoices`);
  await expect(page.getByText('No invoices yet')).toBeVisible();
  books.troubles = [{ on: 'POST invoice', what: { code: '6210', detail: 'The account period has closed.' } }];
  const lines = [{ orderFileId: rfqFileDTOs[0]?.id ?? 0, quantity: 3 }];
  const shipment = await admin.call(createShipment, { body: { eventId: randomUUID(), lines } });
  for (const event of ['PACK', 'SHIP'] as const) {
    await admin.call(fireShipmentEvent, {
      params: { id: shipment.id },
      body: { eventId: randomUUID(), event, reason: '' },
    });
  }
  const table = page.getByRole('table');
  await expect(
    table.getByText(/^The books in Quickbooks are closed for [A-Z][a-z]{2} \d\d, \d{4}\. .+ then try again\.$/),
  ).toBeVisible({
    timeout: 20_000,
  });
  await show(page, 'quickbooks-invoices');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Invoiced brackets')).toBeVisible();
  await show(page, 'quickbooks-invoices-phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Try Invoiced brackets again' }).click();
  const number = `${id}-${shipment.id}`;
  await expect(table.getByRole('link', { name: `Invoice ${number}` })).toBeVisible({ timeout: 20_000 });
  expect(books.all('Invoice').map(({ DocNumber }) => DocNumber)).toEqual([number]);

  const [invoice] = books.all('Invoice');
  books.pay(invoice?.Id ?? '', Number(invoice?.['TotalAmt']));
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(table.getByText('Paid', { exact: true })).toBeVisible({ timeout: 20_000 });

  await table.getByRole('link', { name: 'Invoiced brackets' }).click();
  await page.getByRole('link', { name: 'Invoices', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Invoice ${number}` })).toBeVisible();
  await expect(page.getByText(/ received on /)).toBeVisible();
  await show(page, 'quickbooks-order');
  const other = await party.enter('buyer', `/order-details/${id}`);
  await expect(other.getByRole('link', { name: 'Messages' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Invoices', exact: true })).toHaveCount(0);
  await party.leave();
  await quickbooks.stop();
});

test('confirmed orders become invoices, by keyboard; each fault of Quickbooks says what to do @integrations', async ({
  app,
  browser,
}) => {
  const quickbooks = await startQuickbooks();
  quickbooks.realmId = '9130350000000002';
  const { books } = quickbooks;
  Object.assign(books, { home: 'EUR', severalCurrencies: true });
  const party = people(browser, app.url, [/status of 422 .*/]);
  const buyer = await signedIn(app.url, 'buyer');
  const admin = await signedIn(app.url, 'admin');
  const finance = await signedIn(app.url, 'finance');
  await finance.call(quickbooksRevoke, {});
  const { clientId, clientSecret, url: apiAddress } = quickbooks;
  await finance.call(saveQuickbooksSettings, {
    body: { clientId, clientSecret, environment: 'SANDBOX' as const, apiAddress },
  });
  const part = await preparedPart(buyer, 'Confirmed.stl', stlOf(boxFacets([20, 20, 25])));
  const offer = await commonestOffer(admin);
  const order = async (title: string) => awarded(buyer, admin, await draftOrder(buyer, part, title, 2, offer));

  const settings = '/service-provider/settings/quickbooks';
  const page = await party.enter('finance', settings);
  const badge = page.getByText('Connected', { exact: true });
  const connect = async () => {
    await page.getByRole('button', { name: 'Connect', exact: true }).press('Enter');
    await page.getByRole('link', { name: 'Connect' }).press('Enter');
    await expect(badge).toBeVisible();
  };
  await connect();
  await page.getByRole('link', { name: 'Quickbooks mapping' }).press('Enter');
  const account = page.getByRole('combobox', { name: 'Income account for new items' });
  await account.press('ArrowDown');
  await account.pressSequentially('sal');
  await expect(page.getByTitle('Sales', { exact: true })).toBeVisible();
  await account.press('Enter');
  await expect(page.getByText('Mapping saved.')).toBeVisible();
  const moment = page.getByRole('combobox', { name: 'Invoice orders' });
  await moment.press('ArrowDown');
  await moment.press('ArrowUp');
  await moment.press('Enter');
  const ask = page.getByRole('dialog', { name: 'Invoice orders when they are confirmed?' });
  await expect(ask).toBeVisible();
  await show(page, 'quickbooks-award');
  await page.keyboard.press('Escape');
  await expect(ask).toHaveCount(0);
  const chosen = page.getByRole('main').getByTitle('When confirmed, whole order', { exact: true });
  await expect(chosen).toHaveCount(0);
  await moment.press('ArrowDown');
  await moment.press('ArrowUp');
  await moment.press('Enter');
  await ask.getByRole('button', { name: 'Invoice when confirmed' }).press('Enter');
  await expect(chosen).toBeVisible();

  const first = await order('Confirmed brackets');
  await page.goto(`${app.url}${settings}/invoices`);
  const row = (title: string) => page.getByRole('row').filter({ hasText: title });
  const patient = { timeout: 20_000 };
  await expect(row('Confirmed brackets').getByText(`Invoice ${first.id}`)).toBeVisible(patient);
  await expect(row('Confirmed brackets').getByText('Whole order')).toBeVisible();
  expect(books.all('Invoice').map(({ DocNumber }) => DocNumber)).toEqual([String(first.id)]);
  await show(page, 'quickbooks-invoices-whole');

  // Whatever is refused says what to do, and another try gets through.
  const refused = async (title: string, code: string, says: string) => {
    books.troubles = [{ on: 'POST invoice', what: { code, detail: 'Refused' } }];
    await order(title);
    await expect(row(title).getByText(says)).toBeVisible(patient);
    await page.getByRole('button', { name: `Try ${title} again` }).press('Enter');
    await expect(row(title).getByText(/Invoice \d+/)).toBeVisible(patient);
  };
  await refused('Duplicate brackets', '6140', 'Change its number there, then try again.');
  await refused('Stale brackets', '5010', 'The customer was being changed in Quickbooks at the same time. Try again.');
  books.troubles = [{ on: 'POST invoice', what: 'THROTTLED', retryAfter: '4' }];
  await order('Throttled brackets');
  await expect(page.getByText(/^Quickbooks asked for fewer requests\. Sending continues on /)).toBeVisible(patient);
  await expect(row('Throttled brackets').getByText(/Invoice \d+/)).toBeVisible({ timeout: 60_000 });

  // A rotated token goes on; one that is over is said, and what waits is sent once it is connected again.
  quickbooks.rotates = true;
  quickbooks.access.clear();
  await order('Rotated brackets');
  await expect(row('Rotated brackets').getByText(/Invoice \d+/)).toBeVisible(patient);
  expect(quickbooks.refresh.size).toBe(1);
  quickbooks.access.clear();
  quickbooks.refresh.clear();
  await order('Late brackets');
  await expect(row('Late brackets').getByText('Waiting')).toBeVisible(patient);
  await expect(async () => {
    await page.goto(`${app.url}${settings}`);
    await expect(page.getByText('Quickbooks ended the connection. Connect it again.')).toBeVisible();
  }).toPass(patient);
  await expect(badge).toHaveCount(0);
  await show(page, 'quickbooks-lost');
  await connect();
  await page.getByRole('link', { name: 'Invoices in Quickbooks' }).press('Enter');
  await expect(row('Late brackets').getByText(/Invoice \d+/)).toBeVisible(patient);

  // Who has nothing to do with money, and another facility.
  const colleague = await party.enter('planner', settings);
  await expect(colleague).toHaveURL(/access-denied/);
  const second = await party.enter('admin2', settings);
  await expect(second.getByRole('heading', { name: 'Connect with Quickbooks' })).toBeVisible();
  await expect(second.getByText('Connected', { exact: true })).toHaveCount(0);
  await party.leave();
  await quickbooks.stop();
});
