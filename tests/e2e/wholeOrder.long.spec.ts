import { listNotifications } from '@sinter/sdk/contract/host/notifications';
import { readOrder } from '@sinter/sdk/contract/orders/orders';
import { randomUUID } from 'node:crypto';
import { submitQuote } from '@sinter/sdk/contract/orders/orders';
import { ball } from '../fixtures/solids.ts';
import { startPaymentService, type PaymentService } from '../payment/paymentService.ts';
import { takeCards } from '../payment/takeCards.ts';
import { addFacilities, addPerson, agreeBefore, forgetNotices, mailNow, offered } from './competition.ts';
import { openData, type Data } from './data.ts';
import { signedIn } from './http.ts';
import type { Mailbox } from './mailbox.ts';
import { test } from './mailTest.ts';
import { people, type People } from './people.ts';
import { expect, show, type App, type Page } from './test.ts';

/**
 * One order from its request to its completion: three facilities compete, one of which signs an NDA first, one is
 * outbid, and one wins by a card payment.
 */

const title = 'Gripper housing';
const fileName = 'housing.stl';
const signature = Buffer.from('%PDF-1.4 signed by Rival');

let data: Data;
let service: PaymentService;
let party: People;

test.beforeAll(async ({ app }) => {
  data = await openData(app.dataDir);
  service = await startPaymentService();
  const { rivalId } = await addFacilities(data);
  const rival = { language: 'de_DE', facilityId: rivalId };
  await addPerson(data, {
    ...rival,
    ...{ name: 'rival', firstName: 'Ralf', lastName: 'Jensen', memberRoles: ['SP_MANAGER', 'SP_LEGAL'] },
  });
  await addPerson(data, {
    ...rival,
    ...{ name: 'rivalcash', firstName: 'Rita', lastName: 'Holm', memberRoles: ['FINANCIAL_CONTROLLER'] },
  });
  await addPerson(data, {
    ...{ name: 'counsel', firstName: 'Nora', lastName: 'Aziz', memberRoles: ['ENG_LEGAL'] },
    ...{ language: 'ar_SA', facilityId: null },
  });
  const [legal, admin2, cash] = await Promise.all(
    ['legal', 'admin2', 'rivalcash'].map((name) => signedIn(app.url, name)),
  );
  if (!legal || !admin2 || !cash) throw new Error('Nobody is there.');
  await takeCards(cash, service);
  await agreeBefore(data, app.url, [legal, admin2]);
  await forgetNotices(data);
});
test.afterAll(async () => {
  await service.stop();
  await data.close();
});
test.beforeEach(({ browser, app }) => {
  party = people(browser, app.url, [/status of (401|403|404|409)/]);
});
test.afterEach(() => party.leave());

/** Opens the newest that the bell tells. */
async function follow(page: Page, text: RegExp): Promise<void> {
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: /^(Notifications|Benachrichtigungen|الإشعارات)[,،] / }).click();
  await page.getByRole('link', { name: text }).first().click();
  await expect(page).toHaveURL(/\/order-details\/\d+/);
}

/** Presses a button, of the page or of its menu, and confirms it. */
async function act(page: Page, button: string, told: { menu?: string; text?: string } = {}): Promise<void> {
  if (told.menu) await page.getByRole('button', { name: told.menu }).click();
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  if (told.text) await dialog.getByRole('textbox').fill(told.text);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
}

/** The engineer asks, in steps, for quotes of three facilities; none sees a part without an NDA. */
async function request(page: Page): Promise<number> {
  await page.getByRole('radio', { name: 'No', exact: true }).check();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: fileName, mimeType: 'model/stl', buffer: Buffer.from(ball(14, 16)) });
  const next = () => page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Parts' })).toContainText('28 × 28', { timeout: 60_000 });
  await next();
  await choose(page, 'Process', offered.process);
  await choose(page, 'Material', offered.material);
  await page.getByRole('spinbutton').fill('10');
  await show(page, '200-configure');
  await next();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('checkbox', { name: 'NDA required' }).check();
  await show(page, '201-requirements');
  await next();
  await page.getByRole('radio', { name: 'Let me choose' }).check();
  await show(page, '202-delivery');
  await next();
  await show(page, '203-review');
  await page.getByRole('button', { name: 'Request quotes', exact: true }).click();
  await expect(page).toHaveURL(/order-details\/\d+/, { timeout: 30_000 });
  for (const name of ['Demo Additive GmbH', 'Demo Additive Lyon', 'Rival Parts']) {
    await page.getByRole('checkbox', { name: new RegExp(name) }).check();
  }
  await show(page, '204-choose');
  await page.getByRole('button', { name: 'Send to 3 facilities' }).click();
  await expect(page.getByText('Sent to 3 facilities.')).toBeVisible();
  await show(page, '205-sent');
  return Number(/order-details\/(\d+)/.exec(page.url())?.[1]);
}

/** What each person's bell tells, oldest first. */
async function bells(app: App, names: readonly string[]): Promise<Record<string, string[]>> {
  const told = await Promise.all(
    names.map(async (name): Promise<[string, string[]]> => {
      const { notifications } = await (await signedIn(app.url, name)).call(listNotifications, { query: {} });
      return [name, notifications.map(({ text }) => text).reverse()];
    }),
  );
  return Object.fromEntries(told);
}

/** What each person was mailed, oldest first. */
function mails({ received }: Mailbox): Record<string, string[]> {
  const all: Record<string, string[]> = {};
  for (const { to, subject } of received) (all[to.replace('@demo.example', '')] ??= []).push(subject);
  return all;
}

test.setTimeout(300_000);

test('three facilities compete for an order: it is quoted, approved, paid by card, made, shipped and accepted', async ({
  app,
  mailbox,
}) => {
  const engineer = await party.enter('engineer', '/order/create');
  const id = await request(engineer);
  await mailNow(data);
  const order = `#${id} ${title}`;

  // Rival reads German, and sees no part before the other side's legal department, who reads Arabic, has agreed.
  const rival = await party.enter('rival', '/service-provider');
  await show(rival, '210-rival-start');
  await follow(rival, new RegExp(`NDA für #${id}`));
  await expect(rival.getByText('NDA erforderlich').first()).toBeVisible();
  await expect(rival.getByText(fileName)).toHaveCount(0);
  await expect(rival.getByText(/Unterschreiben Sie sie und senden/)).toBeVisible();
  await show(rival, '211-rival-nda');
  await rival
    .locator('input[type=file]')
    .setInputFiles({ name: 'nda-rival.pdf', mimeType: 'application/pdf', buffer: signature });
  await expect(rival.getByText('Der Kunde prüft die NDA.')).toBeVisible();
  await show(rival, '212-rival-sent');
  await mailNow(data);

  const counsel = await party.enter('counsel', '/inbox');
  await expect(counsel.getByRole('link', { name: new RegExp(`#${id}`) })).toBeVisible();
  await show(counsel, '213-counsel-inbox');
  await follow(counsel, new RegExp(`#${id}`));
  await show(counsel, '214-counsel-order');
  await counsel.getByRole('button', { name: 'الموافقة على اتفاقية السرية' }).click();
  await show(counsel, '215-counsel-approve');
  await counsel.getByRole('dialog').getByRole('button', { name: 'الموافقة على اتفاقية السرية' }).click();
  await expect(counsel.getByRole('dialog')).toBeHidden();
  await show(counsel, '216-counsel-approved');
  await mailNow(data);

  // The root's planner quotes in the form.
  const planner = await party.enter('planner', '/service-provider');
  await follow(planner, /asks for a quote/);
  await show(planner, '220-root-order');
  await planner.getByRole('button', { name: 'Prepare quote' }).click();
  const price = planner.getByRole('textbox', { name: `Unit price of ${fileName}, 10 pcs` });
  await price.fill('40');
  await planner.getByRole('button', { name: `Breaks and alternatives for ${fileName}` }).click();
  await planner.getByRole('button', { name: 'Add quantity' }).click();
  const breaks = planner.getByRole('group', { name: 'Prices for other quantities' });
  await breaks.getByRole('textbox', { name: 'Quantity' }).fill('50');
  await breaks.getByRole('textbox', { name: 'Unit price' }).fill('32');
  await planner.getByRole('button', { name: 'Add charge' }).click();
  const charges = planner.getByRole('group', { name: 'Additional charges' });
  await charges.getByRole('textbox', { name: /^Charge/ }).fill('Tumbling');
  await charges.getByRole('textbox', { name: /^Amount/ }).fill('25');
  await planner.getByRole('spinbutton', { name: /^Lead time/ }).fill('5');
  await planner.getByRole('textbox', { name: 'Internal note' }).fill('Margin 31 %');
  await expect(planner.getByText('Total €425.00')).toBeVisible();
  await show(planner, '221-root-quote');
  await planner.getByRole('button', { name: 'Send quote' }).click();
  await expect(planner.getByText('Quote sent.')).toBeVisible();
  await show(planner, '222-root-quoted');

  // Lyon is dearer.
  const lyon = await signedIn(app.url, 'admin2');
  const { rfqFileDTOs } = await lyon.call(readOrder, { params: { id } });
  const lines = rfqFileDTOs.map((file) => ({ orderFileId: file.id, unitPrice: 6100 }));
  await lyon.call(submitQuote, { params: { id }, body: { eventId: randomUUID(), lines, leadTimeDays: 3 } });

  // Rival is the cheapest.
  await follow(rival, /Sie können jetzt anbieten/);
  await rival.getByRole('navigation', { name: 'Bereiche des Auftrags' }).getByRole('link', { name: 'Teile' }).click();
  await expect(rival.getByText(fileName).first()).toBeVisible();
  await show(rival, '223-rival-order');
  await rival.getByRole('button', { name: 'Angebot erstellen' }).click();
  await rival.getByRole('textbox', { name: `Stückpreis für ${fileName}, 10 Stück` }).fill('29,50');
  await rival.getByRole('spinbutton', { name: /^Lieferzeit/ }).fill('8');
  await show(rival, '224-rival-quote');
  await rival.getByRole('button', { name: 'Angebot senden' }).click();
  await expect(rival.getByText('Angebot gesendet.')).toBeVisible();
  await mailNow(data);

  // The engineer compares, and may accept none.
  await follow(engineer, /Rival Parts sent a quote/);
  await show(engineer, '230-engineer-order');
  await engineer.getByRole('button', { name: 'Review quotes' }).click();
  await expect(engineer.getByRole('button', { name: 'Request approval' })).toHaveCount(3);
  await expect(engineer.getByRole('button', { name: /^(Accept quote|Pay by card)$/ })).toHaveCount(0);
  await expect(engineer.getByText('Margin 31 %')).toHaveCount(0);
  await show(engineer, '231-engineer-compares');
  await engineer.setViewportSize({ width: 390, height: 844 });
  await show(engineer, '232-engineer-compares-390');
  await engineer.setViewportSize({ width: 1440, height: 900 });
  const column = engineer.getByRole('listitem').filter({ hasText: 'Rival Parts' }).filter({ hasText: fileName });
  await column.getByRole('button', { name: 'Request approval' }).click();
  const dialog = engineer.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Birgit Olsen' }).check();
  await dialog.getByRole('textbox').fill('The cheapest, and early enough');
  await show(engineer, '233-engineer-asks');
  await dialog.getByRole('button', { name: 'Request approval' }).click();
  await expect(dialog).toBeHidden();
  await show(engineer, '234-engineer-asked');
  await mailNow(data);

  // The administrator comes by the bell, and pays by card.
  const boss = await party.enter('buyeradmin', '/order-history');
  await show(boss, '240-boss-start');
  await follow(boss, /Erik Solberg asks you to accept/);
  await expect(boss.getByRole('heading', { name: /asks you to accept the quote from Rival Parts/ })).toBeVisible();
  await show(boss, '241-boss-order');
  await boss.getByRole('navigation', { name: 'Order sections' }).getByRole('link', { name: 'Quotes' }).click();
  await expect(boss.getByRole('button', { name: 'Accept quote' })).toHaveCount(4);
  await show(boss, '242-boss-compares');
  await boss.getByRole('button', { name: 'Pay by card' }).first().click();
  await boss.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(boss.getByText(/€295\.00 paid by card on/)).toBeVisible();
  await show(boss, '243-boss-paid');
  await mailNow(data);

  await follow(rival, /hat Ihr Angebot angenommen/);
  await show(rival, '260-rival-awarded');
  await act(rival, 'Auftrag bestätigen');
  await expect(rival.getByText('Bereit zur Fertigung').first()).toBeVisible();
  await show(rival, '261-rival-confirmed');
  await mailNow(data);

  // The others read that it was closed, and nothing about whom.
  const claire = await party.enter('admin2', '/service-provider');
  await show(claire, '250-lyon-start');
  for (const loser of [planner, claire]) {
    await follow(loser, new RegExp(`${order} was closed without your quote`));
    await expect(loser.getByText('Lost', { exact: true }).first()).toBeVisible();
    await expect(loser.getByRole('main')).not.toContainText(/Rival|295/);
  }
  await show(claire, '251-lyon-lost');
  await planner.getByRole('button', { name: 'Lost' }).click();
  await show(planner, '252-root-lost-why');

  await act(rival, 'Fertigung starten', { menu: 'Weitere Aktionen' });
  await act(rival, 'Als versandt markieren', { menu: 'Weitere Aktionen', text: '1Z 999 AA1' });
  await show(rival, '262-rival-shipped');
  await mailNow(data);

  // Another colleague receives the parts.
  const buyer = await party.enter('buyer', `/order-details/${id}`);
  await show(buyer, '270-buyer-shipped');
  await act(buyer, 'Confirm receipt');
  await show(buyer, '271-buyer-received');
  await act(buyer, 'Accept delivery');
  await expect(buyer.getByText('Completed', { exact: true }).first()).toBeVisible();
  await show(buyer, '272-buyer-completed');
  await buyer.getByRole('button', { name: 'Completed' }).click();
  const story = buyer.getByRole('dialog', { name: 'Why is it in this state?' });
  await show(buyer, '273-buyer-why');
  for (const step of ['Paid by card', 'Shipped', 'Receipt confirmed', 'Completed']) {
    await expect(story.getByText(step, { exact: true })).toBeVisible();
  }
  await expect(rival.getByText('Abgeschlossen', { exact: true }).first()).toBeVisible();
  await show(rival, '274-rival-completed');
  await mailNow(data);

  // Each side hears of what concerns it; the others' names, prices and agreements are nobody else's.
  const buyers = ['engineer', 'counsel', 'buyeradmin', 'buyer'];
  const losers = ['planner', 'admin', 'dual', 'admin2'];
  const others = ['rivalcash', 'legal', 'operator', 'finance', 'third'];
  const told = await bells(app, [...buyers, ...losers, 'rival', ...others]);
  for (const name of ['engineer', 'buyeradmin']) {
    expect(told[name]).toEqual(
      expect.arrayContaining([
        `Rival Parts confirmed ${order}`,
        `Rival Parts shipped ${order}. Tracking number: 1Z 999 AA1`,
        `${order} is complete`,
      ]),
    );
  }
  expect(told['buyeradmin']).toContain(`Erik Solberg asks you to accept a quote for ${order}`);
  expect(told['engineer']).toContain(`Birgit Olsen accepted a quote for ${order}`);
  expect(told['rival']).toEqual([
    `Nordwind Robotics asks for a signed NDA for ${order}`,
    `Your NDA for ${order} was approved. You can quote now`,
    `Nordwind Robotics accepted your quote. Confirm ${order}`,
    `Nordwind Robotics received ${order}`,
    `${order} is complete`,
  ]);
  for (const name of ['planner', 'admin2']) {
    expect(told[name]).toEqual([
      `Nordwind Robotics asks for a quote for ${order}`,
      `${order} was closed without your quote`,
    ]);
  }
  expect(losers.flatMap((name) => told[name] ?? []).filter((text) => text.includes('Rival'))).toEqual([]);
  expect(others.flatMap((name) => told[name] ?? [])).toEqual([]);
  const mailed = mails(mailbox);
  expect(Object.keys(mailed).filter((name) => others.includes(name))).toEqual([]);
  expect(
    losers.flatMap((name) => mailed[name] ?? []).filter((subject) => /Rival|complete|shipped/.test(subject)),
  ).toEqual([]);
  for (const name of ['rival', 'planner', 'admin2', 'engineer', 'buyeradmin']) {
    expect(mailed[name]?.length, `mails to ${name}`).toBeGreaterThan(0);
  }
});
