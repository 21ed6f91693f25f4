import { Secret, TOTP } from 'otpauth';
import { password } from './app.ts';
import { waitAnHour } from './data.ts';
import { expect, show, signIn, test, type Page, logIn, signOut } from './test.ts';

/** Authenticator app, recovery codes and passkeys; a company that asks for them; and proving again who sits there. */

const providerProfile = '/service-provider/user/profile/update';
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const row = (page: Page, name: string) => page.getByRole('heading', { level: 3, name }).locator('xpath=../..');

/** What an app on a phone shows: never the same code twice. */
function authenticator(shownSecret: string): () => string {
  const totp = new TOTP({ secret: Secret.fromBase32(shownSecret.replaceAll(' ', '')) });
  let last = 0;
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / 30_000));
    return totp.generate({ timestamp: last * 30_000 });
  };
}

/** Sets up an app in the dialog that is open, and answers what shows its codes. */
async function scan(page: Page): Promise<() => string> {
  const setUp = dialog(page, 'Set up an authenticator app');
  await expect(setUp.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  return authenticator((await setUp.locator('code').textContent()) ?? '');
}

/** A fingerprint reader in Chromium's own software; the person touches it each time. */
async function plugInReader(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const reader = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true };
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true, ...reader },
  });
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const naming = dialog(page, 'Add a passkey');
  await naming.getByRole('button', { name: 'Continue' }).click();
  await expect(naming.getByText('Please enter a name')).toBeVisible();
  await naming.getByLabel('Name').fill(name);
  await naming.getByRole('button', { name: 'Continue' }).click();
}

async function givePassword(page: Page, account: string): Promise<void> {
  await page.goto('/custom-login');
  await logIn(page, `${account}@demo.example`);
}

test('an authenticator app is set up, and then the password alone lets nobody in', async ({ page }) => {
  await signIn(page, 'planner');
  await page.goto(providerProfile);
  await row(page, 'Authenticator app').getByRole('button', { name: 'Set up' }).click();
  const nextCode = await scan(page);
  const setUp = dialog(page, 'Set up an authenticator app');
  await expect(setUp.getByLabel('Code from the app')).toBeFocused();
  await show(page, 'second-factor-app');
  await setUp.getByLabel('Code from the app').fill('000000');
  await setUp.getByRole('button', { name: 'Confirm' }).click();
  await expect(setUp.getByRole('alert')).toBeVisible();
  await show(page, 'second-factor-app-wrong');
  await setUp.getByLabel('Code from the app').fill(nextCode());
  await setUp.getByRole('button', { name: 'Confirm' }).click();

  const codes = dialog(page, 'Recovery codes');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const kept = await codes.getByRole('listitem').allTextContents();
  expect(new Set(kept).size).toBe(10);
  await page.keyboard.press('Escape');
  await expect(codes).toBeVisible(); // they would be lost
  await show(page, 'second-factor-codes');
  await codes.getByRole('button', { name: "I've saved them" }).click();
  await expect(codes).toHaveCount(0);
  await expect(row(page, 'Authenticator app').getByText('On', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('10 codes left.', { exact: false })).toBeVisible();
  await expect(page.getByText(kept[0] ?? '')).toHaveCount(0);

  await signOut(page);
  await givePassword(page, 'planner');
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await show(page, 'second-factor-sign-in');
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Incorrect code. Check that the time on your device is right.')).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/service-provider');

  // The phone is lost: a recovery code opens the account, once.
  for (const works of [true, false]) {
    await signOut(page);
    await givePassword(page, 'planner');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(kept[0] ?? '');
    await page.getByRole('button', { name: 'Confirm' }).click();
    if (works) await page.waitForURL('**/service-provider');
    else await expect(page.getByText('Incorrect or already used code.')).toBeVisible();
  }
  await page.getByLabel('Recovery code').fill(kept[1] ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('**/service-provider');
  await page.goto(providerProfile);
  await expect(page.getByText('8 codes left.', { exact: false })).toBeVisible();
  await row(page, 'Authenticator app').getByRole('button', { name: 'Remove' }).click();
  await dialog(page, 'Remove the authenticator app?').getByRole('button', { name: 'Remove' }).click();
  await expect(row(page, 'Authenticator app').getByRole('button', { name: 'Set up' })).toBeVisible();

  await signOut(page);
  await givePassword(page, 'planner');
  await page.waitForURL('**/service-provider');
});

test('a passkey is added, lets somebody in without any password, and is removed', async ({ page }) => {
  await plugInReader(page);
  await signIn(page, 'third');
  await page.goto('/engineer/user/profile/update');
  await addPasskey(page, 'Laptop');
  await dialog(page, 'Recovery codes').getByRole('button', { name: "I've saved them" }).click();
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  await expect(passkeys).toContainText('Laptop');
  await expect(passkeys).toContainText('not used yet');

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/engineer');
  await expect(page.getByRole('button', { name: /Tara Quinn/ })).toBeVisible();

  // And as the second step, after the password.
  await signOut(page);
  await givePassword(page, 'third');
  await expect(page.getByText('Confirm your sign-in with a passkey.')).toBeVisible();
  await show(page, 'second-factor-passkey');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/engineer');

  await page.goto('/engineer/user/profile/update');
  await expect(passkeys).toContainText('last used');
  await show(page, 'second-factor-profile');
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await expect(dialog(page, 'Remove the passkey?')).toContainText('Laptop will no longer be accepted.');
  await dialog(page, 'Remove the passkey?').getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys).toHaveCount(0);
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText(/not accepted|Unable to log in/)).toBeVisible();
  await expect(page).toHaveURL(/custom-login/);
});

test('after a while it is asked again who sits there, above the drawer somebody works in', async ({ page, app }) => {
  await signIn(page, 'admin');
  await page.goto('/service-provider/team');
  await waitAnHour(app.dataDir, 'admin');
  await page.getByRole('button', { name: 'Olga Novak', exact: true }).click();
  const drawer = dialog(page, 'Olga Novak');
  await drawer.getByRole('checkbox', { name: 'Manage materials', exact: true }).check();
  const save = drawer.getByRole('button', { name: 'Save' });
  await save.click();
  const proof = dialog(page, 'Confirm your identity');
  await expect(proof.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await show(page, 'proof-above-drawer');
  // Nothing under it can be reached by the keyboard.
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.ant-drawer') ?? null)).toBeNull();
  }

  await page.keyboard.press('Escape');
  await expect(proof).toHaveCount(0);
  await expect(save).toBeVisible();
  await expect(save).toBeFocused();
  await expect(drawer.getByRole('checkbox', { name: 'Manage materials', exact: true })).toBeChecked();
  await expect(page.getByRole('dialog')).toHaveCount(1);

  await save.click();
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof.getByText('Please enter password')).toBeVisible();
  await proof.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(proof.getByText('Incorrect password.')).toBeVisible();
  await proof.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Olga Novak saved. Changes apply immediately.')).toBeVisible();

  // It holds for a while: the way back is not asked about.
  await page.getByRole('button', { name: 'Olga Novak', exact: true }).click();
  await drawer.getByRole('checkbox', { name: 'Manage materials', exact: true }).uncheck();
  await save.click();
  await expect(page.getByRole('row').filter({ hasText: 'operator@demo.example' })).not.toContainText('granted');
  await expect(proof).toHaveCount(0);
});

test('a company asks everybody for a second factor: nothing else opens before there is one', async ({
  page,
  browser,
  app,
}) => {
  await plugInReader(page);
  await signIn(page, 'admin');
  await page.goto(providerProfile);
  await addPasskey(page, 'Desk');
  await dialog(page, 'Recovery codes').getByRole('button', { name: "I've saved them" }).click();
  const operator = await (await browser.newContext({ baseURL: app.url })).newPage();
  await signIn(operator, 'operator');
  await operator.goto('/service-provider');

  const ask = async (choice: string) => {
    await page.goto('/service-provider/settings/security');
    await page.getByLabel('Two-factor authentication').click();
    await page.getByTitle(choice, { exact: true }).last().click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Security policy updated.')).toBeVisible();
  };
  await ask('Required');
  await operator.waitForURL('**/second-factor');
  await show(operator, 'second-factor-due');
  for (const path of ['/service-provider', '/service-provider/scheduler-view', '/access-denied', providerProfile]) {
    await operator.goto(path);
    await operator.waitForURL('**/second-factor');
    await expect(operator.getByRole('heading', { level: 1, name: 'Set up two-factor authentication' })).toBeVisible();
    await expect(operator.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
  }
  await operator.getByRole('button', { name: 'Set up' }).click();
  const nextCode = await scan(operator);
  await operator.getByLabel('Code from the app').fill(nextCode());
  await operator.getByRole('button', { name: 'Confirm' }).click();
  await operator.getByRole('button', { name: "I've saved them" }).click();
  await operator.getByRole('button', { name: 'Continue' }).click();
  await operator.waitForURL('**/service-provider/work-center');

  // The last one stays.
  await operator.goto(providerProfile);
  await expect(operator.getByText("so the last factor can't be removed", { exact: false })).toBeVisible();
  await row(operator, 'Authenticator app').getByRole('button', { name: 'Remove' }).click();
  await dialog(operator, 'Remove the authenticator app?').getByRole('button', { name: 'Remove' }).click();
  await expect(operator.getByRole('alert').first()).toBeVisible();
  await show(operator, 'second-factor-last');
  await expect(row(operator, 'Authenticator app').getByText('On', { exact: true })).toBeVisible();

  // Not asked for any longer, everything can go: other files have these people sign in, too.
  await ask('Optional');
  await page.goto(providerProfile);
  await page.getByRole('button', { name: 'Remove Desk' }).click();
  await dialog(page, 'Remove the passkey?').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toHaveCount(0);
  await operator.goto(providerProfile);
  await row(operator, 'Authenticator app').getByRole('button', { name: 'Remove' }).click();
  await dialog(operator, 'Remove the authenticator app?').getByRole('button', { name: 'Remove' }).click();
  await expect(row(operator, 'Authenticator app').getByRole('button', { name: 'Set up' })).toBeVisible();
  await operator.context().close();
});
