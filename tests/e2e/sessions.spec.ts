import { isMarked, mark, people, type People } from './people.ts';
import { expect, show, signInByForm, test, type Page, logIn, menu } from './test.ts';

/** Several tabs and several browsers of one person: what becomes of the session in one is noticed in the others. */

let party: People;
test.beforeEach(({ browser, app }) => {
  party = people(browser, app.url, [
    /status of (401|403|409)/,
    /manifest could not be loaded .*The facility was changed/,
  ]);
});
test.afterEach(() => party.leave());

const entries = async (page: Page) => (await menu(page).getByRole('link').allTextContents()).toSorted();

async function another(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  await expect(menu(tab)).toBeVisible();
  return tab;
}

async function chooseInProfile(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('link', { name, exact: true }).click();
}

test('signing out in one tab signs out the other, and coming back leads to where each was', async () => {
  const tab = await party.enter('planner', '/service-provider/scheduler-view');
  // Once it is all there: what a page still fetches is refused after the end of the session.
  await expect(tab.getByRole('grid', { name: 'Machines and their jobs' })).toBeVisible();
  const other = await another(tab, '/service-provider');
  await chooseInProfile(other, 'Log Out');
  await other.waitForURL('**/custom-login');
  await tab.waitForURL('**/custom-login?returnTo=%2Fservice-provider%2Fscheduler-view');
  await expect(tab.getByRole('button', { name: 'LOG IN' })).toBeVisible();

  await logIn(tab, 'planner@demo.example');
  await tab.waitForURL('**/service-provider/scheduler-view');
});

test('unsaved work in the other tab is not lost without a word', async () => {
  const tab = await party.enter('planner', '/service-provider/user/profile/update');
  await tab.getByRole('textbox', { name: 'Phone' }).fill('+49 30 1234');
  const other = await another(tab, '/service-provider');
  await chooseInProfile(other, 'Log Out');
  await other.waitForURL('**/custom-login');
  const told = tab.getByRole('dialog');
  await expect(told).toBeVisible();
  await show(tab, 'session-ended-unsaved');
  await signInByForm(other, 'planner');
  // The same person is back: what was typed can be saved after all.
  await expect(told).toHaveCount(0);
  await expect(tab.getByRole('textbox', { name: 'Phone' })).toHaveValue('+49 30 1234');
  await tab.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(tab.getByText('Profile saved')).toBeVisible();
});

test('switching the facility reloads the other tab, with the menu of that place', async () => {
  const tab = await party.enter('admin', '/service-provider/facilities');
  const other = await another(tab, '/service-provider');
  const atHome = await entries(other);
  await mark(tab);
  const go = async (from: string, to: string) => {
    await other.getByRole('button', { name: `Facility: ${from}. Switch facility` }).click();
    await other.getByRole('link', { name: to, exact: true }).click();
    for (const page of [other, tab]) {
      await expect(page.getByRole('button', { name: `Facility: ${to}. Switch facility` })).toBeVisible();
    }
  };
  await go('Demo Additive GmbH', 'Demo Additive Lyon');
  expect(await isMarked(tab)).toBe(false);
  await expect(menu(tab).getByRole('link', { name: 'Single sign-on' })).toHaveCount(0);
  expect(await entries(other)).not.toEqual(atHome);
  await show(tab, 'session-lyon');
  await mark(tab);
  await go('Demo Additive Lyon', 'Demo Additive GmbH');
  expect(await isMarked(tab)).toBe(false);
  await expect.poll(() => entries(tab)).toEqual(atHome);
});

test('what is asked while the facility is being switched signs nobody out', async () => {
  const tab = await party.enter('admin', '/service-provider/facilities');
  const to = (name: string) => tab.getByRole('button', { name: `Facility: ${name}. Switch facility` });
  // The server has given the session another secret, and its answer is still on the way.
  let [switched, release] = [false, () => {}];
  const held = new Promise<void>((resolve) => (release = resolve));
  await tab.route('**/api/v1/users/switch-facility/*', async (route) => {
    const request = route.request();
    const answer = await fetch(request.url(), { method: 'POST', headers: await request.allHeaders() });
    const body = await answer.text();
    switched = true;
    await held;
    const cookies = answer.headers.getSetCookie().join('\n');
    await route.fulfill({
      status: answer.status,
      body,
      headers: { 'set-cookie': cookies },
      contentType: 'application/json',
    });
  });
  await to('Demo Additive GmbH').click();
  await tab.getByRole('link', { name: 'Demo Additive Lyon', exact: true }).click();
  await expect.poll(() => switched).toBe(true);
  const refused = tab.waitForResponse((response) => response.status() === 401);
  await tab.getByRole('button', { name: /^Notifications/ }).click();
  await refused;
  // Long enough for a page that takes this for the end of the session to be left.
  await tab.waitForTimeout(1_000);
  release();
  await expect(to('Demo Additive Lyon')).toBeVisible();
  await expect(tab).not.toHaveURL(/custom-login/);
});

test('switching the dashboard changes menu and rights, in every tab', async () => {
  const tab = await party.enter('dual', '/service-provider');
  const other = await another(tab, '/service-provider/scheduler-view');
  await chooseInProfile(tab, 'Switch Dashboard');
  for (const page of [tab, other]) {
    await page.waitForURL('**/store-front');
    await expect(page.getByText('Nordwind Robotics').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Enterprise Scheduler' })).toHaveCount(0);
  }
  await show(tab, 'session-store-front');
  await tab.goto('/service-provider/scheduler-view');
  await tab.waitForURL('**/access-denied');
  await tab.goto('/store-front');
  await chooseInProfile(tab, 'Switch Dashboard');
  for (const page of [tab, other]) {
    await page.waitForURL('**/service-provider');
    await expect(menu(page).getByRole('link', { name: 'Enterprise Scheduler' })).toBeVisible();
  }
});

test('signing out everywhere else ends another browser, which comes back to the same screen', async () => {
  const lost = await party.enter('finance', '/service-provider/user/profile/update');
  const desk = await party.enter('finance', '/service-provider/user/profile/update');
  const running = desk.getByRole('list', { name: 'Where you are signed in' });
  await expect(running.getByRole('listitem')).toHaveCount(2);
  await show(desk, 'session-list');
  await desk.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(desk.getByText("You're not signed in anywhere else.")).toBeVisible();
  await lost.waitForURL(/custom-login\?returnTo=/);
  await logIn(lost, 'finance@demo.example');
  await lost.waitForURL('**/service-provider/user/profile/update');

  // One at a time, too; and the one that is asked from goes on.
  await desk.reload();
  await running.getByRole('button', { name: /^Sign out / }).click();
  await lost.waitForURL(/custom-login\?returnTo=/);
  await expect(desk.getByText("You're not signed in anywhere else.")).toBeVisible();
  await desk.goto('/service-provider');
  await expect(menu(desk)).toBeVisible();
});

test('somebody else who signs in at the same browser is not led to where the one before was', async () => {
  const tab = await party.enter('admin', '/service-provider/team');
  await chooseInProfile(tab, 'Log Out');
  await tab.waitForURL('**/custom-login');
  await tab.goto(`/custom-login?returnTo=${encodeURIComponent('/service-provider/team')}`);
  await logIn(tab, 'operator@demo.example');
  await tab.waitForURL('**/service-provider/work-center');
  await expect(tab.getByRole('heading', { level: 1, name: 'Work center' })).toBeVisible();
});
