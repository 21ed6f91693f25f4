import { trayKey } from '@sinter/sdk/contract/grabcad/tray';
import { switchModule } from '@sinter/sdk/contract/host/modules';
import { previewRegistry } from '@sinter/sdk/contract/host/registry';
import { signedIn } from './http.ts';
import { expect, show, test, type Page } from './test.ts';
import { isMarked, mark, people, pluginIn, statusOf, type People } from './people.ts';

/** The page itself and the server both write down what is refused while a module is off. */
const refused = [/status of 404/];

let party: People;
test.beforeEach(({ browser, app }) => {
  party = people(browser, app.url, refused);
});
test.afterEach(() => party.leave());

const modules = '/service-provider/settings/modules';
const scheduler = '/service-provider/scheduler-view';
const selectParts = '/grabcad/grabcad-select-parts';

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name });

/** Uses the switch on the modules screen; answers when it was used. */
async function flip(admin: Page, module: string): Promise<number> {
  const toggle = admin.getByRole('switch', { name: `Turn ${module} on or off` });
  const isOn = await toggle.isChecked();
  await toggle.click();
  const dialog = admin.getByRole('dialog', { name: `Turn off ${module}?` });
  const yes = dialog.getByRole('button', { name: 'Yes' });
  if (isOn) await expect(yes).toBeVisible();
  const at = Date.now();
  if (isOn) await yes.click();
  await expect(toggle).toBeChecked({ checked: !isOn });
  return at;
}

test('a module that is switched off goes from every open browser of its facility, and comes back', async () => {
  const admin = await party.enter('admin', modules);
  const planner = await party.enter('planner', scheduler);
  const operator = await party.enter('operator', selectParts);
  const elsewhere = await party.enter('admin2', modules);
  const everyone = [admin, planner, operator, elsewhere];

  await expect(entry(planner, 'GrabCAD Print')).toBeVisible();
  await expect(planner.getByRole('button', { name: 'New job' })).toBeVisible();
  await expect(operator.getByRole('heading', { name: 'Select parts' })).toBeVisible();
  await expect(entry(elsewhere, 'GrabCAD Print')).toBeVisible();
  const plugin = await pluginIn(planner, 'grabcad');
  const code = `${plugin?.baseUrl}${plugin?.entry}`;
  const call = trayKey.path;
  const answers = async (page: Page) => [await statusOf(page, code), await statusOf(page, call)];
  for (const page of [planner, operator, elsewhere]) expect(await answers(page)).toEqual([200, 200]);
  for (const page of everyone) await mark(page);
  await show(admin, 'modules');

  const off = await flip(admin, 'GrabCAD Print');
  await expect(entry(planner, 'GrabCAD Print')).toBeHidden();
  test.info().annotations.push({ type: 'menu entry gone after', description: `${Date.now() - off} ms` });
  await expect(operator.getByText('This screen is turned off')).toBeVisible();
  for (const page of [admin, planner, operator]) expect(await answers(page)).toEqual([404, 404]);
  expect(await answers(elsewhere)).toEqual([200, 200]);
  await expect(entry(elsewhere, 'GrabCAD Print')).toBeVisible();
  await show(admin, 'modules-off');
  await show(operator, 'modules-off-embedded');

  const on = await flip(admin, 'GrabCAD Print');
  await expect(entry(planner, 'GrabCAD Print')).toBeVisible();
  test.info().annotations.push({ type: 'menu entry back after', description: `${Date.now() - on} ms` });
  await expect(operator.getByRole('heading', { name: 'Select parts' })).toBeVisible();
  for (const page of [planner, operator, elsewhere]) expect(await answers(page)).toEqual([200, 200]);
  for (const page of everyone) expect(await isMarked(page)).toBe(true);
});

test('threads go from an open viewer with their module, and come back', async () => {
  const admin = await party.enter('admin', modules);
  const planner = await party.enter('planner', '/order/3/cad-viewer');
  const threads = planner.getByText(/comments? on the part/);
  const title = planner.getByRole('heading', { level: 1, name: 'Impellers for the coolant pump' });
  await expect(threads).toBeVisible();
  await mark(planner);

  await flip(admin, 'Comments');
  await expect(threads).toBeHidden();
  await expect(title).toBeVisible();
  await flip(admin, 'Comments');
  await expect(threads).toBeVisible();
  expect(await isMarked(planner)).toBe(true);
});

test('unsaved work is asked about first, and is lost only if the person says so', async () => {
  const admin = await party.enter('admin', modules);
  // Nobody can agree before the page knows what goes away, however long that takes.
  await admin.route(`**${previewRegistry.path}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  const planner = await party.enter('planner', scheduler);
  await mark(planner);
  const drawer = planner.getByRole('dialog', { name: 'New job' });
  const jobName = drawer.getByLabel('Job name');
  const question = planner.getByRole('dialog', { name: 'Leave without saving?' });
  await planner.getByRole('button', { name: 'New job' }).click();
  await jobName.fill('Not to be lost');

  const off = await flip(admin, 'Scheduling');
  await expect(question).toBeVisible();
  test.info().annotations.push({ type: 'asked after', description: `${Date.now() - off} ms` });
  await expect(entry(planner, 'Enterprise Scheduler')).toBeHidden();
  await expect(entry(planner, 'GrabCAD Print')).toBeHidden();
  await expect(jobName).toHaveValue('Not to be lost');
  await show(planner, 'modules-unsaved');

  await question.getByRole('button', { name: 'Keep open' }).click();
  await expect(question).toBeHidden();
  await expect(jobName).toHaveValue('Not to be lost');
  expect(await statusOf(planner, '/api/v1/job-scheduling/getAllWithPagination/1/0')).toBe(404);

  await flip(admin, 'Scheduling');
  await expect(entry(planner, 'Enterprise Scheduler')).toBeVisible();
  await expect(jobName).toHaveValue('Not to be lost');

  // Asked, and on again before the answer: there is nothing to ask any more.
  await flip(admin, 'Scheduling');
  await expect(question).toBeVisible();
  await flip(admin, 'Scheduling');
  await expect(question).toBeHidden();
  await expect(jobName).toHaveValue('Not to be lost');

  await flip(admin, 'Scheduling');
  await question.getByRole('button', { name: 'Stop' }).click();
  await expect(drawer).toBeHidden();
  await expect(planner.getByText('turned off for your facility')).toBeVisible();
  await show(planner, 'modules-off-shell');
  await flip(admin, 'Scheduling');
  await expect(planner.getByRole('button', { name: 'New job' })).toBeVisible();
  expect(await isMarked(planner)).toBe(true);
});

test('what is kept open can be saved for some minutes more, and nothing else is opened', async ({ app }) => {
  const admin = await signedIn(app.url, 'admin');
  const turn = (enabled: boolean) => admin.call(switchModule, { params: { id: 'projects' }, body: { enabled } });
  const planner = await party.enter('planner', '/service-provider/projects');
  const drawer = planner.getByRole('dialog', { name: 'New project' });
  const question = planner.getByRole('dialog', { name: 'Leave without saving?' });
  const name = drawer.getByLabel('Name');
  await planner.getByRole('button', { name: 'New project' }).click();
  await name.fill('Fixtures for line 4');

  await turn(false);
  await expect(question).toContainText('An administrator has turned off Projects');
  await expect(question).toContainText(/You can save them until \d+:\d\d [AP]M/);
  await show(planner, 'modules-closing-question');
  await question.getByRole('button', { name: 'Keep open' }).click();
  await expect(planner.getByText(/Projects is turned off. You can save your changes until/)).toBeVisible();
  await expect(planner.getByText(/^(10|9) min left$/)).toBeVisible();
  await show(planner, 'modules-closing');
  await planner.setViewportSize({ width: 390, height: 844 });
  await show(planner, 'modules-closing-narrow');
  await planner.setViewportSize({ width: 1280, height: 720 });

  const now = Date.now();
  await planner.clock.setFixedTime(now + 11 * 60_000);
  await expect(planner.getByText(/Projects is turned off and saving has ended/)).toBeVisible();
  await show(planner, 'modules-closing-ended');
  await planner.clock.setFixedTime(now);

  await drawer.getByRole('button', { name: 'Create project' }).click();
  await expect(drawer).toBeHidden();
  await expect(planner.getByText('turned off for your facility')).toBeVisible();
  expect(await statusOf(planner, '/api/v1/projects/1')).toBe(404);

  await turn(true);
  await planner.goto('/service-provider/projects');
  await expect(planner.getByRole('link', { name: 'Fixtures for line 4' })).toBeVisible();
});

test('a switch made while a page is still opening its stream is not missed', async ({ app }) => {
  const admin = await signedIn(app.url, 'admin');
  const turn = (enabled: boolean) => admin.call(switchModule, { params: { id: 'grabcad' }, body: { enabled } });
  const planner = await party.enter('planner', '/service-provider');
  await expect(entry(planner, 'GrabCAD Print')).toBeVisible();

  let switchedOff = () => {};
  const isOff = new Promise<void>((done) => (switchedOff = done));
  const openingOnce = { times: 1 }; // a later stream is none of this test's
  await planner.route(
    '**/api/v1/events*',
    async (stream) => {
      await expect(entry(planner, 'GrabCAD Print')).toBeVisible();
      await turn(false);
      switchedOff();
      await stream.continue();
    },
    openingOnce,
  );
  await planner.reload();
  await isOff; // a page that has not been drawn yet shows no entry either
  await expect(entry(planner, 'GrabCAD Print')).toBeHidden({ timeout: 10_000 });
  await turn(true);
  await expect(entry(planner, 'GrabCAD Print')).toBeVisible();
});
