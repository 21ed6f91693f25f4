import { vendorKey } from '#host/server/extensions/testing.ts';
import { uninstallExtension } from '@sinter/sdk/contract/host/extensions';
import { platePackage } from '../fixtures/platePackage.ts';
import { expectNothingLeft, measurable, type Round } from './leaks.ts';
import { admitByCall, entry, installByCall, offer } from './market.ts';
import { expect, test } from './test.ts';

test.use(measurable);

test(
  'fifty times off and on leave nothing behind in an open browser',
  { tag: '@host' },
  async ({ browser, app }, info) => {
    test.setTimeout(300_000);
    await expectNothingLeft({ browser, app }, info, 50, 10);
  },
);

const plates = 'acme.flat';

/** An app comes to an open browser and goes again; `took`: how long the browser needed to show it, ms. */
const installing = (took: number[]): Round => ({
  async prepare(admin) {
    const key = vendorKey();
    await admitByCall(admin, { id: 'acme', name: 'Acme', publicKey: key.text });
    const says = 'Plates to fill';
    await offer(admin, platePackage({ id: plates, version: '1.0.0', says, key, styled: true }), 'REVIEWED');
  },
  async toggle(admin, page) {
    const params = { id: plates };
    await admin.call(uninstallExtension, { params, body: { keepData: false } }).catch(() => undefined);
    await expect(entry(page, 'Plate planner')).toHaveCount(0);
    const began = performance.now();
    await installByCall(admin, plates, '1.0.0');
    await expect(entry(page, 'Plate planner')).toBeVisible();
    took.push(performance.now() - began);
  },
  async visit(page) {
    await entry(page, 'Plate planner').click();
    await expect(page.getByText('Plates to fill')).toBeVisible();
    await entry(page, 'Part Orders').click();
    await expect(page.getByRole('row', { name: '#' }).first()).toBeVisible();
  },
});

test('fifty times installed and uninstalled leave nothing behind, and each reaches the browser at once', async ({
  browser,
  app,
}, info) => {
  test.setTimeout(300_000);
  const took: number[] = [];
  await expectNothingLeft({ browser, app }, info, 50, 10, installing(took));
  took.sort((one, other) => one - other);
  info.annotations.push({ type: 'until shown, ms', description: `${took.map(Math.round).join(' ')}` });
  expect(took.at(-1)).toBeLessThan(3000);
});
