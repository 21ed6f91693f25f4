import { writeFileSync } from 'node:fs';
import { cameraPicture } from '../fixtures/cameraPicture.ts';
import { boxFacets, stlOf } from '../fixtures/solids.ts';
import { preparedPart, signedIn, type Client } from './http.ts';
import { awarded, commonestOffer, draftOrder, fire } from './orders.ts';
import { people } from './people.ts';
import { expect, show, test, type Browser, type Page } from './test.ts';

/** An order whose printing is finished; the code on its parts. */
async function printed(buyer: Client, admin: Client, title: string, quantity: number) {
  const part = await preparedPart(buyer, `${title}.stl`, stlOf(boxFacets([20, 20, 20])));
  const draft = await draftOrder(buyer, part, title, quantity, await commonestOffer(admin));
  const { id, rfqFileDTOs } = await awarded(buyer, admin, draft);
  for (const event of ['START_PRODUCTION', 'FINISH_PRINTING'] as const) await fire(admin, id, event);
  return { id, title, quantity, code: `PART-${rfqFileDTOs[0]?.id ?? 0}` };
}

/** As UPS writes them. */
const tracking = '1Z999AA10123456784';

/** A browser with a camera before which a code lies. */
async function browserSeeing(browser: Browser, code: string): Promise<Browser> {
  const info = test.info();
  const picture = info.outputPath('camera.y4m');
  writeFileSync(picture, cameraPicture(code));
  const args = [
    ...(info.project.use.launchOptions?.args ?? []),
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${picture}`,
  ];
  return browser.browserType().launch({ args });
}

/** By keyboard alone: a code and Enter, as a scanner types it. */
async function scan(page: Page, code: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Part code' });
  await field.fill(code);
  await field.press('Enter');
}

test('three orders leave in two parcels, one is voided and packed again by scanning, the customer confirms', async ({
  browser,
  app,
}) => {
  const party = people(browser, app.url);
  const [buyer, admin] = [await signedIn(app.url, 'buyer'), await signedIn(app.url, 'admin')];
  const orders = [
    await printed(buyer, admin, 'Latches', 2),
    await printed(buyer, admin, 'Hinges', 3),
    await printed(buyer, admin, 'Knobs', 1),
  ];
  const [latches, hinges, knobs] = orders;
  if (!latches || !hinges || !knobs) throw new Error('There are three orders.');

  const page = await party.enter('admin', '/service-provider/shipments');
  const begin = async (without: readonly { title: string }[]) => {
    await page.goto(`${app.url}/service-provider/shipments`);
    await page.getByRole('button', { name: 'New shipment' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('combobox', { name: 'Consignee' }).click();
    await page.getByTitle('Nordwind Robotics', { exact: true }).last().click();
    await expect(drawer.getByRole('checkbox', { name: /Hinges|Knobs/ }).first()).toBeVisible();
    for (const box of await drawer.getByRole('checkbox').all()) {
      const name = (await box.evaluate((input) => input.closest('label')?.textContent)) ?? '';
      const wanted = orders.some((each) => name.includes(each.title) && !without.includes(each));
      await box.setChecked(wanted);
    }
    await show(page, 'shipment-new');
    await drawer.getByRole('button', { name: 'Create shipment' }).click();
    await expect(page.getByRole('heading', { name: /^Shipment #\d+/ })).toBeVisible();
  };
  const does = async (name: string, reason?: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog');
    if (reason !== undefined) await dialog.getByRole('textbox').fill(reason);
    await dialog.getByRole('button', { name, exact: true }).click();
    await expect(dialog).toBeHidden();
  };

  // Latches and hinges in one parcel, packed without scanning, and void.
  await begin([knobs]);
  await does('Pack');
  await does('Void', 'Wrong box');
  await expect(page.getByText('Wrong box')).toBeVisible();

  // Packed again, by scanning.
  await begin([knobs]);
  await scan(page, knobs.code);
  await expect(page.getByText("This part isn't in this shipment. Put it back.")).toBeVisible();
  // The first one by the camera: while it stays before it, it counts once.
  const seeing = await browserSeeing(browser, latches.code);
  const packers = people(seeing, app.url);
  const packer = await packers.enter('operator', new URL(page.url()).pathname);
  await packer.getByRole('button', { name: 'Use camera' }).click();
  await expect(packer.getByText('Latches.stl: 1 of 2 packed')).toBeVisible({ timeout: 30_000 });
  await show(packer, 'shipment-camera');
  await packers.leave();
  await seeing.close();
  for (const { code, title, quantity } of [latches, hinges]) {
    for (let piece = title === latches.title ? 2 : 1; piece <= quantity; piece++) {
      await scan(page, code);
      await expect(page.getByText(`${title}.stl: ${piece} of ${quantity} packed`)).toBeVisible();
    }
  }
  await scan(page, latches.code);
  await expect(page.getByText('This one is too many')).toBeVisible();
  await show(page, 'shipment-packing');
  await page.getByRole('combobox', { name: 'Carrier' }).click();
  await page.getByTitle('UPS', { exact: true }).last().click();
  await page.getByRole('textbox', { name: 'Tracking number' }).fill(tracking);
  await page.getByRole('button', { name: 'Save shipment' }).click();
  await expect(page.getByText('Shipment saved.')).toBeVisible();
  await does('Pack');
  await does('Ship');

  await begin([]);
  await does('Pack');
  await does('Ship');
  await show(page, 'shipment-shipped');

  const theirs = await party.enter('buyer', `/order-details/${hinges.id}?tab=shipments`);
  await expect(theirs.getByText('3 of 3 shipped')).toBeVisible();
  await expect(theirs.getByRole('link', { name: tracking })).toHaveAttribute('href', /^https:/);
  for (const paper of ['Packing slip', 'Certificate of conformity']) {
    const address = await theirs.getByRole('link', { name: paper }).first().getAttribute('href');
    const answer = await theirs.request.get(new URL(address ?? '', app.url).href);
    expect(answer.headers()['content-type']).toBe('application/pdf');
  }
  await show(theirs, 'order-shipments');
  await theirs.getByRole('button', { name: 'Confirm receipt' }).first().click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Confirm receipt' }).click();
  await expect(theirs.getByText('Delivered', { exact: true }).first()).toBeVisible();
  await page.goto(`${app.url}/service-provider/shipments`);
  await page.getByRole('searchbox', { name: 'Order number' }).fill(String(latches.id));
  await expect(page.getByRole('row', { name: /Latches/ })).toHaveCount(2);
  await expect(page.getByRole('row', { name: /Latches/ }).filter({ hasText: 'Delivered' })).toBeVisible();
  await show(page, 'shipments');
});
