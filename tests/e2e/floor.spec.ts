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
