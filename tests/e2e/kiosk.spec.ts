import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { setOwnPin } from '@sinter/sdk/contract/production/kiosk';
import { listLotMoves, readLot } from '@sinter/sdk/contract/production/lots';
import { mesKind } from '@sinter/sdk/contract/production/mes';
import { signedIn, type Client } from './http.ts';
import { builtLot } from './lots.ts';
import { people } from './people.ts';
import { expect, show, test, type Page } from './test.ts';

const workCenter = '/service-provider/work-center';
const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const pad = (page: Page) => page.getByRole('dialog');

/** The settings of production ask for a PIN again after such a pause; 0: for each action. */
async function stretch(admin: Client, stretchSeconds: number): Promise<void> {
  const place = { kind: mesKind, elementId: '' };
  const { seen, published } = await admin.call(readSetting, { query: place });
  const value = { ...Object(published.value), kiosk: { pin: true, stretchSeconds } };
  const saved = await admin.call(saveSettingDraft, { body: { ...place, seen, value } });
  await admin.call(publishSetting, { body: { ...place, seen: saved.seen } });
}

async function type(page: Page, digits: string): Promise<void> {
  for (const digit of digits) await pad(page).getByRole('button', { name: digit, exact: true }).tap();
}

test('at a shared tablet each action asks who it is, and is theirs; within a stretch also without a connection @production', async ({
  app,
  browser,
}) => {
  const { lot, leave } = await builtLot(app.url, 'Plate at the kiosk');
  const [admin, operator, planner] = await Promise.all(
    (['admin', 'operator', 'planner'] as const).map((account) => signedIn(app.url, account)),
  );
  if (!admin || !operator || !planner) throw new Error('Somebody is missing.');
  await operator.call(setOwnPin, { body: { pin: '2580' } });
  const party = people(browser, app.url, [
    /ERR_INTERNET_DISCONNECTED|Failed to fetch|status of (400|409|422)/,
    /\[host\]|\[production\]/,
  ]);
  const page = await party.enter('lot', `${workCenter}/lots/${lot.id}?step=1`, tablet);
  const step = async () => (await planner.call(readLot, { params: { id: lot.id } })).steps[1];

  await expect(page.getByText('Kiosk: whoever does something enters their PIN.')).toBeVisible();
  // It opens no papers.
  await expect(page.getByRole('link', { name: 'Label' })).toHaveCount(0);
  await button(page, 'Start').tap();
  await expect(pad(page)).toContainText('Who are you?');
  await show(page, 'kiosk-who');
  await pad(page).getByRole('button', { name: 'Olga Novak' }).tap();
  await type(page, '1357');
  await expect(pad(page).getByRole('alert')).toHaveText('This is not your PIN.');
  await show(page, 'kiosk-pin');
  await page.keyboard.type('2580');
  await expect(pad(page)).toHaveCount(0);
  await expect.poll(step).toMatchObject({ status: 'IN_PROGRESS', startedBy: 'Olga Novak' });

  // Each action asks. What was counted stays while nobody says who they are.
  await page.getByRole('textbox', { name: 'Good' }).fill('2');
  await button(page, 'Progress').tap();
  await button(page, 'Cancel').tap();
  await expect(page.getByRole('textbox', { name: 'Good' })).toHaveValue('2');
  expect(await step()).toMatchObject({ good: 0 });
  await button(page, 'Progress').tap();
  await pad(page).getByRole('button', { name: 'Olga Novak' }).tap();
  await type(page, '2580');
  await expect.poll(step).toMatchObject({ good: 2 });
  const { moves } = await planner.call(listLotMoves, { params: { id: lot.id }, query: {} });
  expect(moves[0]).toMatchObject({ by: 'Olga Novak', device: 'Line Terminal' });

  // Without a connection nobody's PIN can be checked.
  await page.context().setOffline(true);
  await button(page, 'Pause').tap();
  await expect(pad(page)).toContainText('A PIN can be checked only with a connection');
  await show(page, 'kiosk-offline');
  await button(page, 'Cancel').tap();
  await page.context().setOffline(false);

  // Within a stretch the person goes on, also without a connection.
  await stretch(admin, 60);
  await button(page, 'Pause').tap();
  await pad(page).getByRole('button', { name: 'Olga Novak' }).tap();
  await type(page, '2580');
  await expect(page.getByRole('status').filter({ hasText: 'Olga Novak is at work here' })).toBeVisible();
  await page.context().setOffline(true);
  await button(page, 'Resume').tap();
  await expect(page.getByRole('status').filter({ hasText: '1 action' })).toBeVisible();
  await expect(page.getByText('Without a connection you cannot split or merge this lot')).toBeVisible();
  await show(page, 'kiosk-stretch');
  await page.context().setOffline(false);
  await expect.poll(step).toMatchObject({ status: 'IN_PROGRESS' });
  await button(page, 'Done').tap();
  await expect(page.getByText('Kiosk: whoever does something enters their PIN.')).toBeVisible();

  await stretch(admin, 0);
  await party.leave();
  await leave();
});
