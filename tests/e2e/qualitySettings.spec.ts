import { people } from './people.ts';
import { expect, show, test } from './test.ts';

test(
  'a facility says how strictly it works with non-conformances, and what it calls them',
  { tag: '@quality' },
  async ({ app, browser }) => {
    const party = people(browser, app.url);
    const admin = await party.enter('admin', '/service-provider/settings/quality-management');
    const shipping = admin.getByRole('combobox', { name: 'Shipping an order' });
    await expect(shipping).toHaveValue('OFF');
    await shipping.selectOption('Block');

    await admin.getByRole('button', { name: 'Add defect' }).click();
    const defects = admin.getByRole('list', { name: 'Defects' });
    await defects.getByRole('textbox', { name: 'Name' }).fill('Support marks');
    await defects.getByRole('button', { name: 'Add below Support marks' }).click();
    await defects
      .getByRole('group', { name: 'Without a name' })
      .getByRole('textbox', { name: 'Name' })
      .fill('Too deep');
    await admin.getByRole('button', { name: 'Add type' }).click();
    const type = admin.getByRole('list', { name: 'Types' }).getByRole('group').last();
    await type.getByRole('textbox', { name: 'Name' }).fill('Packaging');

    const number = admin.getByRole('textbox', { name: 'Non-conformance numbers' });
    await number.fill('N-{####}-{####}');
    await expect(admin.getByText(/^Use one counter such as/)).toBeVisible();
    await number.fill('N-{####}');
    await expect(admin.getByText('New ones are numbered like N-0001.')).toBeVisible();
    await show(admin, 'quality-settings');

    await admin.reload();
    await expect(defects.getByRole('button', { name: 'Too deep' })).toBeVisible();
    await expect(shipping).toHaveValue('BLOCK');
    await admin.getByRole('button', { name: 'Discard draft' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
    await expect(shipping).toHaveValue('OFF');
    await expect(defects.getByRole('button', { name: 'Too deep' })).toHaveCount(0);
    await party.leave();
  },
);
