import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resetKeys } from '@sinter/sdk/contract/host/account';
import { startApp } from './app.ts';
import { signedIn } from './http.ts';
import { admit, entry, install, market, publish, review, submit } from './market.ts';
import { people } from './people.ts';
import { expect, show, test } from './test.ts';
import { vendorFolder } from './vendorSdk.ts';

/**
 * A vendor with an empty folder and the tarball of the SDK, and two companies with a server each: the vendor sends its app to the one, and
 * the other gets the same file.
 */
test(
  'from an empty folder and the SDK to a signed app that a person uses on a second server',
  { tag: '@host' },
  async ({ browser, app }, info) => {
    test.setTimeout(300_000);
    const started = Date.now();
    const steps: string[] = [];
    const step = async <T>(name: string, work: () => T | Promise<T>): Promise<T> => {
      const from = Date.now();
      const answer = await work();
      steps.push(`${((Date.now() - from) / 1000).toFixed(1).padStart(5)} s  ${name}`);
      return answer;
    };
    const vendor = await step('pack the SDK', vendorFolder);
    const plugin = 'acme.first';
    const file = `${plugin}-0.1.0.sinterplugin`;
    const title = 'First 0.1.0';
    try {
      await step('create', () => vendor.tool('.', ['create', plugin]));
      await step('install the SDK', () => vendor.installSdk(plugin));
      expect(await step('check', () => vendor.tool(plugin, ['check']))).toMatch(/Nothing to mend\.$/);
      await step('pack', () => vendor.tool(plugin, ['pack']));
      await step('keygen', () => vendor.tool(plugin, ['keygen', 'publisher.key']));
      await step('sign', () => vendor.tool(plugin, ['sign', file, '--key', 'publisher.key']));
      const publicKey = readFileSync(join(vendor.folder, plugin, 'publisher.key.pub'), 'utf8').trim();
      const publisher = { id: 'acme', name: 'Acme Tools', publicKey };

      const first = people(browser, app.url);
      const reviewer = await first.enter('admin', review);
      await step('the first company admits the publisher', () => admit(reviewer, publisher));
      const { userKey } = await (await signedIn(app.url, 'admin')).call(resetKeys, { query: { which: 'USER' } });
      const said = await step('publish with an API key', () =>
        vendor.tool(plugin, ['publish', file, app.url, '--changes', 'The first version.'], {
          SINTER_API_KEY: userKey ?? '',
        }),
      );
      expect(said).toContain(`${plugin} 0.1.0 is CHECKED on ${app.url}.`);
      await step('its reviewer approves and publishes it', async () => {
        await reviewer.goto(review);
        await reviewer.getByRole('link', { name: title }).click();
        await expect(reviewer.getByText('The first version.')).toBeVisible();
        await publish(reviewer, 'REVIEWED');
        await reviewer.goto(market);
        await expect(reviewer.getByRole('link', { name: 'First' })).toBeVisible();
      });
      await first.leave();

      const second = await step('a second server starts', () => startApp({ name: 'second-company' }));
      try {
        const company = people(browser, second.url);
        const admin = await company.enter('admin', review);
        const planner = await company.enter('planner', '/service-provider');
        await expect(planner.getByRole('heading', { name: 'Part Orders' })).toBeVisible();
        await step('its administrator admits the publisher, submits the file, and publishes it', async () => {
          await admit(admin, publisher);
          await submit(admin, title, readFileSync(join(vendor.folder, plugin, file)));
          await publish(admin, 'REVIEWED');
        });
        await step('install with consent, until a colleague has it in the menu', async () => {
          await install(admin, plugin);
          await expect(entry(planner, 'Latest orders')).toBeVisible();
        });
        await step('the page, with this company’s own orders', async () => {
          await entry(planner, 'Latest orders').click();
          await expect(planner.getByRole('heading', { level: 1, name: 'Latest orders' })).toBeVisible();
          await planner.getByRole('table', { name: 'Latest orders' }).getByRole('link').first().click();
          await expect(planner).toHaveURL(/\/order-details\/\d+$/);
        });
        await planner.goBack();
        await show(planner, 'vendor-second-server');
        await company.leave();
      } finally {
        await second.stop();
      }
    } finally {
      vendor.remove();
      const total = `${((Date.now() - started) / 1000).toFixed(1)} s from the empty folder to the page on a second server`;
      console.log([...steps, total].join('\n'));
      info.annotations.push({ type: 'steps', description: [...steps, total].join('\n') });
    }
  },
);
