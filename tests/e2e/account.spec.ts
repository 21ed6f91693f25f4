import { startApp, type App } from './app.ts';
import { linkIn, openMailbox, type Mailbox } from './mailbox.ts';
import { expect, show, signIn, test as base } from './test.ts';

/** Coming in for the first time, and coming back: with a real mail server on loopback. */

const test = base.extend<object, { mailbox: Mailbox; app: App }>({
  mailbox: [
    // oxlint-disable-next-line no-empty-pattern -- how Playwright learns what a fixture needs
    async ({}, provide) => {
      const mailbox = await openMailbox();
      await provide(mailbox);
      await mailbox.close();
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ mailbox }, provide, info) => {
      const app = await startApp({ name: `account-${info.workerIndex}`, env: { SMTP_URL: mailbox.url } });
      await provide(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const newPassword = 'copper lattice under morning rain';

test('a forgotten password is set anew by a mailed link that works once', async ({ page, mailbox }) => {
  await page.goto('/custom-login');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await page.waitForURL('**/forgot-password');
  await show(page, 'account-forgot');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Please enter email')).toBeVisible();
  await page.getByLabel('Email').fill('operator@demo.example');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Success!')).toBeVisible();

  const link = linkIn(await mailbox.next('operator@demo.example', /password/i));
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('password1234');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText(/guess|common/i).first()).toBeVisible();
  await show(page, 'account-reset');
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('Your password is changed and you have been signed out everywhere.')).toBeVisible();

  await page.goto('/custom-login');
  await page.getByLabel('Username or email').fill('operator@demo.example');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL('**/service-provider');
  await page.goto('/logout');
  await page.waitForURL(/custom-login/);

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(`${newPassword} again`);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('This link no longer works')).toBeVisible();
});

test('an unknown address is answered like a known one, and no mail is sent', async ({ page, mailbox }) => {
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('nobody-at-all@demo.example');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Success!')).toBeVisible();
  await page.getByRole('link', { name: 'Sign In' }).click();
  await page.waitForURL('**/custom-login');
  expect(mailbox.received.filter(({ to }) => to.startsWith('nobody'))).toEqual([]);
});

test('somebody new registers, verifies the address and buys', async ({ page, mailbox }) => {
  await page.goto('/custom-login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL('**/register');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Lind');
  await page.getByLabel('Email').fill('nora@lind.example');
  await page.getByLabel('Company').fill('Lind Instruments');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await show(page, 'account-register');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByText('Check your mail')).toBeVisible();
  await mailbox.next('nora@lind.example', /verif|confirm/i);

  // Signing in before that leads to the one page that helps.
  await page.goto('/custom-login');
  await page.getByLabel('Username or email').fill('nora@lind.example');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await page.waitForURL('**/account-verify');
  await show(page, 'account-verify');
  await page.getByRole('button', { name: /again/i }).first().click();
  const link = linkIn(await mailbox.next('nora@lind.example', /verif|confirm/i));

  await page.goto(link);
  await expect(page.getByText('Your e-mail address is verified.')).toBeVisible();
  await show(page, 'account-verified');
  await page.goto('/');
  await page.waitForURL('**/store-front');
  await expect(page.getByRole('button', { name: /Nora Lind/ })).toBeVisible();
});

test('somebody invited comes in with the rights that were given, and no others', async ({
  page,
  browser,
  app,
  mailbox,
}) => {
  await signIn(page, 'admin');
  await page.goto('/service-provider/team');
  await page
    .getByRole('button', { name: /invite/i })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel(/e-?mail/i).fill('ivan@demo.example');
  await show(page, 'team-invite');
  await drawer
    .getByRole('button', { name: /invite|send/i })
    .last()
    .click();
  await expect(page.getByText('ivan@demo.example').first()).toBeVisible();

  const guest = await (await browser.newContext({ baseURL: app.url })).newPage();
  await guest.goto(linkIn(await mailbox.next('ivan@demo.example', /invit/i)));
  await expect(guest.getByText(/Demo Additive GmbH has invited/)).toBeVisible();
  await guest.getByLabel('First name').fill('Ivan');
  await guest.getByLabel('Last name').fill('Petrov');
  await guest.getByLabel('Password', { exact: true }).fill(newPassword);
  await show(guest, 'account-invitation');
  await guest.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(guest.getByText('Your account is ready.')).toBeVisible();
  await guest.goto('/custom-login');
  await guest.getByLabel('Username or email').fill('ivan@demo.example');
  await guest.getByLabel('Password', { exact: true }).fill(newPassword);
  await guest.getByRole('button', { name: 'LOG IN' }).click();
  await guest.waitForURL('**/service-provider');
  await guest.goto('/service-provider/team');
  await guest.waitForURL('**/access-denied');
  await guest.context().close();
});
