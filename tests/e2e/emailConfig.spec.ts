import { expect, show, signIn, test } from './test.ts';

test('a facility says how it mails; what is wrong with it is told at its field, and what servers answer in words', async ({
  page,
}) => {
  await signIn(page, 'admin');
  await page.goto('/service-provider/settings');
  await page.getByRole('link', { name: 'Email', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: 'Email', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Check domain' }).click();
  await expect(page.getByText('There is no sender address of your own to check.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Sender name' }).fill('Demo prints');
  await page.getByRole('switch', { name: 'Own email server' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter a server')).toBeVisible();
  await expect(page.getByText('Your own email server needs a sender address')).toBeVisible();
  await show(page, 'email-config');
  await page.getByRole('switch', { name: 'Own email server' }).click();
  await page.getByRole('checkbox').first().uncheck();
  await page.getByLabel('Add an event').click();
  await page.getByTitle('New requests').click();
  const desk = page.getByRole('textbox', { name: 'New requests' });
  await desk.fill('production@demo.example, nonsense');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not a valid email address: nonsense')).toBeVisible();
  await show(page, 'email-config-recipients');
  await desk.fill('production@demo.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Email settings saved')).toBeVisible();
  await page.reload();
  await expect(desk).toHaveValue('production@demo.example');
  await expect(page.getByRole('textbox', { name: 'Sender name' })).toHaveValue('Demo prints');
  await expect(page.getByRole('checkbox').first()).not.toBeChecked();
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText(/No email server is set/)).toBeVisible();
  await show(page, 'email-config-tested');
});
