import { linkIn } from './mailbox.ts';
import { test } from './mailTest.ts';
import { expect, show, signIn, type Page, logIn, signOut } from './test.ts';

/** Coming in for the first time, and coming back: with a real mail server on loopback. */

const newPassword = 'copper lattice under morning rain';

async function enter(page: Page, email: string): Promise<void> {
  await page.goto('/custom-login');
  await logIn(page, email, newPassword);
}

test('a forgotten password is set anew by a mailed link that works once', async ({ page, mailbox }) => {
  await page.goto('/custom-login');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page).toHaveURL(/forgot-password$/);
  await show(page, 'account-forgot');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Please enter email')).toBeVisible();
  await page.getByLabel('Email').fill('legal@demo.example');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Success!')).toBeVisible();

  const link = linkIn(await mailbox.next('legal@demo.example', /password/i));
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('password1234');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText(/guess|common/i).first()).toBeVisible();
  await show(page, 'account-reset');
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your password was changed and you have been signed out everywhere.')).toBeVisible();

  await enter(page, 'legal@demo.example');
  await page.waitForURL('**/service-provider');
  await signOut(page);

  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(`${newPassword} again`);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('This link is no longer valid')).toBeVisible();
});

test('an unknown address is answered like a known one, and no mail is sent', async ({ page, mailbox }) => {
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('nobody-at-all@demo.example');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Success!')).toBeVisible();
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/custom-login$/);
  expect(mailbox.received.filter(({ to }) => to.startsWith('nobody'))).toEqual([]);
});

test('somebody new registers, verifies the address and buys', async ({ page, mailbox }) => {
  await page.goto('/custom-login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/register$/);
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Lind');
  await page.getByLabel('Email').fill('nora@lind.example');
  await page.getByLabel('Company').fill('Lind Instruments');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await show(page, 'account-register');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  const older = linkIn(await mailbox.next('nora@lind.example', /verif|confirm/i));

  // Signing in before that leads to the page that mails the link again.
  await enter(page, 'nora@lind.example');
  await page.waitForURL('**/account-verify');
  await show(page, 'account-verify');
  await page.getByRole('button', { name: "I've verified it" }).click();
  await expect(page.getByText("Your address isn't verified yet.")).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Message sent. Check your spam folder, too.')).toBeVisible();
  const link = linkIn(await mailbox.next('nora@lind.example', /verif|confirm/i));

  expect(link).not.toBe(older);

  await page.goto(link);
  await expect(page.getByText('Your email address is verified.')).toBeVisible();
  await show(page, 'account-verified');
  await page.goto('/');
  await page.waitForURL('**/store-front');
  await expect(page.getByRole('button', { name: /Nora Lind/ })).toBeVisible();
});

/** An invitation into the provider's team, made by its administrator. */
async function invite(page: Page, email: string, role: string): Promise<void> {
  await signIn(page, 'admin');
  await page.goto('/service-provider/team');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const drawer = page.getByRole('dialog', { name: 'Invite people' });
  await drawer.getByLabel('Email addresses').fill(email);
  await drawer.getByRole('checkbox', { name: new RegExp(`^${role}`) }).check();
  await drawer.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invitation sent.')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('Invited');
}

test('somebody new who is invited comes in with the role that was given, and no more', async ({
  page,
  browser,
  app,
  mailbox,
}) => {
  await invite(page, 'ivan@demo.example', 'Operator');
  const link = linkIn(await mailbox.next('ivan@demo.example', /invites you/));

  const context = await browser.newContext({ baseURL: app.url });
  const guest = await context.newPage();
  await guest.goto(link);
  await expect(guest.getByText(/Demo Additive GmbH invited ivan@demo.example/)).toBeVisible();
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(guest.getByText('Please enter first name')).toBeVisible();
  await guest.getByLabel('First name').fill('Ivan');
  await guest.getByLabel('Last name').fill('Petrov');
  await guest.getByLabel('Password', { exact: true }).fill(newPassword);
  await show(guest, 'account-invitation');
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(guest.getByText('Your account is ready. Sign in with your new password.')).toBeVisible();

  await enter(guest, 'ivan@demo.example');
  await expect(guest.getByRole('button', { name: /Ivan Petrov/ })).toBeVisible();
  const menu = guest.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Part Orders' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Team' })).toHaveCount(0);
  await guest.goto('/service-provider/team');
  await expect(guest.getByRole('heading', { name: 'Access Denied' })).toBeVisible();

  // The link works only once.
  await guest.goto(link);
  await expect(guest.getByText('This link is no longer valid')).toBeVisible();
  await context.close();
});

test('somebody known who is invited signs in and joins, and changes between the places if the team lets them', async ({
  page,
  browser,
  app,
  mailbox,
}) => {
  await invite(page, 'engineer@demo.example', 'Purchasing');
  const link = linkIn(await mailbox.next('engineer@demo.example', /invites you/));

  // Another person is signed in here, and cannot accept the invitation.
  await page.goto(link);
  await expect(page.getByText(/Another account is signed in/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Join/ })).toHaveCount(0);

  const context = await browser.newContext({ baseURL: app.url });
  const guest = await context.newPage();
  await guest.goto(link);
  await expect(guest.getByText('You already have an account')).toBeVisible();
  await guest.getByRole('link', { name: 'Sign In' }).click();
  await logIn(guest, 'engineer@demo.example');
  await guest.getByRole('button', { name: 'Join Demo Additive GmbH' }).click();
  await expect(guest.getByText('You have joined.')).toBeVisible();
  await show(guest, 'account-joined');
  await guest.getByRole('link', { name: 'Go to your dashboard' }).click();
  const profile = guest.getByRole('button', { name: /Erik Solberg/ });
  await profile.click();
  await expect(guest.getByRole('link', { name: 'Log Out' })).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Switch Dashboard' })).toHaveCount(0);

  // His own company lets him switch, too.
  const company = await browser.newContext({ baseURL: app.url });
  const superior = await company.newPage();
  await signIn(superior, 'buyeradmin');
  await superior.goto('/engineer/team');
  await superior.getByRole('button', { name: 'Erik Solberg', exact: true }).click();
  await superior.getByRole('checkbox', { name: 'Switch between provider and engineer dashboards' }).check();
  await superior.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(superior.getByText(/Erik Solberg saved/)).toBeVisible();
  await company.close();

  await guest.getByRole('link', { name: 'Switch Dashboard' }).click();
  await expect(guest).toHaveURL(/\/service-provider$/);
  await expect(guest.getByRole('heading', { level: 1, name: 'Part Orders' })).toBeVisible();
  await context.close();
});

test('recipes beside the keys are opened by keyboard, shown in another language of programs, and copied', async ({
  app,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: app.url, permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await signIn(page, 'admin');
  await page.goto('/service-provider/keys');
  const recipe = page.getByText('Book actual production times');
  await recipe.focus();
  await page.keyboard.press('Enter');
  const code = page.getByRole('region', { name: 'Book actual production times' });
  await expect(code).toContainText('curl -sS');
  await page.getByRole('radio', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(code).toContainText("method: 'PUT'");
  await page.getByRole('button', { name: 'Copy: Book actual production times' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.textContent());
  await expect(page.getByRole('region', { name: 'Set this first' })).toContainText(`export SITE=${app.url}`);
  await show(page, 'recipes');
  await page.setViewportSize({ width: 390, height: 844 });
  await show(page, 'recipes-390');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => localStorage.setItem('language', 'ar_SA'));
  await page.reload();
  await page.getByText('تسجيل أوقات الإنتاج الفعلية').click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await show(page, 'recipes-ar');
  await context.close();
});
