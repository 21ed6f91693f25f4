import * as planning from '@sinter/sdk/contract/production/planning';
import { keepNestedBuild } from '@sinter/sdk/contract/production/platforms';
import { arrangedBuild, arranged } from './arrangedBuild.ts';
import { people } from './people.ts';
import { expect, show, test } from './test.ts';

const platforms = '/service-provider/machine-platforms';
const block = 'Block for the platform';

test(
  'an arrangement is kept, changed to a second revision, compared, and built again',
  { tag: '@production' },
  async ({ app, browser }) => {
    test.slow();
    const {
      planner: client,
      build,
      machine,
      leave,
    } = await arrangedBuild(app.url, { name: block, ordered: 10, pieces: 4 });
    const party = people(browser, app.url);
    const planner = await party.enter('planner', '/service-provider/build-planning-new');

    const card = planner.getByRole('listitem', { name: block, exact: true });
    await card.getByRole('button', { name: 'More' }).click();
    await card.getByRole('button', { name: 'Keep as a platform…' }).click();
    const dialog = planner.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(dialog).toContainText('Kept as revision 1.');
    await dialog.getByRole('link', { name: 'Open the platform' }).click();

    await expect(planner.getByRole('heading', { level: 1, name: block })).toBeVisible();
    const pieces = planner.getByRole('listbox', { name: 'Pieces' });
    await expect(pieces.getByRole('option')).toHaveCount(4);
    await expect(planner.getByText(/^Loading parts/)).toBeHidden();
    // A row of the table and its piece on the plate are one.
    const table = planner.getByRole('table', { name: 'Pieces on the plate' });
    await expect(table.getByRole('row')).toHaveCount(5);
    await table
      .getByRole('button', { name: `${block}.stl` })
      .nth(1)
      .click();
    await expect(pieces.getByRole('option', { selected: true })).toHaveCount(1);
    await expect(table.getByRole('link', { name: block }).first()).toBeVisible();
    const [download] = await Promise.all([
      planner.waitForEvent('download'),
      planner.getByRole('link', { name: 'Download 3MF' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^platform-\d+-1\.3mf$/);

    // Changed in planning: five pieces are the second revision, which the open page shows by itself.
    const platformId = Number(new URL(planner.url()).pathname.split('/').at(-1));
    const [item] = build.items;
    const more = await client.call(planning.changePlannedPieces, {
      params: { id: build.id },
      body: { version: build.version, add: [{ orderFileId: item?.orderFileId ?? 0, quantity: 1 }] },
    });
    const { arrangement } = await arranged(client, more.id);
    await client.call(keepNestedBuild, {
      params: { id: arrangement?.nestingId ?? 0, number: 1 },
      body: { name: block, platformId },
    });
    await expect(pieces.getByRole('option')).toHaveCount(5);
    await planner.getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 1 });
    await expect(planner).toHaveURL(/from=1/);
    await expect(planner.getByText('1 added')).toBeVisible();
    await expect(pieces.getByRole('option').filter({ hasText: 'added' })).toHaveCount(1);
    await show(planner, 'machine-platform');

    // At the next slot of its machine, once nobody plans the pieces otherwise.
    const { version } = await client.call(planning.readPlannedBuild, { params: { id: build.id } });
    await client.call(planning.discardPlannedBuild, { params: { id: build.id }, body: { version } });
    await planner.getByRole('button', { name: 'Build again…' }).click();
    await dialog.getByRole('textbox', { name: 'Job name' }).fill(`${block} again`);
    await dialog.getByRole('textbox', { name: 'Hours on the machine' }).fill('5');
    await expect(dialog.getByText('Next free slot')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save as job' }).click();
    const jobs = planner.getByRole('list', { name: 'Builds' });
    await expect(jobs.getByRole('listitem').filter({ hasText: `${block} again` })).toContainText('Created');
    await expect(jobs).toContainText('Revision 2');

    // Who builds it sees it, and plans nothing. The address keeps what was searched.
    const operator = await party.enter('operator', platforms);
    await operator.getByRole('searchbox').fill(block);
    const found = operator.getByRole('table', { name: 'Machine platforms' });
    await expect(found.getByRole('row')).toHaveCount(2);
    await expect(operator).toHaveURL(/q=Block/);
    await expect(found).toContainText(machine.displayName);
    await show(operator, 'machine-platforms');
    await found.getByRole('link', { name: block }).click();
    await expect(operator.getByRole('list', { name: 'Builds' })).toContainText(`${block} again`);
    await expect(operator.getByRole('button', { name: 'Build again…' })).toHaveCount(0);
    await leave();
  },
);
