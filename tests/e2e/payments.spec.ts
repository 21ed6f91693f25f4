import { ball } from '../fixtures/solids.ts';
import { startPaymentService } from '../payment/paymentService.ts';
import { preparedPart, signedIn } from './http.ts';
import { draftOrder, place, quoted } from './orders.ts';
import { expect, signIn, test } from './test.ts';

test('a facility sets its keys, and a buyer pays by card on the page of the payment service and comes back to an order that is paid @orders', async ({
  page,
  app,
  visitors,
}) => {
  const service = await startPaymentService();
  const [buyer, admin] = await Promise.all([signedIn(app.url, 'buyer'), signedIn(app.url, 'admin')]);
  const desk = await visitors.open('admin');
  await desk.goto('/service-provider/settings/payments');
  await desk.getByRole('switch', { name: 'Accept cards' }).click();
  await desk.getByRole('textbox', { name: 'API address' }).fill(service.url);
  await desk.getByRole('textbox', { name: 'Secret key' }).fill(service.secretKey);
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(desk.getByText('Please enter the key.').first()).toBeVisible();
  await desk.getByRole('textbox', { name: 'Signing secret' }).fill(service.webhookSecret);
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(desk.getByRole('group', { name: 'Secret key' })).toContainText('Set');
  await expect(desk.getByText('Test mode')).toBeVisible();
  service.webhookURL = await desk.getByText(/payment-notices/).innerText();
  const part = await preparedPart(buyer, 'paid.stl', ball(10, 12));
  const { id } = await place(buyer, await draftOrder(buyer, part, 'Paid by card'));
  await quoted(admin, id);
  await signIn(page, 'buyer');
  await page.goto(`/order-details/${id}`);
  await page.getByRole('button', { name: 'Pay by card' }).first().click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText(/is paying .* by card/)).toBeVisible();
  // Who switches cards off now is asked.
  await desk.getByRole('button', { name: 'Remove: Secret key' }).click();
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await desk.getByRole('button', { name: 'Keep accepting cards' }).click();
  await expect(desk.getByRole('group', { name: 'Secret key' })).toContainText('Set');
  await expect(desk.getByRole('switch', { name: 'Accept cards' })).toBeChecked();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText(/paid by card on/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/paid by card on/)).toBeVisible();
  await service.stop();
});
