import { expect, show, signIn, test } from './test.ts';

test('a facility words an email itself: tokens are checked, it is seen with a real order, sent to oneself, and taken back', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.goto('/service-provider/settings');
  await page.getByRole('link', { name: 'Email templates', exact: true }).last().click();
  await page.getByRole('searchbox', { name: 'Search events' }).fill('new quotes');
  await page.getByRole('link', { name: 'New quotes' }).click();
  await expect(page.getByRole('heading', { name: 'New quotes' })).toBeVisible();
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await page.getByRole('button', { name: "Start from the product's text" }).click();
  await expect(subject).toHaveValue('{{notice}}');

  // A token that there is not is told with those that there are.
  await subject.fill('Offer for {{order}}');
  await expect(page.getByRole('alert').filter({ hasText: '{{order}} is not available here' })).toContainText(
    '{{orderNumber}}',
  );
  await show(page, 'email-templates-wrong');
  await subject.fill('Offer for ');
  await page.getByRole('combobox', { name: 'Add a token: Subject' }).selectOption('orderNumber');
  await expect(subject).toHaveValue('Offer for {{orderNumber}}');
  const mail = page.getByRole('article', { name: 'Preview' });
  await expect(mail.getByRole('heading')).toHaveText('Offer for ‹Order number›');

  await page.getByRole('combobox', { name: 'Preview with a real record' }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(mail.getByRole('heading')).toHaveText(/^Offer for #\d+$/);
  await page.getByRole('textbox', { name: 'Message' }).fill('Dear {{name}}, <b>look</b>\n\n[See the offer]({{link}})');
  await expect(mail.getByText('Dear Ada, <b>look</b>')).toBeVisible();
  await show(page, 'email-templates-editor');
  await page.getByRole('button', { name: 'Send to myself' }).click();
  await expect(page.getByText('Email sent to admin@demo.example')).toBeVisible();
  const kept: { to: string; subject: string; html: string }[] = await (await page.request.get('/dev/mail.json')).json();
  const sent = kept.find(({ subject: line }) => /^Offer for #\d+$/.test(line));
  expect(sent).toMatchObject({ to: 'admin@demo.example' });
  expect(sent?.html).toContain('&lt;b&gt;look&lt;/b&gt;');

  // What is written is kept over a reload, then published, and taken back to the product's own.
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(subject).toHaveValue('Offer for {{orderNumber}}');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(/^Version 1,/)).toBeVisible();
  await page.getByRole('link', { name: 'All templates' }).click();
  await expect(page.getByText('Own text: English')).toBeVisible();
  await show(page, 'email-templates');
  await page.getByRole('searchbox', { name: 'Search events' }).fill('new quotes');
  await page.getByRole('link', { name: 'New quotes' }).click();
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await page
    .getByRole('button', { name: /^Restore/ })
    .last()
    .click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Version restored and published')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(subject).toHaveValue('');
});
