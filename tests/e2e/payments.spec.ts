import { ball } from '../fixtures/solids.ts';
import { startPaymentService } from '../payment/paymentService.ts';
import { takeCards } from '../payment/takeCards.ts';
import { preparedPart, signedIn } from './http.ts';
import { draftOrder, place, quoted } from './orders.ts';
import { expect, signIn, test } from './test.ts';

test('a buyer pays a quote by card on the page of the payment service, and comes back to an order that is paid @orders', async ({
  page,
  app,
}) => {
  const service = await startPaymentService();
  const [buyer, admin] = await Promise.all([signedIn(app.url, 'buyer'), signedIn(app.url, 'admin')]);
  await takeCards(admin, service);
  const part = await preparedPart(buyer, 'paid.stl', ball(10, 12));
  const { id } = await place(buyer, await draftOrder(buyer, part, 'Paid by card'));
  await quoted(admin, id);
  await signIn(page, 'buyer');
  await page.goto(`/order-details/${id}`);
  await page.getByRole('button', { name: 'Pay by card' }).first().click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByText(/is paying .* by card/)).toBeVisible();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText(/paid by card on/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/paid by card on/)).toBeVisible();
  await service.stop();
});
