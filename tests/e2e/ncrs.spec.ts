import { builtLot } from './lots.ts';
import { dispose, raise } from './ncrs.ts';
import { people } from './people.ts';
import { expect, show, test, type Page } from './test.ts';

test(
  'an operator raises a defect of a lot and holds it; what is done with its pieces is decided and carried out',
  { tag: '@quality' },
  async ({ app, browser }) => {
    const { lot, leave } = await builtLot(app.url, 'Warped plate');
    const party = people(browser, app.url);
    const path = `/service-provider/work-center/lots/${lot.id}`;
    const operator = await party.enter('operator', path, { viewport: { width: 820, height: 1180 }, hasTouch: true });
    await show(operator, 'ncr-floor');
    const number = await raise(operator, { title: 'Edges lift', photo: await operator.screenshot() });
    const told = operator.getByRole('region', { name: 'Non-conformances' });
    await expect(told).toContainText(`${number} Edges lift`);
    await expect(told).toContainText('Holds the lot');
    await expect(operator.getByText('On hold:')).toBeVisible();
    await show(operator, 'ncr-floor-held');
    // Who works on the floor does not read it whole.
    await expect(told.getByRole('link')).toHaveCount(0);

    const planner = await party.enter('planner', path);
    await planner.getByRole('link', { name: number }).click();
    await expect(planner.getByRole('heading', { level: 1 })).toHaveText(`${number} Edges lift`);
    await expect(planner.getByRole('img', { name: 'warped.png' })).toBeVisible();
    await pointAt(planner);
    await dispose(planner, [
      { pieces: '5', as: 'Rework', toStep: 'Finishing' },
      { pieces: '3', as: 'Make again', reason: 'Too thin' },
    ]);
    await planner.getByRole('button', { name: 'Start review' }).click();
    await planner.getByRole('button', { name: 'Carry out' }).click();
    await expect(planner.getByText('Carried out', { exact: true })).toHaveCount(2);
    await expect(planner.getByText(/^Close waits for: release of what is held$/)).toBeVisible();
    await show(planner, 'ncr-decided');
    await planner.getByRole('button', { name: `Release Lot ${lot.id}` }).click();
    await planner.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(planner.getByText('Closed', { exact: true }).first()).toBeVisible();
    await expect(operator.getByText('On hold:')).toHaveCount(0);
    await party.leave();
    await leave();
  },
);

/** Marks on the photo: one drawn, one taken back, one put there by keys. */
async function pointAt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mark warped.png' }).click();
  const drawer = page.getByRole('dialog', { name: 'Mark', exact: true });
  const box = await drawer.getByRole('img', { name: 'warped.png' }).boundingBox();
  if (!box) throw new Error('The photo is not there.');
  const draw = async (from: number, to: number) => {
    await page.mouse.move(box.x + box.width * from, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, box.y + 160, { steps: 4 });
    await page.mouse.up();
  };
  const marks = drawer.getByRole('list', { name: 'Mark' }).getByRole('listitem');
  await draw(0.2, 0.5);
  await draw(0.6, 0.9);
  await expect(marks).toHaveCount(2);
  await drawer.getByRole('button', { name: 'Undo' }).click();
  await expect(marks).toHaveCount(1);
  await marks.getByRole('textbox').fill('It lifts here');
  await drawer.getByRole('button', { name: 'Circle', exact: true }).click();
  await drawer.getByRole('button', { name: 'Add a mark' }).click();
  await marks.last().getByRole('button', { name: 'Move', exact: true }).press('ArrowRight');
  await show(page, 'ncr-marks');
  await drawer.getByRole('button', { name: 'Save marks' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('main').getByText('It lifts here')).toBeVisible();
}
