import { createServer, type Server } from 'node:http';
import { readMagicsSelection } from '@sinter/sdk/contract/integrations/magics';
import { people } from './people.ts';
import { askEverything, expect, show, test, type Page } from './test.ts';

/** An adapter as a maker would write one: it fetches what it is asked to open. Its page says that it is none. */
async function simulatedAdapter(): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://adapter').searchParams;
    answerOf(asked).then((text) =>
      response.setHeader('content-type', 'text/html').end(`<h1>Simulated adapter</h1><p>${text}</p>`),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('The adapter has no port.');
  return { server, address: `http://127.0.0.1:${listening.port}/` };
}

async function answerOf(asked: URLSearchParams): Promise<string> {
  if (asked.get('action') === 'check') return `Connected with ${asked.get('server')}`;
  const selection = asked.get('selection');
  if (selection === null) return 'Nothing is asked for.'; // as with the icon of the page
  const answer = await fetch(selection);
  const { parts } = readMagicsSelection.response.parse(await answer.json());
  const files = await Promise.all(parts.map(async ({ url }) => (await fetch(url)).arrayBuffer()));
  const whole = files.every((file, at) => file.byteLength === parts[at]?.size);
  return `${whole ? 'Opened' : 'Broken'}: ${parts.map(({ fileName }) => fileName).join(', ')}`;
}

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('an adapter is set up and checked, and parts of an order open in it @integrations', async ({ app, browser }) => {
  const { server, address } = await simulatedAdapter();
  const party = people(browser, app.url, []);
  const planner = await party.enter('planner', '/order-details/26?tab=parts');
  const open = planner.getByRole('button', { name: 'Open in Magics' });
  await expect(planner.getByRole('link', { name: 'Print labels' })).toBeVisible();
  await expect(open).toHaveCount(0);

  const admin = await party.enter('admin', '/service-provider/settings/magics');
  const check = admin.getByRole('button', { name: 'Check Connection' });
  await expect(check).toBeDisabled();
  await textbox(admin, 'Non Itar Adapter URL').fill('localhost');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Enter an address that begins with http:// or https://.')).toBeVisible();
  await expect(admin.getByText('Please enter Itar Adapter URL')).toBeVisible();
  await textbox(admin, 'Non Itar Adapter URL').fill('');
  await expect(admin.getByText('Please enter Non Itar Adapter URL')).toBeVisible();
  await textbox(admin, 'Non Itar Adapter URL').fill(address);
  await textbox(admin, 'Itar Adapter URL').fill(`${address}controlled`);
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Configuration has been updated successfully')).toBeVisible();
  await show(admin, 'magics-settings');
  await check.click();
  await expect(admin.getByText(`Connected with ${app.url}`)).toBeVisible();

  await planner.reload();
  await show(planner, 'magics-order');
  await open.click();
  await expect(planner.getByText(/^Opened: \S+/)).toBeVisible();
  await planner.goto('/service-provider/build-planning-new');
  await planner.getByRole('button', { name: /^Select \d+ loaded/ }).click();
  await show(planner, 'magics-pool');
  await open.click();
  await expect(planner.getByText(/^Opened: .+, .+/)).toBeVisible();
  await party.leave();
  server.close();
});

test('settings for Magics that cannot be read or saved say so, and what was entered stays @integrations', async ({
  app,
  browser,
}) => {
  const party = people(browser, app.url, [/status of 500/]);
  const admin = await party.enter('admin', '/inbox');
  const fails = async (method: string, path: string) =>
    admin.route(path, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Something went wrong' } })
        : route.fallback(),
    );
  await askEverything(admin);
  await fails('GET', '**/api/v1/link3d-config/MAGICS*');
  await admin.goto('/service-provider/settings/magics');
  await expect(admin.getByRole('alert')).toContainText('Unable to fetch magics configuration');
  await expect(admin.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await show(admin, 'magics-unread');
  await admin.unrouteAll({ behavior: 'wait' });
  await admin.getByRole('button', { name: 'Try again' }).click();

  for (const name of ['Magics button', 'Magics button before parts are queued']) {
    await expect(admin.getByRole('switch', { name, exact: true })).toBeVisible();
  }
  await expect(admin.getByRole('switch', { name: 'Part selection for opening more than 15 parts' })).toBeVisible();
  await expect(admin.getByText('Needs Magics 28.01 or later.')).toBeVisible();
  await fails('PUT', '**/api/v1/link3d-config');
  await fails('POST', '**/api/v1/link3d-config');
  await textbox(admin, 'Non Itar Adapter URL').fill('http://127.0.0.1:9/other');
  await textbox(admin, 'Itar Adapter URL').fill('http://127.0.0.1:9/controlled');
  await admin.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(admin.getByText('Sorry, cannot update the configuration settings')).toBeVisible();
  await expect(textbox(admin, 'Non Itar Adapter URL')).toHaveValue('http://127.0.0.1:9/other');
  await show(admin, 'magics-unsaved');
  await party.leave();
});
