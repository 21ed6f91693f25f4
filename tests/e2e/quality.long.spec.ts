import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import { fireOrderEvent } from '@sinter/sdk/contract/orders/orders';
import { fireStepEvent, listCards, progressStep, readLot } from '@sinter/sdk/contract/production/lots';
import { listOrderLots } from '@sinter/sdk/contract/production/orderLots';
import { createJob, fireJobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import { signedIn, type Client } from './http.ts';
import { builtLot } from './lots.ts';
import { choose, dispose, raise, settle } from './ncrs.ts';
import { people, type People } from './people.ts';
import { inHours } from './planning.ts';
import { expect, show, test, type Page } from './test.ts';

const plate = 'Warped bracket';
const title = 'Bracket is warped';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const approve = (page: Page) => page.getByRole('button', { name: /^Approve: / });
const lotPath = (id: number, step: number) => `/service-provider/work-center/lots/${id}?step=${step}`;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

test.setTimeout(300_000);

/** Pieces of a lot go through the steps from `position` on. */
async function passOn(operator: Client, id: number, from: number): Promise<void> {
  const { steps } = await operator.call(readLot, { params: { id } });
  for (const { position } of steps.filter((step) => step.position >= from)) {
    const params = { id, position };
    await operator.call(fireStepEvent, { params, body: { eventId: randomUUID(), event: 'START', reason: '' } });
    const open = (await operator.call(readLot, { params: { id } })).steps.find((each) => each.position === position);
    const body = { eventId: randomUUID(), good: open?.open ?? 0, finish: true };
    await operator.call(progressStep, { params, body });
  }
}

/** Pieces of a part are built again; the answer is their lot. */
async function buildAgain(planner: Client, machine: Equipment, rfqCadFileId: number, quantity: number) {
  const from = inHours(6);
  const { id } = await planner.call(createJob, {
    body: {
      ...{ jobName: 'Brackets again', equipmentDTO: { id: machine.id }, estimatedTime: '2', eventId: randomUUID() },
      ...{ materialDTO: { id: machine.materials[0] ?? 0 }, fromDate: String(from), toDate: String(from + 7_200_000) },
      files: [{ rfqCadFileId, quantity }],
    },
  });
  const completed = [{ rfqCadFileId, completedQuantity: quantity }];
  await planner.call(fireJobEvent, { params: { id }, body: { event: 'START' } });
  await planner.call(fireJobEvent, { params: { id }, body: { event: 'COMPLETE', completed } });
  const { cards } = await planner.call(listCards, { query: { text: plate } });
  return Math.max(...cards.map((card) => card.id));
}

/** Who is told it by the bell comes by it. */
async function follow(page: Page, text: RegExp): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications, / })
    .click();
  await page.getByRole('link', { name: text }).first().click();
}

test(
  'a defect from the floor to the passport of the remade part',
  { tag: '@quality' },
  async ({ app, browser }, info) => {
    const [admin, planner, operator] = await Promise.all(
      (['admin', 'planner', 'operator'] as const).map((account) => signedIn(app.url, account)),
    );
    if (!admin || !planner || !operator) throw new Error('Somebody is missing.');
    const restore = await settle(admin, { rigor: 'FULL' });
    const { lot, orderId, partId, machine, leave } = await builtLot(app.url, plate, 10);
    const party = people(browser, app.url, [/status of 409/]);

    // On the floor: ten pieces are finished, and all are found warped at the inspection.
    const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true };
    const olga = await party.enter('operator', lotPath(lot.id, 1), tablet);
    await button(olga, 'Start').tap();
    await button(olga, 'The rest (10)').tap();
    await button(olga, 'Progress and finish').tap();
    await olga.goto(lotPath(lot.id, 2));
    await button(olga, 'Raise non-conformance').waitFor();
    const number = await raise(olga, { title, photo: await olga.screenshot() });
    await expect(olga.getByText(`On hold: ${number} ${title}`)).toBeVisible();
    await expect(button(olga, 'Start')).toHaveCount(0);
    await show(olga, '300-floor-held');

    // The planner sees the lot held, and what holds it.
    const paul = await party.enter('planner', lotPath(lot.id, 2));
    await expect(paul.getByText(`On hold: ${number} ${title}`)).toBeVisible();
    await show(paul, '301-planner-held');
    await paul.getByRole('link', { name: number }).click();
    await expect(paul.getByRole('heading', { level: 1 })).toHaveText(`${number} ${title}`);
    const ncrPage = new URL(paul.url()).pathname;

    // The board decides: two people for each row.
    const ada = await party.enter('admin', ncrPage);
    await dispose(ada, [
      { pieces: '3', as: 'Use as is', reason: 'Within the fit' },
      { pieces: '5', as: 'Rework', toStep: 'Finishing' },
      { pieces: '2', as: 'Make again' },
    ]);
    await button(ada, 'Start review').click();
    await show(ada, '302-review');
    await button(ada, 'Carry out').click();
    await talk(ada, paul);
    for (const member of [ada, paul]) {
      for (const left of [3, 2, 1]) {
        await expect(approve(member)).toHaveCount(left);
        await approve(member).first().click();
      }
      await expect(approve(member)).toHaveCount(0);
    }
    await expect(ada.getByText('Customer asked').first()).toBeVisible();
    await expect(ada.getByText('Carried out', { exact: true })).toHaveCount(2);
    await show(ada, '303-signed');

    await concede(party, orderId, number);
    await expect(ada.getByText(/^The customer accepted/)).toBeVisible();
    await button(ada, `Release Lot ${lot.id}`).click();
    await expect(olga.getByText('On hold:')).toHaveCount(0);

    // What is reworked goes through again; what is remade is to be scheduled, is built and checked.
    const { parts } = await planner.call(listOrderLots, { params: { orderId } });
    expect(parts.find(({ orderFileId }) => orderFileId === partId)?.notScheduled).toBe(2);
    const reworked = await ada
      .getByRole('listitem')
      .filter({ hasText: /^5 pieces/ })
      .getByRole('link', { name: /^Lot/ })
      .getAttribute('href');
    await passOn(operator, Number(reworked?.split('/').at(-1)), 1);
    await passOn(operator, lot.id, 2);
    const again = await buildAgain(planner, machine, partId, 2);
    await passOn(operator, again, 1);
    await expect(
      ada
        .getByRole('listitem')
        .filter({ hasText: /^2 pieces/ })
        .getByRole('link'),
    ).toHaveText(`Lot ${again}`);
    await button(ada, 'Close').click();
    await expect(ada.getByText('Closed', { exact: true }).first()).toBeVisible();
    await show(ada, '305-closed');
    await planner.call(fireOrderEvent, { params: { id: orderId }, body: { event: 'SHIP', eventId: randomUUID() } });

    await corrected(ada, paul);
    await told(ada, again, lot.id, number, (name) => info.outputPath(name));
    await onPhone(party, ncrPage, again);
    await party.leave();
    await restore();
    await leave();
  },
);

/** People of the facility talk, and the board among itself: the other one reads it. */
async function talk(ada: Page, paul: Page): Promise<void> {
  for (const [name, text] of [
    ['Comment', 'The bed was cold.'],
    ['Comment for the review board', 'Three of them fit.'],
  ] as const) {
    const box = ada.getByRole('textbox', { name, exact: true });
    await box.fill(text);
    await ada.locator('form').filter({ has: box }).getByRole('button', { name: 'Send' }).click();
    await expect(box).toHaveValue('');
    await expect(paul.getByText(text)).toBeVisible();
  }
  await paul.getByRole('list', { name: 'Comments of the review board' }).scrollIntoViewIfNeeded();
  await show(paul, '304-talk');
}

/** The customer is told, reads it in the order, and accepts three of them as they are. */
async function concede(party: People, orderId: number, number: string): Promise<void> {
  const buyer = await party.enter('buyer', '/order-history');
  await follow(buyer, new RegExp(number));
  await expect(buyer).toHaveURL(new RegExp(`/order-details/${orderId}`));
  await buyer.getByRole('link', { name: 'Problems' }).click();
  await expect(buyer.getByRole('main')).toContainText(number);
  await show(buyer, '306-buyer-asked');
  await button(buyer, 'Accept as they are').click();
  await buyer.getByRole('dialog').getByRole('button', { name: 'Accept as they are' }).click();
  await expect(buyer.getByText(/^Accepted as they are by/)).toBeVisible();
  await show(buyer, '307-buyer-accepted');
}

/** The corrective action: verified, failed once, and closed by somebody else. */
async function corrected(ada: Page, paul: Page): Promise<void> {
  await button(ada, 'Begin CAPA').click();
  const dialog = ada.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Cold bed');
  await choose(ada, 'Method', '5 whys');
  await dialog.getByRole('textbox', { name: 'Problem' }).fill('Ten parts warped.');
  await choose(ada, 'Owner', 'Ada Berger');
  await dialog.getByRole('button', { name: 'Begin CAPA' }).click();
  await expect(ada).toHaveURL(/\/capa\/\d+/);
  await button(ada, 'Open').click();
  await expect(button(ada, 'Open')).toHaveCount(0);
  await button(ada, 'Add task').click();
  await dialog.getByRole('textbox', { name: 'Task' }).fill('Preheat the bed');
  await choose(ada, 'Owner', 'Ada Berger');
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await expect(dialog).toBeHidden();
  await button(ada, 'Start work').click();
  await expect(button(ada, 'Start work')).toHaveCount(0);
  await button(ada, 'Edit analysis').click();
  await dialog.getByRole('textbox', { name: 'Why did it happen?' }).fill('The bed was cold.');
  await dialog.getByRole('textbox', { name: 'Root cause' }).fill('No preheating.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await button(ada, 'Mark Preheat the bed done').click();
  await dialog.getByRole('button', { name: 'Mark done' }).click();
  await expect(ada.getByText('Done', { exact: true })).toBeVisible();
  await show(ada, '310-capa');

  const verify = async () => {
    await button(ada, 'Send to verification').click();
    await dialog
      .getByRole('textbox', { name: 'Effectiveness check' })
      .fill(
        await ada.evaluate(() =>
          new Date().toLocaleDateString('en-US', { month: 'short', day: '2-digit', year: 'numeric' }),
        ),
      );
    await dialog.getByRole('textbox', { name: 'Effectiveness check' }).press('Enter');
    await dialog.getByRole('button', { name: 'Send to verification' }).click();
    await expect(dialog).toBeHidden();
  };
  const check = async (event: 'Not effective' | 'Effective: close', note: string) => {
    await button(paul, event).click();
    await paul.getByRole('dialog').getByRole('textbox').fill(note);
    await paul.getByRole('dialog').getByRole('button', { name: event }).click();
    await expect(paul.getByRole('dialog')).toBeHidden();
  };
  await paul.goto(new URL(ada.url()).pathname);
  await verify();
  await check('Not effective', 'One more was warped.');
  await show(paul, '311-capa-failed');
  await verify();
  await check('Effective: close', 'None of forty.');
  await expect(ada.getByText('Closed', { exact: true }).first()).toBeVisible();
  await show(ada, '312-capa-closed');
}

/** The passport of the remade lot tells all of it, verifies offline, and one altered byte is found. */
async function told(ada: Page, lotId: number, lostIn: number, number: string, place: (name: string) => string) {
  await ada.goto(`/service-provider/quality-management/passports/${lotId}`);
  const main = ada.getByRole('main');
  await expect(main).toContainText(number);
  await expect(main).toContainText(`Lot ${lostIn}`);
  for (const what of ['3 × Use as is', '5 × Rework', '2 × Make again']) await expect(main).toContainText(what);
  await show(ada, '320-passport');
  await button(ada, 'Issue passport').click();
  await ada.getByRole('dialog').getByRole('button', { name: 'Issue passport' }).click();
  const save = async (link: string, name: string): Promise<string> => {
    const [download] = await Promise.all([ada.waitForEvent('download'), ada.getByRole('link', { name: link }).click()]);
    await download.saveAs(place(name));
    return place(name);
  };
  const file = await save('Signed file of version 1', 'passport.json');
  const page = await save('Download the offline verifier', 'verify.html');
  const away = await ada.context().browser()?.newContext({ offline: true });
  if (!away) throw new Error('There is no browser.');
  const reader = await away.newPage();
  await reader.goto(pathToFileURL(page).href);
  const result = reader.getByRole('status');
  await reader.getByLabel('Passport file').setInputFiles(file);
  await expect(result.getByRole('heading', { name: 'Verified', exact: true })).toBeVisible();
  const bytes = await readFile(file);
  const at = bytes.indexOf(number) + number.length - 1;
  bytes[at] = bytes[at] === 48 ? 49 : 48;
  await writeFile(place('altered.json'), bytes);
  await reader.getByLabel('Passport file').setInputFiles(place('altered.json'));
  await expect(result.getByRole('heading', { name: 'Not verified' })).toBeVisible();
  await show(reader, '321-altered');
  await away.close();
}

/** The same on a phone, and in Arabic. */
async function onPhone(party: People, ncrPage: string, lotId: number): Promise<void> {
  const small = await party.enter('planner', ncrPage, phone);
  for (const [path, name] of [
    [ncrPage, '330-ncr-390'],
    [`/service-provider/quality-management/passports/${lotId}`, '331-passport-390'],
    [lotPath(lotId, 2), '332-lot-390'],
  ] as const) {
    await small.goto(path);
    await expect(small.getByRole('heading', { level: 1 })).toBeVisible();
    await show(small, name);
    expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  await small.evaluate(() => localStorage.setItem('language', 'ar_SA'));
  await small.setViewportSize({ width: 1440, height: 900 });
  await small.goto(ncrPage);
  await expect(small.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(small.getByRole('list', { name: 'تعليقات لجنة المراجعة' })).toContainText('Three of them fit.');
  await show(small, '333-ncr-arabic');
  await small.getByRole('list', { name: 'تعليقات لجنة المراجعة' }).scrollIntoViewIfNeeded();
  await show(small, '334-talk-arabic');
}
