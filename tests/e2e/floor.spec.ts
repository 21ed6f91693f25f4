import { readLot } from '@sinter/sdk/contract/production/lots';
import { builtLot } from './lots.ts';
import { people } from './people.ts';
import { expect, show, test, type Page } from './test.ts';

const workCenter = '/service-provider/work-center';
const plate = 'Locking plate for the floor';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const count = (page: Page, kind: string) => page.locator(`[data-count="${kind}"] dd`);

test('an operator counts a lot on the floor, and others see it move', async ({ app, browser }) => {
  const { lot, orderId, leave } = await builtLot(app.url, plate);
  const party = people(browser, app.url);
  const name = `Lot ${lot.id}`;
  const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true };
  const [operator, planner] = await Promise.all([
    party.enter('operator', '/', tablet),
    party.enter('planner', `/order-details/${orderId}?tab=production/workplan`),
  ]);

  // Home is the floor; one work center at a time where there is room for one.
  await operator.waitForURL(`**${workCenter}`);
  await operator
    .getByRole('group', { name: 'Work centers' })
    .getByRole('button', { name: /^Finishing/ })
    .tap();
  await show(operator, 'floor-board');
  await region(operator, 'Finishing').getByRole('link', { name }).tap();
  await operator.getByRole('button', { name: 'Start', exact: true }).tap();
  await expect(planner.getByRole('row', { name: new RegExp(name) })).toContainText('In progress');

  // What is counted is put down first; a reload loses none of it.
  const good = operator.getByRole('textbox', { name: 'Good' });
  await good.fill('5');
  await operator.getByRole('button', { name: 'Add scrap' }).tap();
  await expect(operator.getByText('Choose a reason for each scrap and rework.')).toBeVisible();
  await expect(operator.getByRole('button', { name: 'Progress', exact: true })).toBeDisabled();
  await operator.getByRole('combobox', { name: 'Reason' }).selectOption('Surface');
  await expect(count(operator, 'good')).toHaveText('0');
  operator.on('dialog', (dialog) => void dialog.accept());
  await operator.reload();
  await expect(good).toHaveValue('5');
  await show(operator, 'floor-lot');
  await operator.getByRole('button', { name: 'Progress', exact: true }).tap();
  await expect(count(operator, 'good')).toHaveText('5');
  await expect(count(operator, 'scrap')).toHaveText('1');
  await expect(count(operator, 'open')).toHaveText('2');
  await expect(planner.getByRole('row', { name: new RegExp(name) })).toContainText('5 of 8 good');

  // The rest, and the step is finished with it.
  await operator.getByRole('button', { name: 'The rest (2)' }).tap();
  await operator.getByRole('button', { name: 'Progress and finish' }).tap();
  await expect(operator.getByRole('link', { name: /Finishing.*Finished/ })).toBeVisible();
  await expect(planner.getByRole('row', { name: new RegExp(name) })).toContainText('7 of 8 good');
  await show(planner, 'floor-workplan');
  await party.leave();
  await leave();
});

test('what comes to the page of a lot later moves no button away from the finger', async ({ app, browser }) => {
  const { lot, leave } = await builtLot(app.url, 'Plate with a page that comes slowly');
  const party = people(browser, app.url);
  const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true, serviceWorkers: 'block' } as const;
  const operator = await party.enter('operator', workCenter, tablet);
  await operator
    .getByRole('group', { name: 'Work centers' })
    .getByRole('button', { name: /^Finishing/ })
    .tap();
  // Once the lot is there, the page shows it and asks for the code of what stands around it.
  const lotAnswer = readLot.path.replace('{id}', String(lot.id));
  let isThere = false;
  operator.on('response', (response) => {
    isThere ||= new URL(response.url()).pathname === lotAnswer;
  });
  let held = 0;
  let letThrough = (): void => {};
  const goesOn = new Promise<void>((resolve) => (letThrough = resolve));
  await operator.route('**/*.js', async (route) => {
    if (isThere) {
      held += 1;
      await goesOn;
    }
    await route.continue();
  });

  await region(operator, 'Finishing')
    .getByRole('link', { name: `Lot ${lot.id}` })
    .tap();
  const start = operator.getByRole('button', { name: 'Start', exact: true });
  await start.waitFor();
  await expect.poll(() => held).toBeGreaterThan(1);
  const place = await start.boundingBox();
  letThrough();
  await operator.getByRole('button', { name: 'Raise non-conformance' }).waitFor();
  await operator.getByRole('button', { name: 'Add tag' }).waitFor();
  expect(await start.boundingBox()).toEqual(place);
  await party.leave();
  await leave();
});
