import { randomUUID } from 'node:crypto';
import { listCards } from '@sinter/sdk/contract/production/lots';
import { createJob, fireJobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import { boxFacets, stlOf } from '../fixtures/solids.ts';
import { preparedPart, signedIn } from './http.ts';
import { awarded, draftOrder } from './orders.ts';
import { people } from './people.ts';
import { inHours, newMachine, retire } from './planning.ts';
import { expect, show, test, type Page } from './test.ts';

const workCenter = '/service-provider/work-center';
const plate = 'Locking plate for the floor';

/** Eight pieces that were built and wait to be finished. */
async function builtLot(url: string) {
  const [admin, planner, buyer] = await Promise.all(
    ['admin', 'planner', 'buyer'].map((account) => signedIn(url, account)),
  );
  if (!admin || !planner || !buyer) throw new Error('Somebody is missing.');
  const machine = await newMachine(admin, 'MJF-FLOOR');
  const materialId = machine.materials[0] ?? 0;
  const part = await preparedPart(buyer, `${plate}.stl`, stlOf(boxFacets([20, 20, 20])));
  const choice = { amProcessId: machine.machine.amProcess.id, materialId };
  const order = await awarded(buyer, admin, await draftOrder(buyer, part, plate, 8, choice));
  const rfqCadFileId = order.rfqFileDTOs[0]?.id ?? 0;
  const from = inHours(1);
  const { id } = await planner.call(createJob, {
    body: {
      jobName: 'Plates',
      equipmentDTO: { id: machine.id },
      materialDTO: { id: materialId },
      fromDate: String(from),
      toDate: String(from + 7_200_000),
      estimatedTime: '2',
      files: [{ rfqCadFileId, quantity: 8 }],
      eventId: randomUUID(),
    },
  });
  const completed = [{ rfqCadFileId, completedQuantity: 8 }];
  await planner.call(fireJobEvent, { params: { id }, body: { event: 'START' } });
  await planner.call(fireJobEvent, { params: { id }, body: { event: 'COMPLETE', completed } });
  const { cards } = await planner.call(listCards, { query: { text: plate } });
  const [lot] = cards;
  if (!lot) throw new Error('The build has left no lot.');
  return { lot, orderId: order.id, leave: () => retire(admin, planner, machine) };
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const count = (page: Page, kind: string) => page.locator(`[data-count="${kind}"] dd`);

test('an operator counts a lot on the floor, and others see it move', async ({ app, browser }) => {
  const { lot, orderId, leave } = await builtLot(app.url);
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
