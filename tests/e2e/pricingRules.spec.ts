import { boxFacets, stlOf } from '../fixtures/solids.ts';
import { preparedPart, signedIn } from './http.ts';
import { commonestOffer, draftOrder, place, quoted } from './orders.ts';
import { expect, show, signIn, test } from './test.ts';

const rules = '/pricing-rules';

test(
  'estimates learn from finished builds: an editor sees what they rest on, leaves one out, tries rules on past quotes, and a quote says how sure it is',
  { tag: '@orders' },
  async ({ page, app }) => {
    const [admin, buyer] = await Promise.all(['admin', 'buyer'].map((account) => signedIn(app.url, account)));
    if (!admin || !buyer) throw new Error('Somebody is missing.');
    const part = await preparedPart(buyer, 'Sure block.stl', stlOf(boxFacets([60, 40, 30])));
    const draft = await draftOrder(buyer, part, 'A block with a sure price', 20, await commonestOffer(admin));
    const order = await place(buyer, draft);
    await signIn(page, 'admin');

    await page.goto(`${rules}?tab=accuracy`);
    const rows = page.getByRole('row').filter({ hasText: 'EOS P 396' }).filter({ hasText: 'PA 2200 (PA12)' });
    // Two machines of the model build with layers of their own, which have rows of their own.
    await expect(
      rows.filter({ hasText: '120 µm layers' }).getByRole('cell', { name: '14', exact: true }),
    ).toBeVisible();
    const row = rows.filter({ hasNotText: 'layers' });
    await expect(row.getByRole('cell', { name: '23', exact: true })).toBeVisible();
    await expect(row.getByRole('img', { name: /^Actual divided by estimated build time/ })).toBeVisible();
    await row.getByRole('button', { name: 'Show details' }).click();
    const builds = page.getByRole('table', { name: 'Finished builds of PA 2200 (PA12) on EOS P 396' });
    await builds
      .getByRole('button', { name: /^Leave out Job/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Leave out', exact: true }).click();
    await expect(dialog).toContainText('Please enter a reason');
    await dialog.getByRole('textbox', { name: /Reason/ }).fill('Laser was replaced');
    await dialog.getByRole('button', { name: 'Leave out', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(builds).toContainText('Laser was replaced');
    await expect(row.getByRole('cell', { name: '22', exact: true })).toBeVisible();
    await show(page, 'pricing-accuracy');
    await builds.getByRole('button', { name: /^Count Job/ }).click();
    await expect(row.getByRole('cell', { name: '23', exact: true })).toBeVisible();

    await page.getByRole('group', { name: 'Pricing rules' }).getByRole('button', { name: 'Rules' }).click();
    await page.getByRole('spinbutton', { name: 'Margin (%)' }).fill('40');
    await page.getByRole('button', { name: 'Compare prices' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'More expensive' })).toContainText(/Total: \+\d/);
    await expect(page.getByRole('table', { name: 'Try on past quotes' })).toContainText('+');
    await show(page, 'pricing-rules');

    await page.goto(`/order-details/${order.id}?tab=quotes`);
    await expect(page.getByText(/Based on \d+ finished builds/)).toBeVisible();
    await expect(page.getByText(/Likely .* each/)).toBeVisible();
    await show(page, 'pricing-quote-form');
    await quoted(admin, order.id);
    await page.reload();
    await page.getByText('Estimate when this quote was sent').click();
    await expect(page.getByText(/Based on \d+ finished builds/)).toBeVisible();
  },
);
