import { ball } from '../fixtures/solids.ts';
import { people } from './people.ts';
import { expect, show, test, type Page } from './test.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('customers are asked what the form says as soon as it is published, lose nothing by a newer one, and the provider reads the answer', async ({
  browser,
  app,
}) => {
  const party = people(browser, app.url);
  const admin = await party.enter('admin', '/service-provider/rfq/config');
  await show(admin, '160-request-forms');
  await admin.getByRole('link', { name: 'Medical parts' }).click();
  const questions = admin.getByRole('list', { name: 'Your own questions' }).getByRole('listitem');
  await expect(questions.first()).toBeVisible();
  await show(admin, '161-request-form');

  const buyer = await party.enter('third', '/order/create?step=requirements');
  await expect(buyer.getByRole('textbox', { name: 'Implant or instrument' })).toBeVisible();
  await expect(buyer.getByRole('textbox', { name: 'Lot number' })).toHaveCount(0);

  await admin.getByRole('button', { name: '+ Text', exact: true }).click();
  await questions.last().getByRole('textbox', { name: 'Question', exact: true }).fill('Lot number');
  await questions.last().getByRole('checkbox', { name: 'Required' }).check();
  await publish(admin);
  const lot = buyer.getByRole('textbox', { name: 'Lot number' });
  await expect(lot).toBeVisible();

  await lot.fill('LOT-2291');
  await buyer.getByRole('textbox', { name: 'Title' }).fill('Drill guides');
  await questions.last().getByRole('textbox', { name: 'Question', exact: true }).fill('Lot number of the powder');
  await publish(admin);
  const notice = buyer.getByRole('status').filter({ hasText: 'The request form has changed.' });
  await expect(notice).toBeVisible();
  await expect(lot).toHaveValue('LOT-2291');
  await show(buyer, '162-request-form-changed');
  await notice.getByRole('button', { name: 'Use the new form' }).click();
  await expect(buyer.getByRole('textbox', { name: 'Lot number of the powder' })).toHaveValue('LOT-2291');

  await buyer.goto('/order/create');
  const buffer = Buffer.from(ball(9, 12));
  await buyer.locator('input[type=file]').setInputFiles({ name: 'guide.stl', mimeType: 'model/stl', buffer });
  await buyer.getByRole('radio', { name: 'No', exact: true }).check();
  await expect(buyer.getByRole('list', { name: 'Parts' })).toContainText('18 × 18', { timeout: 60_000 });
  for (const _step of ['configure', 'requirements', 'delivery', 'review']) await next(buyer);
  await expect(buyer.getByText('LOT-2291')).toBeVisible();
  await show(buyer, '163-request-form-review');
  await buyer.getByRole('button', { name: 'Request quotes', exact: true }).click();
  await expect(buyer).toHaveURL(/order-details\/\d+/, { timeout: 30_000 });
  await expect(buyer.getByText('LOT-2291')).toBeVisible();
  await admin.goto(new URL(buyer.url()).pathname);
  await expect(admin.getByText('LOT-2291')).toBeVisible();
  await show(admin, '164-request-form-answers');

  await admin.goto('/service-provider/rfq/config?form=1');
  await admin.getByRole('button', { name: 'Earlier versions' }).click();
  await admin.getByRole('button', { name: 'Restore version 1' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).last().click();
  await expect(admin.getByText('Version restored and published')).toBeVisible();
  await buyer.goto('/order/create?step=requirements');
  await expect(buyer.getByRole('textbox', { name: 'Implant or instrument' })).toBeVisible();
  await expect(buyer.getByRole('textbox', { name: /^Lot number/ })).toHaveCount(0);
  await party.leave();
});
