import { boxFacets, stlOf } from '../fixtures/solids.ts';
import { preparedPart, signedIn } from './http.ts';
import { awarded, draftOrder } from './orders.ts';
import { people } from './people.ts';
import { newMachine, retire } from './planning.ts';
import { expect, show, test } from './test.ts';

const planning = '/service-provider/build-planning-new';
const block = 'Block for the plan';

/** Six pieces of an order that are to schedule, on a machine that is free. */
async function ordered(url: string) {
  const [admin, planner, buyer] = await Promise.all(
    ['admin', 'planner', 'buyer'].map((account) => signedIn(url, account)),
  );
  if (!admin || !planner || !buyer) throw new Error('Somebody is missing.');
  const machine = await newMachine(admin, 'MJF-PLAN');
  const part = await preparedPart(buyer, `${block}.stl`, stlOf(boxFacets([30, 20, 20])));
  const choice = { amProcessId: machine.machine.amProcess.id, materialId: machine.materials[0] ?? 0 };
  await awarded(buyer, admin, await draftOrder(buyer, part, block, 6, choice));
  return { leave: () => retire(admin, planner, machine) };
}

test('a planner makes a build of parts, has it arranged, and puts it into the schedule', async ({ app, browser }) => {
  const { leave } = await ordered(app.url);
  const party = people(browser, app.url);
  const [planner, other] = await Promise.all([party.enter('planner', planning), party.enter('admin', planning)]);
  const parts = planner.getByRole('region', { name: 'Parts to schedule' });
  const row = parts.getByRole('listitem').filter({ hasText: block });
  await parts.getByRole('searchbox').fill(block);
  await expect(row).toContainText('of 6 ordered');

  // By keyboard, as by mouse: five of them into a new build.
  await row.getByRole('checkbox').press('Space');
  await row.getByRole('textbox', { name: /^Pieces of/ }).fill('5');
  await parts.getByRole('button', { name: 'Move to…' }).press('Enter');
  await parts.getByRole('button', { name: 'New build' }).press('Enter');
  const builds = planner.getByRole('region', { name: 'Planned builds' });
  // Those of the demo company are of other materials.
  const card = builds.getByRole('listitem').filter({ hasText: 'Not arranged' }).filter({ hasText: 'PA 12' });
  const name = (await card.getByRole('heading').textContent()) ?? '';
  const build = builds.getByRole('listitem', { name, exact: true });
  await build.getByRole('button', { name: 'More' }).click();
  await build.getByRole('button', { name: 'Rename or change machine' }).click();
  const edit = planner.getByRole('dialog');
  await edit.getByRole('combobox', { name: 'Machine' }).selectOption('MJF-PLAN');
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(build).toContainText('MJF-PLAN');
  await expect(row.locator('strong')).toHaveText('1');
  await expect(other.getByRole('listitem', { name, exact: true })).toContainText('MJF-PLAN');

  await build.getByRole('button', { name: 'Arrange', exact: true }).click();
  const enough = build.getByRole('button', { name: 'Take the best so far' });
  const arranged = build.getByText('Arranged', { exact: true });
  await expect(enough.or(arranged)).toBeVisible();
  // It may be ready in between.
  if (await enough.isVisible()) await enough.click({ timeout: 2_000 }).catch(() => undefined);
  await expect(arranged).toBeVisible();
  await expect(build.getByText('Utilization')).toBeVisible();
  await show(planner, 'build-planning');
  const [download] = await Promise.all([
    planner.waitForEvent('download'),
    build.getByRole('link', { name: 'Download 3MF' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.3mf$/);

  await build.getByRole('button', { name: 'Show the plate' }).click();
  const plate = planner.getByRole('dialog');
  await expect(plate.getByText(/^Loading parts/)).toBeHidden();
  await plate.getByRole('listbox', { name: 'Pieces' }).press('ArrowDown');
  await expect(plate.getByRole('option', { selected: true })).toHaveText(`${block}.stl, copy 1`);
  const { width, height } = (await plate.getByRole('application').boundingBox()) ?? { width: 0, height: 0 };
  // Beside all of them.
  await plate.getByRole('application').click({ position: { x: width - 8, y: height / 2 } });
  await expect(plate.getByRole('option', { selected: true })).toHaveCount(0);
  await show(planner, 'build-planning-plate');
  await planner.keyboard.press('Escape');
  await expect(plate).toBeHidden();

  await build.getByRole('button', { name: 'Schedule…' }).click();
  const dialog = planner.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Job name' }).fill(block);
  await expect(dialog.getByText('Next free slot')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save as job' }).click();
  await expect(build).toBeHidden();
  await builds.getByText(/ended build/).click();
  await builds.getByRole('link', { name: 'Open the schedule' }).first().click();
  await expect(planner.getByRole('dialog')).toContainText(block);
  await leave();
});
