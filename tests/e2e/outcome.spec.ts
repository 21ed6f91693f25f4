import { randomUUID } from 'node:crypto';
import * as planning from '@sinter/sdk/contract/production/planning';
import { listCards } from '@sinter/sdk/contract/production/lots';
import { fireJobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import { arrangedBuild } from './arrangedBuild.ts';
import { people } from './people.ts';
import { inHours } from './planning.ts';
import { expect, show, test } from './test.ts';

const plate = 'Block on the plate';
const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true };

/** A build of four pieces on its plate that runs. */
async function running(url: string) {
  const { planner, build, leave } = await arrangedBuild(url, { name: plate, ordered: 4, pieces: 4 });
  const from = inHours(1);
  const times = { fromDate: String(from), toDate: String(from + 7_200_000) };
  await planner.call(planning.schedulePlannedBuild, {
    params: { id: build.id },
    body: { version: build.version, eventId: randomUUID(), jobName: plate, ...times },
  });
  const { cards } = await planner.call(listCards, { query: { text: plate } });
  await planner.call(fireJobEvent, { params: { id: cards[0]?.jobId ?? 0 }, body: { event: 'START' } });
  return { lotId: cards[0]?.id ?? 0, leave };
}

test(
  'an operator marks a failed object on the plate by touch; what failed is to be scheduled again and says whose place it takes',
  { tag: '@production' },
  async ({ app, browser }) => {
    const { lotId, leave } = await running(app.url);
    const party = people(browser, app.url);
    const page = await party.enter('operator', `/service-provider/work-center/lots/${lotId}?step=0`, tablet);
    const objects = page.getByRole('region', { name: 'Objects of the build' });
    await expect(objects.getByRole('img')).toHaveAccessibleName(/0 good, 0 failed, 4 not marked/);

    // On the picture, in the middle of the third object.
    await objects.locator('[data-copy="2"]').tap();
    await expect(objects.getByText('1 object selected')).toBeVisible();
    await objects.getByRole('button', { name: 'Failed', exact: true }).last().tap();
    await objects.getByRole('button', { name: 'Surface', exact: true }).tap();
    await expect(objects.getByRole('img')).toHaveAccessibleName(/0 good, 1 failed, 3 not marked/);
    await expect(objects.locator('li[data-outcome="FAILED"]')).toContainText(/object 3.*Surface/);
    await show(page, 'outcome-marked');

    // The build ends: what nobody marked is what its count leaves.
    await page.getByRole('button', { name: 'Complete build' }).tap();
    const end = page.getByRole('dialog');
    await expect(end.getByText('The marks leave 0 to 3 good pieces.')).toBeVisible();
    await expect(end.getByRole('textbox').last()).toHaveValue('3');
    await show(page, 'outcome-end');
    await end.getByRole('button', { name: 'Complete build' }).tap();
    await expect(end).toBeHidden();
    await expect(objects.getByRole('img')).toHaveAccessibleName(/3 good, 1 failed, 0 not marked/);

    const planner = await party.enter('planner', '/service-provider/build-planning-new');
    const parts = planner.getByRole('region', { name: 'Parts to schedule' });
    await parts.getByRole('searchbox').fill(plate);
    const row = parts.getByRole('listitem').filter({ hasText: plate });
    await expect(row).toContainText(`1 made again from ${plate} · Surface · objects 3`);
    await expect(row.locator('strong').last()).toHaveText('1');
    await show(planner, 'outcome-pool');
    await party.leave();
    await leave();
  },
);
