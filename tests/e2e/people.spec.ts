import { readFile } from 'node:fs/promises';
import { listEquipments } from '@sinter/sdk/contract/catalog/catalog';
import { enableMember, listTeam } from '@sinter/sdk/contract/admin/team';
import { password } from './app.ts';
import { waitAnHour } from './data.ts';
import { refusal, signedIn } from './http.ts';
import { linkIn } from './mailbox.ts';
import { test } from './mailTest.ts';
import { people, type People } from './people.ts';
import { expect, show, type Page, logIn, menu, heading } from './test.ts';

/** People, rights, facilities and keys: what somebody who looks after them does, and what the others notice of it. */

const newPassword = 'copper lattice under morning rain';
const team = '/service-provider/team';

let party: People;
test.beforeEach(({ browser, app }) => {
  party = people(browser, app.url, [
    /status of (401|403|404|409)/,
    /manifest could not be loaded .*(Please sign in|The facility was changed)/,
  ]);
});
test.afterEach(() => party.leave());

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Opens what is known of somebody. */
async function open(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer.getByRole('group', { name: 'Roles' })).toBeVisible();
  return drawer;
}

/** Chooses in a list that opens below its field. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(option);
  await page.locator('.ant-select-item-option', { hasText: option }).first().click();
}

test('several people are invited at once, and each refusal says why', async ({ mailbox }) => {
  const admin = await party.enter('admin', team);
  await admin.getByRole('button', { name: 'Invite people' }).click();
  const drawer = admin.getByRole('dialog', { name: 'Invite people' });
  const send = drawer.getByRole('button', { name: /^Send/ });
  await send.click();
  await expect(drawer.getByText('Please enter email')).toBeVisible();
  await expect(drawer.getByText('Select at least one role')).toBeVisible();

  const addresses = drawer.getByLabel('Email addresses');
  await addresses.fill('ida@demo.example, jan@demo.example\nnot an address');
  await expect(drawer.getByText('Not a valid email address: not, an, address')).toBeVisible();
  await addresses.fill('ida@demo.example, jan@demo.example\nplanner@demo.example');
  await drawer.getByRole('checkbox', { name: /^Operator/ }).check();
  await send.click();
  const results = drawer.getByRole('list', { name: 'Invitation results' }).getByRole('listitem');
  await expect(results.filter({ hasText: 'ida@demo.example' })).toContainText('Sent');
  await expect(results.filter({ hasText: 'jan@demo.example' })).toContainText('Sent');
  await expect(results.filter({ hasText: 'planner@demo.example' })).not.toContainText('Sent');
  // What was refused stays, to be put right.
  await expect(addresses).toHaveValue('planner@demo.example');
  await show(admin, 'team-invite');
  await addresses.fill('');
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(admin, 'ida@demo.example')).toContainText('Invited');
  expect(linkIn(await mailbox.next('ida@demo.example', /invites you/))).toMatch(/^\/invitation\//);
  await mailbox.next('jan@demo.example', /invites you/);
  expect(mailbox.received.filter(({ to }) => to === 'planner@demo.example')).toEqual([]);

  const invited = await open(admin, 'jan@demo.example');
  await expect(invited.getByText(/Permissions can be changed once the invitation is accepted/)).toBeVisible();
  await invited.getByRole('button', { name: 'Revoke invitation' }).click();
  await admin
    .getByRole('dialog', { name: 'Revoke the invitation for jan@demo.example?' })
    .getByRole('button', { name: 'Revoke invitation' })
    .click();
  await expect(row(admin, 'jan@demo.example')).toHaveCount(0);
});

test('rights are shown against what the role gives, and reach an open browser at once', async () => {
  const admin = await party.enter('admin', team);
  const operator = await party.enter('operator', '/service-provider');
  await expect(menu(operator).getByRole('link', { name: 'Enterprise Scheduler' })).toHaveCount(0);

  const drawer = await open(admin, 'Olga Novak');
  const right = (name: string) => drawer.getByRole('checkbox', { name, exact: true });
  const line = (name: string) => right(name).locator('xpath=ancestor::label/..');
  await expect(right('Work at work centers')).toBeChecked();
  await expect(line('Work at work centers')).toContainText('From role');
  await expect(right("Manage the facility's team")).toBeDisabled();
  await expect(line("Manage the facility's team")).toContainText('Not available for these roles');
  await right('Work at work centers').uncheck();
  await expect(line('Work at work centers')).toContainText('Revoked');
  await right('Manage materials').check();
  await expect(line('Manage materials')).toContainText('Granted');
  await drawer.getByRole('checkbox', { name: /^Manager/ }).check();
  // What the new role gives anyway is no exception any more.
  await expect(line('Manage materials')).toContainText('From role');
  const summary = drawer.getByRole('status');
  await expect(summary).toContainText('New roles: Manager');
  await expect(summary).toContainText('Removed permissions: Work at work centers');
  await show(admin, 'team-rights');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Olga Novak saved. Changes apply immediately.')).toBeVisible();
  await expect(row(admin, 'olga').or(row(admin, 'operator@demo.example'))).toContainText('−1 revoked');

  await expect(menu(operator).getByRole('link', { name: 'Enterprise Scheduler' })).toBeVisible();

  // And back.
  const again = await open(admin, 'Olga Novak');
  await again.getByRole('checkbox', { name: /^Manager/ }).uncheck();
  await again.getByRole('checkbox', { name: 'Work at work centers', exact: true }).check();
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(row(admin, 'operator@demo.example')).not.toContainText('revoked');
  await expect(menu(operator).getByRole('link', { name: 'Enterprise Scheduler' })).toHaveCount(0);
});

test('nobody is offered to give what they lack, or to change who may do more', async ({ app }) => {
  const admin = await party.enter('admin', team);
  const drawer = await open(admin, 'Paul Lindner');
  await drawer.getByRole('checkbox', { name: "Manage the facility's team" }).check();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(row(admin, 'planner@demo.example')).toContainText('+1 granted');

  const planner = await party.enter('planner', team);
  const above = await open(planner, 'Ada Berger');
  await expect(above.getByText('This person has more permissions than you.', { exact: false })).toBeVisible();
  await expect(above.getByRole('button', { name: /Save|Disable|Move/ })).toHaveCount(0);
  await planner.keyboard.press('Escape');
  const operator = await open(planner, 'Olga Novak');
  const superAdmin = operator.getByRole('checkbox', { name: /^Super admin/ });
  await expect(superAdmin).toBeDisabled();
  await expect(superAdmin.locator('xpath=ancestor::label')).toContainText(
    "This role includes permissions you don't have.",
  );
  await operator.getByRole('checkbox', { name: /^Purchasing/ }).check();
  const pricing = operator.getByRole('checkbox', { name: 'Edit pricing rules' });
  await expect(pricing).toBeDisabled();
  await expect(pricing.locator('xpath=ancestor::label/..')).toContainText("You don't have this permission");
  await show(planner, 'team-lacking');
  await planner.keyboard.press('Escape');
  await planner.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard' }).click();
  await expect(planner.getByRole('dialog')).toHaveCount(0);

  // The last super admin: nobody takes their own rights, and the server has the last word.
  const self = await open(admin, 'Ada Berger');
  await expect(self.getByText('This is you. Another team member must change your permissions.')).toBeVisible();
  await expect(self.getByRole('button', { name: /Save|Disable/ })).toHaveCount(0);
  const client = await signedIn(app.url, 'admin');
  const { id } = (await client.call(listTeam, { query: {} })).find(({ email }) => email.startsWith('admin@')) ?? {
    id: 0,
  };
  expect(await refusal(client.call(enableMember, { params: { id }, body: { enabled: false } }))).toMatchObject({
    code: 'LAST_SUPER_ADMIN',
    message: 'There must be at least one super admin.',
  });
  await admin.keyboard.press('Escape');
  const back = await open(admin, 'Paul Lindner');
  await back.getByRole('checkbox', { name: "Manage the facility's team" }).uncheck();
  await back.getByRole('button', { name: 'Save' }).click();
  await expect(heading(planner, 'Access Denied').or(planner.getByText('Page not found'))).toBeVisible();
});

test('somebody who is disabled is out at once, and comes in again when enabled', async ({ app, browser }) => {
  const admin = await party.enter('admin', team);
  const kiosk = await party.enter('lot', '/service-provider');
  await expect(kiosk.getByRole('button', { name: /Line Terminal/ })).toBeVisible();
  const drawer = await open(admin, 'Line Terminal');
  await drawer.getByRole('button', { name: 'Disable' }).click();
  const question = admin.getByRole('dialog', { name: 'Disable Line Terminal?' });
  await expect(question).toContainText("They're signed out everywhere immediately");
  await question.getByRole('button', { name: 'Disable' }).click();
  await expect(admin.getByText('Line Terminal disabled.')).toBeVisible();
  await expect(kiosk.getByRole('button', { name: 'LOG IN' })).toBeVisible();
  await show(kiosk, 'team-disabled');

  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  await page.goto('/custom-login');
  await logIn(page, 'lot@demo.example');
  await expect(page.getByText('Unable to log in')).toBeVisible();

  await drawer.getByRole('button', { name: 'Enable' }).click();
  await expect(admin.getByText('Line Terminal can sign in again.')).toBeVisible();
  await page.getByRole('button', { name: 'LOG IN' }).click();
  await expect(page.getByRole('button', { name: /Line Terminal/ })).toBeVisible();
  await context.close();
});

test('a third-party engineer is invited, and comes in with a lighter menu', async ({ app, browser, mailbox }) => {
  const admin = await party.enter('admin', team);
  await admin.getByRole('button', { name: /^Third-party engineers/ }).click();
  await expect(row(admin, 'Quinn Design Studio')).toBeVisible();
  await admin.getByRole('button', { name: 'Invite an engineer' }).click();
  const drawer = admin.getByRole('dialog', { name: 'Invite an engineer' });
  await drawer.getByLabel('Email addresses').fill('tom@studio.example');
  await drawer.getByRole('checkbox', { name: /^Engineer/ }).check();
  await drawer.getByRole('button', { name: 'Send invitation' }).click();
  await expect(drawer.getByText('Please enter the company name')).toBeVisible();
  await drawer.getByLabel('Company name').fill('Studio Tom');
  await drawer.getByRole('button', { name: 'Send invitation' }).click();
  await expect(row(admin, 'Studio Tom')).toContainText('Invited');

  const context = await browser.newContext({ baseURL: app.url });
  const guest = await context.newPage();
  await guest.goto(linkIn(await mailbox.next('tom@studio.example', /invites you/)));
  await guest.getByLabel('First name').fill('Tom');
  await guest.getByLabel('Last name').fill('Weber');
  await guest.getByLabel('Password', { exact: true }).fill(newPassword);
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await guest.getByRole('link', { name: 'Sign In' }).click();
  await logIn(guest, 'tom@studio.example', newPassword);
  await expect(menu(guest).getByRole('link')).toHaveText(['Home', 'Part Orders', 'Part Inventory', 'Archive']);
  await guest.getByRole('button', { name: /Tom Weber/ }).click();
  await expect(guest.getByRole('link', { name: 'Company Profile' })).toBeVisible();
  await expect(guest.getByRole('link', { name: 'API Keys' })).toHaveCount(0);
  await show(guest, 'team-third-party');
  await guest.goto('/engineer/keys');
  await expect(heading(guest, 'Access Denied')).toBeVisible();
  await context.close();
});

test('an engineer company looks after its own people, and only those who may', async () => {
  const buyer = await party.enter('buyeradmin', '/engineer/team');
  for (const name of ['Bente Hansen', 'Erik Solberg', 'Birgit Olsen']) {
    await expect(buyer.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await expect(buyer.getByText('Ada Berger')).toHaveCount(0);
  await expect(buyer.getByRole('button', { name: /Third-party/ })).toHaveCount(0);
  const drawer = await open(buyer, 'Erik Solberg');
  await expect(drawer.getByRole('checkbox', { name: /^Kiosk|^Operator/ })).toHaveCount(0);
  await drawer.getByRole('checkbox', { name: /^Purchasing/ }).check();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(row(buyer, 'engineer@demo.example')).toContainText('Purchasing');
  await show(buyer, 'team-engineer');

  const engineer = await party.enter('engineer', '/engineer/team');
  await expect(heading(engineer, 'Access Denied')).toBeVisible();
});

test('a facility is opened with the settings of another, changed, closed and opened again', async () => {
  const admin = await party.enter('admin', '/service-provider/facilities');
  await admin.getByRole('button', { name: 'Add facility' }).click();
  const adding = admin.getByRole('dialog', { name: 'Add facility' });
  await adding.getByRole('button', { name: 'Add facility' }).click();
  await expect(adding.getByText('Please enter the facility name')).toBeVisible();
  await adding.getByLabel('Name').fill('Demo Additive Graz');
  await adding.getByLabel('Code').fill('GRZ');
  await choose(admin, 'Time zone', 'Europe/Vienna');
  await choose(admin, 'Copy settings from', 'Demo Additive GmbH');
  await show(admin, 'facilities-add');
  await adding.getByRole('button', { name: 'Add facility' }).click();
  await expect(admin.getByText('Demo Additive Graz added.')).toBeVisible();
  await expect(row(admin, 'Demo Additive Graz')).toContainText('Europe/Vienna');

  // Work in progress blocks the closing, and is named.
  await admin.getByRole('button', { name: 'Demo Additive Lyon', exact: true }).click();
  const lyon = admin.getByRole('dialog', { name: 'Demo Additive Lyon' });
  await expect(lyon.getByText(/Can.t close yet: \d+ jobs? (is|are) queued or running/)).toBeVisible();
  await expect(lyon.getByRole('button', { name: 'Close facility' })).toBeDisabled();
  await show(admin, 'facilities-blocked');
  await admin.keyboard.press('Escape');
  // The root itself is never closed.
  await admin.getByRole('button', { name: 'Demo Additive GmbH', exact: true }).click();
  const root = admin.getByRole('dialog', { name: 'Demo Additive GmbH' });
  await expect(root.getByLabel('Name')).toHaveValue('Demo Additive GmbH');
  await expect(root.getByRole('button', { name: 'Close facility' })).toHaveCount(0);
  await admin.keyboard.press('Escape');

  await admin.getByRole('button', { name: 'Demo Additive Graz', exact: true }).click();
  const graz = admin.getByRole('dialog', { name: 'Demo Additive Graz' });
  await graz.getByRole('button', { name: 'Close facility' }).click();
  await admin
    .getByRole('dialog', { name: 'Close Demo Additive Graz?' })
    .getByRole('button', { name: 'Close facility' })
    .click();
  await expect(row(admin, 'Demo Additive Graz')).toContainText('Closed');
  await expect(admin.getByRole('button', { name: 'Switch to Demo Additive Graz' })).toHaveCount(0);
  await graz.getByRole('button', { name: 'Reopen' }).click();
  await expect(row(admin, 'Demo Additive Graz')).toContainText('Open');
  await admin.keyboard.press('Escape');

  await admin.getByRole('button', { name: 'Switch to Demo Additive Graz' }).click();
  await expect(admin.getByRole('button', { name: /^Facility: Demo Additive Graz/ }).first()).toBeVisible();
  await admin.goto('/switch-facility/1');
  await expect(admin.getByRole('button', { name: /^Facility: Demo Additive GmbH/ }).first()).toBeVisible();
});

test('facility and company profile keep what is saved, and ask before losing what is not', async () => {
  const admin = await party.enter('admin', '/service-provider/profile/update');
  const website = admin.getByLabel('Website');
  await website.fill('no address');
  await admin.getByRole('button', { name: 'Save' }).first().click();
  await expect(admin.getByText('Please enter an address like https://example.com')).toBeVisible();
  await website.fill('https://new.demo.example');
  await admin.getByLabel('City').fill('Potsdam');
  await admin.getByRole('button', { name: 'Save' }).first().click();
  await expect(admin.getByText('Profile saved.')).toBeVisible();
  await show(admin, 'profile-facility');
  await admin.reload();
  await expect(website).toHaveValue('https://new.demo.example');
  await expect(admin.getByLabel('City')).toHaveValue('Potsdam');

  await website.fill('https://unsaved.demo.example');
  await menu(admin).getByRole('link', { name: 'Part Orders' }).click();
  const question = admin.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await question.getByRole('button').first().click();
  await expect(website).toHaveValue('https://unsaved.demo.example');
  await menu(admin).getByRole('link', { name: 'Part Orders' }).click();
  await question.getByRole('button').last().click();
  await expect(heading(admin, 'Part Orders')).toBeVisible();

  const buyer = await party.enter('buyeradmin', '/engineer/profile/update');
  const phone = buyer.getByRole('textbox', { name: 'Phone' }).first();
  await buyer.getByLabel('Name').first().fill('Nordwind Robotics AS');
  await phone.fill('+4722550199');
  await buyer.getByRole('button', { name: 'Save' }).click();
  await expect(buyer.getByText('Profile saved.')).toBeVisible();
  await show(buyer, 'profile-company');
  await buyer.reload();
  await expect(buyer.getByLabel('Name').first()).toHaveValue('Nordwind Robotics AS');

  // Others of the company read it.
  const engineer = await party.enter('engineer', '/engineer/profile/update');
  await expect(engineer.getByText("Your company's admins can change this.")).toBeVisible();
  await expect(engineer.getByLabel('Name').first()).toBeDisabled();
  await expect(engineer.getByRole('button', { name: 'Save' })).toHaveCount(0);
});

test('a reset key works at once, the old one for as long as was asked, and neither is shown again', async ({ app }) => {
  const as = async (key: string) => {
    const answer = await fetch(app.url + listEquipments.path, { headers: { authorization: `Bearer ${key}` } });
    await answer.arrayBuffer();
    return answer.status;
  };
  const planner = await party.enter('planner', '/service-provider/keys');
  const reset = async (hours: string) => {
    await planner.getByRole('button', { name: 'Reset Keys' }).click();
    const dialog = planner.getByRole('dialog', { name: 'Reset Keys' });
    await expect(dialog.getByLabel('The account key')).toHaveCount(0);
    await dialog.getByLabel('Keep the old key for (hours)').fill(hours);
    return dialog;
  };
  const shown = planner.getByRole('main').getByText(/^amk_u_/);

  // The first one replaces none.
  await planner.getByRole('button', { name: 'Create key' }).click();
  const creating = planner.getByRole('dialog', { name: 'Create key' });
  await expect(creating.getByLabel('Keep the old key for (hours)')).toHaveCount(0);
  await creating.getByRole('button', { name: 'Create key' }).click();
  await expect(planner.getByText('New keys are ready')).toBeVisible();
  const first = await shown.innerText();
  expect(await as(first)).toBe(200);

  let dialog = await reset('0');
  await expect(dialog).toContainText('Programs using the current key stop working immediately.');
  await dialog.getByLabel('Keep the old key for (hours)').fill('25');
  await expect(dialog.getByText('A whole number from 0 to 24')).toBeVisible();
  await dialog.getByLabel('Keep the old key for (hours)').fill('2');
  await expect(dialog).toContainText('Programs using the current key stop working in 2 hours.');
  await show(planner, 'keys-reset');
  await dialog.getByRole('button', { name: 'Reset Keys' }).click();
  await expect(planner.getByText(/The previous key works until/)).toBeVisible();
  const second = await shown.innerText();
  expect(second).not.toBe(first);
  expect(await as(first)).toBe(200);
  expect(await as(second)).toBe(200);
  await show(planner, 'keys');

  await waitAnHour(app.dataDir, 'planner');
  await planner.reload();
  await expect(shown).toHaveText(/^amk_u_••••/);
  await expect(planner.getByText('works until')).toBeVisible();
  expect(await planner.content()).not.toContain(second);

  // Whoever wants to see it, or another one, says first who they are.
  await planner.getByRole('button', { name: 'Show keys' }).click();
  const proof = planner.getByRole('dialog', { name: 'Confirm your identity' });
  await proof.getByRole('textbox', { name: 'Password' }).fill(password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(shown).toHaveText(second);

  dialog = await reset('0');
  await dialog.getByRole('button', { name: 'Reset Keys' }).click();
  await expect(shown).not.toHaveText(second);
  expect(await as(first)).toBe(401);
  expect(await as(second)).toBe(401);

  const admin = await party.enter('admin', '/service-provider/keys');
  await admin.getByRole('button', { name: 'Create key' }).click();
  await admin.getByLabel('Both').check();
  await admin.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await expect(admin.getByRole('heading', { name: 'Account key' })).toBeVisible();
  const account = admin.getByText(/^amk_a_/);
  await expect(account).toBeVisible();
  const all = await account.innerText();
  expect(await as(all)).toBe(200);

  // What the account's key may do is narrowed: only one permission is left.
  await admin.getByRole('button', { name: 'Reset Keys' }).click();
  const narrowing = admin.getByRole('dialog', { name: 'Reset Keys' });
  await narrowing.getByLabel('The account key').check();
  await narrowing.getByLabel('No access').check();
  await narrowing.getByLabel('All permissions').uncheck();
  await narrowing.getByLabel('View analytics').check();
  await show(admin, 'keys-scopes');
  await narrowing.getByRole('button', { name: 'Reset Keys' }).click();
  await expect(account).not.toHaveText(all);
  await expect(admin.getByRole('definition').filter({ hasText: 'No access' })).toBeVisible();
  await expect(admin.getByRole('definition').filter({ hasText: /^View analytics$/ })).toBeVisible();
  const narrow = await account.innerText();
  expect(await as(narrow)).toBe(403);
  await show(admin, 'keys-narrow');
  await admin.setViewportSize({ width: 390, height: 844 });
  await admin.evaluate(() => localStorage.setItem('language', 'ar_SA'));
  await admin.reload();
  await expect(admin.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(account).toBeVisible();
  await show(admin, 'keys-narrow-ar');
  await admin.getByRole('button', { name: 'إعادة تعيين المفاتيح' }).click();
  await admin.getByLabel('مفتاح الحساب', { exact: true }).check();
  await show(admin, 'keys-scopes-ar');
});

test('the team is handed out as a table', async () => {
  const admin = await party.enter('admin', team);
  await expect(row(admin, 'planner@demo.example')).toBeVisible();
  const [download] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain('planner@demo.example');
  expect(csv).toContain('Manager');
});
