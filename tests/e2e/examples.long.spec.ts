import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readAppForm, saveAppForm } from '@sinter/sdk/contract/apps/settings';
import { readExtension } from '@sinter/sdk/contract/host/extensions';
import { ball } from '../fixtures/solids.ts';
import { signedIn } from './http.ts';
import { admitByCall, entry, installByCall, offer } from './market.ts';
import { people, type People } from './people.ts';
import { bring } from './shop.ts';
import { expect, show, test } from './test.ts';
import { packExamples, vendorFolder, type VendorFolder } from './vendorSdk.ts';

/** The examples of the documentation, installed from their packages, as their users meet them. */

const names = ['carbon', 'maintenance', 'nesting-advisor'];
let vendor: VendorFolder;
let advisor: ChildProcess;
let party: People;

test.beforeAll(async ({ app }) => {
  test.setTimeout(240_000);
  vendor = vendorFolder();
  const { packages, publicKey } = packExamples(vendor, names);
  const admin = await signedIn(app.url, 'admin');
  await admitByCall(admin, { id: 'sinter-labs', name: 'Sinter Labs', publicKey });
  for (const [at, name] of names.entries()) {
    const id = `sinter-labs.${name}`;
    await offer(admin, packages[at] ?? new Uint8Array(), 'REVIEWED');
    const { version, scopes } = await admin.call(readExtension, { params: { id } });
    await installByCall(
      admin,
      id,
      version,
      scopes.map(({ scope }) => scope),
    );
  }
  const env = { SINTER_SITE: app.url, PORT: '0' };
  advisor = spawn(process.execPath, [join(vendor.folder, 'nesting-advisor/server/main.mjs')], { env });
  const [line]: unknown[] = advisor.stdout ? await once(advisor.stdout, 'data') : [];
  const params = { id: 'sinter-labs.nesting-advisor' };
  const { revision } = await admin.call(readAppForm, { params });
  const backend = `http://127.0.0.1:${/\d+/.exec(String(line))?.[0]}/v1`;
  await admin.call(saveAppForm, { params, body: { revision, values: {}, backend } });
});
test.afterAll(() => {
  advisor?.kill();
  vendor?.remove();
});
test.beforeEach(({ browser, app }) => {
  party = people(browser, app.url);
});
test.afterEach(() => party.leave());

test('carbon: a figure above the list of orders, and one for each part of an order', async () => {
  const planner = await party.enter('planner', '/service-provider');
  await expect(planner.getByText(/\d kg CO2e/)).toBeVisible();
  await show(planner, 'example-carbon-tile');
  await planner.getByRole('row', { name: '#' }).first().getByRole('link').first().click();
  await planner.getByRole('link', { name: 'Carbon footprint' }).click();
  await expect(planner.getByText(/\d kg CO2e from .*\d kWh/)).toBeVisible();
  await show(planner, 'example-carbon-tab');
});

test('nesting advisor: a price for each piece, from the vendor’s own server', async () => {
  const buyer = await party.enter('buyer', '/store-front');
  await bring(buyer, { name: 'knob.stl', mimeType: 'model/stl', buffer: Buffer.from(ball(9, 12)) });
  await expect(buyer.getByText(/fit into (one build|each).*\d/)).toBeVisible({ timeout: 60_000 });
  await show(buyer, 'example-advice');
});

test('maintenance: a plan is added, and a colleague has it at the same time', async () => {
  const planner = await party.enter('planner', '/service-provider');
  const colleague = await party.enter('admin', '/apps/sinter-labs.maintenance');
  await expect(colleague.getByText('There are no maintenance plans.')).toBeVisible();
  await entry(planner, 'Machine maintenance').click();
  await planner.getByRole('button', { name: 'New plan' }).first().click();
  const form = planner.getByRole('dialog', { name: 'New plan' });
  await form.getByRole('combobox', { name: 'Machine' }).press('ArrowDown');
  await form.getByRole('combobox', { name: 'Machine' }).press('Enter');
  await form.getByRole('textbox', { name: 'Task' }).fill('Change the filter');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(planner.getByRole('cell', { name: 'Change the filter' }).first()).toBeVisible();
  await expect(colleague.getByRole('cell', { name: 'Change the filter' }).first()).toBeVisible();
  await show(colleague, 'example-maintenance');
});
