import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import {
  addInspectionPlan,
  inspectionPlanKind,
  inspectionPlanSchema,
  readInspectionPlan,
} from '@sinter/sdk/contract/quality/inspectionPlans';
import { setOwnPin } from '@sinter/sdk/contract/production/kiosk';
import { beginInspection, readInspection } from '@sinter/sdk/contract/quality/inspections';
import { signedIn, type Client } from './http.ts';
import { builtLot } from './lots.ts';
import { people } from './people.ts';
import { expect, show, test } from './test.ts';

const plans = '/service-provider/quality-management/inspection-plans';

async function plan(admin: Client, name: string, part: string): Promise<number> {
  const { id } = await admin.call(addInspectionPlan, { body: { name } });
  const place = { kind: inspectionPlanKind, elementId: String(id) };
  const { parts } = await admin.call(readInspectionPlan, { params: { id } });
  const partId = parts.find((each) => each.name.includes(part))?.id ?? null;
  const value = inspectionPlanSchema.parse({
    ...{ name, partId, sampling: 'AQL', level: 'II', aql: '4.0' },
    characteristics: [{ key: 'bore', number: '1', name: 'Bore', nominal: 6, lowest: 5.95, highest: 6.05 }],
  });
  const { seen } = await admin.call(readSetting, { query: place });
  const saved = await admin.call(saveSettingDraft, { body: { ...place, seen, value } });
  await admin.call(publishSetting, { body: { ...place, seen: saved.seen } });
  return id;
}

test(
  'a plan, what is measured by it, a value beyond its limits, and the chart of both',
  { tag: '@quality' },
  async ({ app, browser }) => {
    const { lot, leave } = await builtLot(app.url, 'Bracket to measure');
    const id = await plan(await signedIn(app.url, 'admin'), 'Brackets, bore', 'Bracket to measure');
    const party = people(browser, app.url, [/status of 404/]);
    const admin = await party.enter('admin', `${plans}/${id}`);

    // What is no number stays to be mended, also over a reload.
    const upper = admin.getByRole('textbox', { name: 'Upper limit' });
    await upper.fill('6..05');
    await expect(admin.getByText('Enter a number, such as 5.95')).toBeVisible();
    await admin.reload();
    await expect(upper).toHaveValue('6..05');
    await show(admin, 'inspection-plan-wrong');
    await upper.fill('6,05');
    await expect(admin.getByText('Enter a number, such as 5.95')).toHaveCount(0);

    await admin.goto(`${app.url}/service-provider/quality-management/inspections`);
    await admin.getByRole('button', { name: 'Begin inspection' }).click();
    const drawer = admin.getByRole('dialog');
    await drawer.getByRole('textbox', { name: 'Lot' }).fill('99999999');
    await drawer.getByRole('button', { name: 'Begin inspection' }).click();
    await expect(drawer.getByText('There is no lot with this number.')).toBeVisible();
    await drawer.getByRole('textbox', { name: 'Lot' }).fill(String(lot.id));
    await drawer.getByRole('button', { name: 'Begin inspection' }).click();
    await expect(admin.getByText('Normal inspection')).toBeVisible();

    // Three of eight pieces; typed values stay over a reload, and the server judges them.
    const bore = admin.getByRole('textbox', { name: 'Bore' });
    await bore.fill('6,00');
    await admin.reload();
    await expect(bore).toHaveValue('6,00');
    await bore.press('Enter');
    await bore.fill('6.2');
    await expect(admin.getByRole('list', { name: 'Measured values' })).toContainText('Does not conform');
    await admin.getByRole('button', { name: 'Save and next sample' }).click();
    await expect(admin.getByText('2 / 3', { exact: true })).toBeVisible();
    await show(admin, 'inspection-measured');
    await admin.getByRole('button', { name: 'Import values' }).click();
    await admin.getByLabel('CSV or QIF file').setInputFiles({
      name: 'm.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Piece,Feature,Value\n3,Bore,5.99\n9,Bore,6\n'),
    });
    await expect(admin.getByText('Values read: 1. Lines not understood: 1.')).toBeVisible();
    await show(admin, 'inspection-import');
    await admin.getByRole('button', { name: 'Import (1)' }).click();
    await expect(admin.getByText('3 / 3', { exact: true })).toBeVisible();
    await admin.getByRole('button', { name: 'Finish', exact: true }).click();
    await admin.getByRole('dialog').getByRole('checkbox').uncheck();
    await admin.getByRole('dialog').getByRole('button', { name: 'Finish' }).click();
    await expect(admin.getByText('Rejected').first()).toBeVisible();

    await admin.goto(`${app.url}${plans}/${id}`);
    await expect(admin.getByRole('img', { name: 'Bore: 3 values in their order, with mean and limits' })).toBeVisible();
    await show(admin, 'inspection-chart');
    await party.leave();
    await leave();
  },
);

test(
  'at a shared tablet an inspection of the lot is measured, and what is measured is of who entered their PIN',
  { tag: '@quality' },
  async ({ app, browser }) => {
    const { lot, leave } = await builtLot(app.url, 'Measured at the kiosk');
    const [admin, operator] = [await signedIn(app.url, 'admin'), await signedIn(app.url, 'operator')];
    await operator.call(setOwnPin, { body: { pin: '2580' } });
    const planId = await plan(admin, 'Kiosk, bore', 'Measured at the kiosk');
    const { id } = await admin.call(beginInspection, {
      body: { eventId: crypto.randomUUID(), lotId: lot.id, planId },
    });
    const party = people(browser, app.url);
    const page = await party.enter('lot', `/service-provider/work-center/lots/${lot.id}?step=1`, {
      viewport: { width: 1024, height: 768 },
      hasTouch: true,
    });
    const told = page.getByRole('region', { name: 'Inspections' });
    await expect(told).toContainText('Kiosk, bore 0 / 3');
    await told.getByRole('link', { name: /^INSP-/ }).tap();
    await expect(page.getByText('Kiosk: whoever does something enters their PIN.')).toBeVisible();
    await expect(page.getByRole('link', { name: /report/i })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Import values' })).toHaveCount(0);
    const bore = page.getByRole('textbox', { name: 'Bore' });
    await bore.fill('6.01');
    await page.getByRole('button', { name: 'Save and next sample' }).tap();
    const pad = page.getByRole('dialog');
    await expect(pad).toContainText('Who are you?');
    await show(page, 'inspection-kiosk-who');
    // Nobody says who they are: what was measured stays to be sent.
    await pad.getByRole('button', { name: 'Cancel' }).tap();
    await expect(bore).toHaveValue('6.01');
    await expect(page.getByText('This was cancelled.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Save and next sample' }).tap();
    await pad.getByRole('button', { name: 'Olga Novak' }).tap();
    await page.keyboard.type('2580');
    await expect(page.getByText('1 / 3', { exact: true })).toBeVisible();
    await show(page, 'inspection-kiosk');
    const { readings } = await admin.call(readInspection, { params: { id } });
    expect(readings).toMatchObject([{ sample: 1, value: 6.01, by: 'Olga Novak' }]);
    await party.leave();
    await leave();
  },
);

test(
  'a corrective action begins with the tasks of its template, and answers a non-conformance that is searched for',
  { tag: '@quality' },
  async ({ app, browser }) => {
    const party = people(browser, app.url);
    const admin = await party.enter('admin', '/service-provider/quality-management/capa');
    await admin.getByRole('button', { name: 'Begin CAPA' }).click();
    const drawer = admin.getByRole('dialog');
    await drawer.getByRole('textbox', { name: 'Title' }).fill('Bores too wide');
    await drawer.getByRole('button', { name: 'Begin CAPA' }).click();
    await expect(admin.getByRole('list', { name: 'Tasks' })).toContainText('Hold and sort what is affected');
    await expect(admin.getByText('Why did it happen, and why was it not found before?')).toBeVisible();
    await admin.getByRole('button', { name: 'Link non-conformance' }).click();
    await drawer.getByRole('searchbox', { name: 'Search by number, title or description' }).fill('NCR-');
    await show(admin, 'capa-link');
    await drawer
      .getByRole('button', { name: /^Link NCR-/ })
      .first()
      .click();
    await expect(admin.getByRole('button', { name: /^Unlink NCR-/ })).toBeVisible();
    await show(admin, 'capa-begun');
    await admin.goto(`${app.url}/service-provider/settings/quality-management`);
    const statement = admin.getByRole('textbox', { name: 'Statement', exact: true });
    await statement.fill('Made for {customr}.');
    await expect(admin.getByText(/^A statement cannot say {customr}/)).toBeVisible();
    await statement.scrollIntoViewIfNeeded();
    await show(admin, 'quality-certificate');
    await statement.fill('Made for {customer}.');
    await admin.getByRole('combobox', { name: 'Method' }).scrollIntoViewIfNeeded();
    await show(admin, 'quality-capa-templates');
    await admin.getByRole('button', { name: 'Discard draft' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
    await expect(statement).toHaveValue('');
    await party.leave();
  },
);
