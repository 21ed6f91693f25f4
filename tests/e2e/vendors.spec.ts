import { boxFacets, stlOf } from '../fixtures/solids.ts';
import { preparedPart, signedIn } from './http.ts';
import { commonestOffer, draftOrder, place } from './orders.ts';
import { people } from './people.ts';
import { bring } from './shop.ts';
import { expect, show, test } from './test.ts';

test('a buyer keeps vendors, chooses whom to ask, and reads why nobody can make an order', async ({ browser, app }) => {
  const party = people(browser, app.url);
  const keeper = await party.enter('buyeradmin', '/engineer/vendors');
  await keeper.getByRole('button', { name: 'Open list', exact: true }).click();
  await keeper.getByRole('button', { name: 'Approve Demo Additive Lyon' }).click();
  await keeper.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('Framework agreement until December');
  await keeper.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await keeper.getByRole('button', { name: 'My vendors' }).click();
  await expect(keeper.getByRole('row', { name: /Lyon/ })).toContainText('Framework agreement until December');
  await show(keeper, 'vendors');
  await keeper.getByRole('button', { name: 'Block Demo Additive Lyon' }).click();
  await show(keeper, 'vendors-block');
  await keeper.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  const buyer = await signedIn(app.url, 'buyer');
  const admin = await signedIn(app.url, 'admin');
  const part = await preparedPart(buyer, 'bracket.stl', stlOf(boxFacets([20, 20, 20])));
  const draft = await draftOrder(buyer, part, 'Vendor brackets', 4, await commonestOffer(admin));
  const { id } = await place(buyer, { ...draft, sourcing: 'LINK3D' });
  const page = await party.enter('buyer', `/order-details/${id}`);
  await expect(page.getByRole('heading', { name: 'Choose who to ask for quotes' })).toBeVisible();
  await show(page, 'vendors-choose');
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Send to 1 facility' }).click();
  await expect(page.getByText('Sent to one facility.')).toBeVisible();
  await show(page, 'vendors-sent');

  const large = await preparedPart(buyer, 'beam.stl', stlOf(boxFacets([4000, 40, 40])));
  const nobody = await place(buyer, await draftOrder(buyer, large, 'Too large', 1, await commonestOffer(admin)));
  await page.goto(`${app.url}/order-details/${nobody.id}`);
  await expect(page.getByText(/larger than the largest machine/)).toBeVisible();
  await show(page, 'vendors-nobody');

  // In the shop, before there is an order.
  await page.goto(`${app.url}/store-front`);
  const buffer = Buffer.from(stlOf(boxFacets([30, 20, 10])));
  await bring(page, { name: 'clip.stl', mimeType: 'model/stl', buffer });
  await page.getByRole('radio', { name: 'Let me choose' }).check();
  await page.getByRole('list', { name: 'Facilities' }).getByRole('checkbox').first().check();
  await page.getByRole('textbox', { name: /^Title/ }).fill('Clips');
  await show(page, 'vendors-shop');
  await page.getByRole('button', { name: 'Request quotes' }).click();
  await page.getByRole('link', { name: /Open order/ }).click();
  await expect(page.getByText('Ask more facilities')).toBeVisible();

  const provider = await party.enter('admin', '/service-provider/settings/internal-companies');
  await provider.getByRole('button', { name: 'Declare Nordwind Robotics as internal' }).click();
  await keeper.goto(`${app.url}/engineer/vendors`);
  await keeper.getByRole('button', { name: 'Confirm Demo Additive GmbH as internal' }).click();
  await provider.reload();
  await expect(provider.getByRole('row', { name: /Nordwind/ })).toContainText('Internal');
  await show(provider, 'vendors-internal');
});
