import { once } from 'node:events';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { people } from './people.ts';
import { expect, show, test } from './test.ts';

test('a webhook is added, tested, looked at, sent again and deleted @integrations', async ({ app, browser }) => {
  const heard: { body: string; headers: Record<string, string> }[] = [];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      heard.push({ body: Buffer.concat(chunks).toString(), headers });
      response.writeHead(202).end();
    });
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const own = receiver.address();
  const address = `http://127.0.0.1:${own !== null && typeof own === 'object' ? own.port : 0}/erp`;
  const party = people(browser, app.url, [/status of 400 .*webhooks/]);
  try {
    const page = await party.enter('admin', '/service-provider/settings/webhook');
    await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
    await page.getByRole('button', { name: 'New webhook' }).click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByRole('textbox', { name: 'Name' }).fill('ERP');
    await form.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/inside');
    await form.getByRole('checkbox', { name: 'Quotes' }).check();
    await expect(form.getByRole('checkbox', { name: 'Orders', exact: true })).not.toBeChecked();
    await form.getByRole('checkbox', { name: 'Quote accepted' }).focus();
    await expect(form.getByRole('region', { name: 'Example message' })).toContainText('order.quote.accepted');
    await show(page, 'webhook-form');
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await expect(form).toContainText('This address can’t be called.');
    await form.getByRole('textbox', { name: 'Address' }).fill(address);
    await form.getByRole('button', { name: 'Create webhook' }).click();
    const shown = page.getByRole('dialog', { name: 'Secret of ERP' });
    const secret = (await shown.getByRole('code').textContent()) ?? '';
    await shown.getByRole('button', { name: 'I’ve copied it' }).click();

    await page.getByRole('button', { name: 'Test of ERP' }).click();
    const answer = page.getByRole('dialog', { name: 'Test of ERP' });
    await expect(answer).toContainText('Accepted (202)');
    const [first] = heard;
    expect(() => new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).not.toThrow();
    await page.keyboard.press('Escape');
    await expect(page.getByText('100%')).toBeVisible();
    await show(page, 'webhooks');

    await page.getByRole('button', { name: 'Deliveries of ERP' }).click();
    const drawer = page.getByRole('dialog', { name: 'Deliveries of ERP' });
    await drawer.getByRole('button', { name: /^Details of delivery/ }).click();
    await expect(drawer.getByRole('region', { name: 'Request' })).toContainText('webhook-signature: v1,');
    await show(page, 'webhook-deliveries');
    await drawer.getByRole('button', { name: /^Send delivery .* again/ }).click();
    await expect.poll(() => heard.length).toBe(2);
    expect(heard[1]?.headers['webhook-id']).toBe(heard[0]?.headers['webhook-id']);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Delete ERP' }).click();
    await page.getByRole('dialog', { name: 'Delete ERP?' }).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  } finally {
    await party.leave();
    receiver.close();
  }
});
