import { people } from './people.ts';
import { expect, show, test } from './test.ts';

test(
  'machines are on the wall as they are, and a connector says what answers',
  { tag: '@connectivity' },
  async ({ app, browser }) => {
    const party = people(browser, app.url);
    const operator = await party.enter('operator', '/service-provider/machine-connectivity');
    const tile = operator.getByRole('listitem').filter({ has: operator.getByRole('heading', { name: 'SIM-01' }) });
    await expect(tile.getByText('Simulator', { exact: true })).toBeVisible();
    await show(operator, 'machine-wall');
    await operator.getByRole('button', { name: 'History of SIM-01' }).click();
    await expect(operator.getByRole('dialog', { name: 'SIM-01' }).getByText('Printing').first()).toBeVisible();
    await show(operator, 'machine-history');
    await operator.keyboard.press('Escape');
    const clear = operator.getByRole('button', { name: /^Plate of SIM-\d+ is clear$/ }).first();
    const name = (await clear.getAttribute('aria-label')) ?? '';
    await clear.click();
    await expect(operator.getByRole('button', { name })).toHaveCount(0);

    await operator.getByRole('combobox', { name: 'View' }).selectOption('Table');
    const row = operator.getByRole('row', { name: 'SIM-02' });
    await expect(row.getByText('Simulator', { exact: true })).toBeVisible();
    await operator.reload();
    await row.getByRole('button', { name: 'History of SIM-02' }).click();
    await expect(operator.getByRole('dialog', { name: 'SIM-02' })).toBeVisible();
    await operator.keyboard.press('Escape');
    await show(operator, 'machine-table');

    const admin = await party.enter('admin', '/service-provider/settings/machine-connectivity');
    await admin.getByRole('button', { name: 'Add connector' }).click();
    const drawer = admin.getByRole('dialog', { name: 'Add connector' });
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Laser cell');
    await drawer.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9');
    await drawer.getByRole('button', { name: 'Test connection' }).click();
    await expect(drawer.getByText('Nothing listens at this address.', { exact: false })).toBeVisible();
    await show(admin, 'connector-drawer');
    await drawer.getByRole('button', { name: 'Save connector' }).click();
    await expect(admin.getByRole('button', { name: 'Turn on Laser cell' })).toBeVisible();
    await show(admin, 'connectors');

    await admin.getByRole('button', { name: 'Add connector' }).click();
    await drawer.getByRole('combobox', { name: 'Type' }).click();
    await admin.getByTitle('MQTT', { exact: true }).click();
    await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Broker');
    await drawer.getByRole('textbox', { name: 'Address' }).fill('mqtt://127.0.0.1:9');
    await drawer.getByRole('button', { name: 'Save connector' }).click();
    await expect(drawer.getByText('Enter a value.').first()).toBeVisible();
    await drawer.getByRole('textbox', { name: 'Name of the machine' }).fill('+');
    await drawer.getByRole('textbox', { name: 'Topic' }).fill('plant/+/status');
    await drawer.getByRole('button', { name: 'Test connection' }).click();
    await expect(drawer.getByText('Nothing listens at this address.', { exact: false })).toBeVisible();
    await show(admin, 'connector-mqtt');
    await drawer.getByRole('button', { name: 'Save connector' }).click();
    await expect(admin.getByRole('button', { name: 'Turn on Broker' })).toBeVisible();
    await party.leave();
  },
);
