import { signedIn } from './http.ts';
import { people } from './people.ts';
import { inHours, newMachine, planned, retire } from './planning.ts';
import { expect, show, test, type Page } from './test.ts';

const schedules = '/service-provider/schedules';
const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('a job starts once its checklist is answered, or somebody who may lets it pass', async ({ app, browser }) => {
  const [manager, scheduler] = await Promise.all(['admin', 'planner'].map((account) => signedIn(app.url, account)));
  if (!manager || !scheduler) throw new Error('Somebody is missing.');
  const machine = await newMachine(manager, 'MJF-LIST');
  const first = await planned(scheduler, machine, 'Checked build', inHours(1));
  const second = await planned(scheduler, machine, 'Overridden build', inHours(8));
  const party = people(browser, app.url, [/status of 409 .*job-scheduling/]);
  const admin = await party.enter('admin', '/service-provider/checklist');

  await admin.getByRole('button', { name: 'New checklist' }).click();
  await drawer(admin, 'New checklist').getByRole('textbox', { name: 'Name' }).fill('Before a build');
  await admin.keyboard.press('Enter');
  await admin.getByRole('combobox', { name: 'Machines' }).click();
  await admin.keyboard.type('MJF-LIST');
  await admin.keyboard.press('Enter');
  await admin.keyboard.press('Escape');
  const items = admin.getByRole('list', { name: 'Items' }).getByRole('listitem');
  for (const label of ['Plate is clean', 'Gloves are on']) {
    await admin.getByRole('button', { name: 'Add check' }).click();
    await items.last().getByRole('textbox', { name: 'Label' }).fill(label);
  }
  await admin.getByRole('button', { name: 'Publish', exact: true }).click();
  await drawer(admin, 'Publish').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(admin.getByText(/^Version 1,/)).toBeVisible();
  await show(admin, 'checklists-editor');

  // What was pressed waits for the answers, and goes on by itself.
  const planner = await party.enter('planner', `${schedules}?job=${first.id}`);
  const start = (page: Page, id: number) =>
    drawer(page, `Job #${id}`).getByRole('button', { name: 'Start', exact: true }).click();
  await start(planner, first.id);
  const asked = drawer(planner, 'Checklist: Starting a job');
  await expect(asked.getByText('2 required items are open.')).toBeVisible();
  await show(planner, 'checklists-gate');
  await expect(asked.getByRole('button', { name: 'Continue without' })).toHaveCount(0);
  await planner.keyboard.press('Escape');
  await expect(planner.getByText('Answer the checklist first: Plate is clean, Gloves are on.').first()).toBeVisible();
  await start(planner, first.id);
  await asked.getByRole('checkbox', { name: 'Plate is clean' }).check();
  await asked.getByRole('button', { name: 'Save and continue' }).click();
  await expect(asked.getByText('1 required item is open.')).toBeVisible();
  await asked.getByRole('checkbox', { name: 'Gloves are on' }).check();
  await asked.getByRole('button', { name: 'Save and continue' }).click();
  await expect(drawer(planner, `Job #${first.id}`).getByText('In Progress')).toBeVisible();
  await expect(asked).toHaveCount(0);
  await drawer(planner, `Job #${first.id}`).getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(drawer(planner, `Job #${first.id}`).getByText('Completed')).toBeVisible();

  await admin.goto(`${schedules}?job=${second.id}`);
  await start(admin, second.id);
  await admin.getByRole('button', { name: 'Continue without' }).click();
  await admin.getByRole('textbox', { name: 'Reason' }).fill('The gloves are in the wash');
  await admin.getByRole('button', { name: 'Override and continue' }).click();
  await expect(drawer(admin, `Job #${second.id}`).getByText('In Progress')).toBeVisible();
  await admin.goto('/service-provider/checklist');
  await admin.getByRole('button', { name: 'Usage of Before a build' }).click();
  await expect(admin.getByText('The gloves are in the wash')).toBeVisible();
  await show(admin, 'checklists-usage');
  await party.leave();
  await retire(manager, scheduler, machine);
});
