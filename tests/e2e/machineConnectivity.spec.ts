import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import { DataType, opcuaServer } from '../../plugins/connectivity/server/drivers/opcua/testing.ts';
import { people } from './people.ts';
import { expect, show, test } from './test.ts';

test(
  'machines are on the wall as they are, and a connector says what answers',
  { tag: '@connectivity' },
  async ({ app, browser }) => {
    const party = people(browser, app.url);
    const broker = await brokerOf('plant/EBM-1/status', { state: 'PAUSED' });
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
    await drawer.getByRole('textbox', { name: 'Address' }).fill(broker.url);
    await drawer.getByRole('button', { name: 'Save connector' }).click();
    await expect(drawer.getByText('Enter a value.').first()).toBeVisible();
    await drawer.getByRole('textbox', { name: 'Name of the machine' }).fill('+');
    await drawer.getByRole('textbox', { name: 'Topic' }).fill('plant/+/status');
    await drawer.getByRole('button', { name: 'Test connection' }).click();
    await expect(drawer.getByText('1 machine answers.')).toBeVisible();
    await show(admin, 'connector-mqtt');
    await drawer.getByRole('button', { name: 'Save connector' }).click();
    await admin.getByRole('button', { name: 'Turn on Broker' }).click();
    await operator.getByRole('combobox', { name: 'View' }).selectOption('Tiles');
    const published = operator.getByRole('listitem').filter({ has: operator.getByRole('heading', { name: 'EBM-1' }) });
    await expect(published.getByText('Paused')).toBeVisible({ timeout: 20_000 });
    await expect(published.getByText('Simulator', { exact: true })).toHaveCount(0);
    await broker.stop();
    await party.leave();
  },
);

test(
  'a machine behind an OPC UA server is on the wall once somebody has checked the certificate of the server',
  { tag: '@connectivity' },
  async ({ app, browser }) => {
    const party = people(browser, app.url);
    const machine = await opcuaServer();
    machine.variable('State', DataType.String, 'PAUSED');
    const admin = await party.enter('admin', '/service-provider/settings/machine-connectivity');
    await admin.getByRole('button', { name: 'Add connector' }).click();
    const drawer = admin.getByRole('dialog', { name: 'Add connector' });
    await drawer.getByRole('combobox', { name: 'Type' }).click();
    await admin.getByTitle('OPC UA', { exact: true }).click();
    await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Laser cell server');
    await drawer.getByRole('textbox', { name: 'Address' }).fill(machine.url);
    await drawer.getByRole('textbox', { name: 'Name of the machine' }).fill('SLM-7');
    await drawer.getByRole('textbox', { name: 'State', exact: true }).fill('ns=1;s=State');
    await drawer.getByRole('button', { name: 'Test connection' }).click();
    const shown = drawer.getByText('The server shows a certificate with the fingerprint', { exact: false });
    const fingerprint = /(?:[0-9A-F]{2}:){31}[0-9A-F]{2}/.exec((await shown.textContent()) ?? '')?.[0] ?? '';
    expect(fingerprint).not.toBe('');
    await drawer.getByRole('textbox', { name: 'Fingerprint', exact: false }).fill(fingerprint);
    await drawer.getByRole('button', { name: 'Test connection' }).click();
    await expect(drawer.getByText('1 machine answers.')).toBeVisible();
    await show(admin, 'connector-opcua');
    await drawer.getByRole('button', { name: 'Save connector' }).click();
    await admin.getByRole('button', { name: 'Turn on Laser cell server' }).click();
    const operator = await party.enter('operator', '/service-provider/machine-connectivity');
    const tile = operator.getByRole('listitem').filter({ has: operator.getByRole('heading', { name: 'SLM-7' }) });
    // It is looked for, connected to, asked and kept, each by a clock of its own.
    await expect(tile.getByText('Paused')).toBeVisible({ timeout: 60_000 });
    await machine.stop();
    await party.leave();
  },
);

/** A broker that keeps what a machine has published. */
async function brokerOf(topic: string, message: unknown): Promise<{ url: string; stop(): Promise<void> }> {
  const aedes = await Aedes.createBroker();
  const server = createServer((socket) => aedes.handle(socket));
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (address === null || typeof address !== 'object') throw new Error('The broker has no port.');
  const packet = { cmd: 'publish', qos: 1, dup: false, retain: true, topic } as const;
  await new Promise<void>((done) => aedes.publish({ ...packet, payload: JSON.stringify(message) }, () => done()));
  return {
    url: `mqtt://127.0.0.1:${address.port}`,
    async stop() {
      server.close();
      await new Promise<void>((closed) => aedes.close(closed));
    },
  };
}
