import { builtLot } from './lots.ts';
import { people } from './people.ts';
import { expect, show, test } from './test.ts';

const provider = '/service-provider';

test(
  'who watches the flow finds a lot at its step and puts it before all others',
  { tag: '@production' },
  async ({ app, browser }) => {
    const { lot, leave } = await builtLot(app.url, 'Expedited plate');
    const party = people(browser, app.url);
    const [admin, operator] = await Promise.all([
      party.enter('admin', `${provider}/production-flow`),
      party.enter('operator', `${provider}/work-center`),
    ]);
    await admin.getByRole('button', { name: 'Lots at Finishing' }).click();
    await admin.getByRole('button', { name: `Expedite lot ${lot.number}` }).click();
    await expect(admin.getByRole('button', { name: `Stop expediting lot ${lot.number}` })).toBeVisible();
    await show(admin, 'flow-lots');
    const first = operator.getByRole('region', { name: 'Finishing', exact: true }).getByRole('link').first();
    await expect(first).toContainText(`Lot ${lot.number}`);
    await expect(first).toContainText('Expedited');
    await party.leave();
    await leave();
  },
);

test(
  'a draft of the settings is tried on paper before it is published',
  { tag: '@production' },
  async ({ app, browser }) => {
    const party = people(browser, app.url);
    const admin = await party.enter('admin', `${provider}/settings/mes`);
    await admin.getByRole('textbox', { name: 'Lot numbers' }).fill('LOT-{#}');
    await expect(admin.getByText('Correct the lot number or label size to print a test.')).toBeVisible();
    await admin.getByRole('textbox', { name: 'Lot numbers' }).fill('L-{##}');
    await expect(admin.getByText('New lots are numbered like L-01.')).toBeVisible();
    await admin.getByRole('combobox', { name: 'QR code of a lot' }).selectOption('Link to the lot');
    for (const name of ['Test print: traveler', 'Test print: label']) {
      const address = await admin.getByRole('link', { name }).getAttribute('href');
      const paper = await admin.request.get(new URL(address ?? '', app.url).href);
      expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf']);
    }
    await show(admin, 'mes-prints');
    await admin.getByRole('button', { name: 'Discard draft' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
    await expect(admin.getByRole('textbox', { name: 'Lot numbers' })).toHaveValue('');
    await party.leave();
  },
);
