import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildServer } from '../../scripts/build/server.ts';
import { readProject } from '../../scripts/build/project.ts';
import { buildWeb } from '../../scripts/build/web.ts';
import { addCheck } from '../fixtures/checks/shared/contract.ts';
import { startApp, type App } from './app.ts';
import { signedIn } from './http.ts';
import { people, type People } from './people.ts';
import { expect, heading, menu, show, test } from './test.ts';

/**
 * An area is a folder: one more is put among the plugins of a copy of the sources, nothing else is touched, and the copy
 * is built and used. What its server half does is proved by `tests/contract/droppedFolder.test.ts`.
 */
const sources = resolve('.build/e2e/dropped-sources');
let dropped: App;
let party: People;

test.beforeAll(async () => {
  rmSync(sources, { recursive: true, force: true });
  for (const part of ['sdk', 'registry', 'host', 'plugins', 'package.json', 'tsconfig.json']) {
    cpSync(part, join(sources, part), { recursive: true, filter: (path) => !path.includes('node_modules') });
  }
  cpSync('tests/fixtures/checks', join(sources, 'plugins/checks'), { recursive: true });
  const project = readProject(process.cwd(), sources);
  await Promise.all([buildWeb(project), buildServer(project)]);
  dropped = await startApp({ name: 'dropped', folder: sources });
});
test.afterAll(() => dropped.stop());
test.beforeEach(({ browser }) => {
  party = people(browser, dropped.url);
});
test.afterEach(() => party.leave());

test(
  'a folder dropped among the plugins is in the menu, in the search and on the pages of others',
  { tag: '@host' },
  async () => {
    const admin = await party.enter('admin', '/service-provider');
    const elsewhere = await party.enter('admin', '/service-provider/checks');
    const operator = await party.enter('operator', '/service-provider');

    await menu(admin).getByRole('link', { name: 'Checks' }).click();
    await expect(heading(admin, 'Checks')).toBeVisible();
    await expect(menu(operator).getByRole('link').first()).toBeVisible();
    await expect(menu(operator).getByRole('link', { name: 'Checks' })).toHaveCount(0);

    await expect(heading(elsewhere, 'Checks')).toBeVisible();
    await (await signedIn(dropped.url, 'admin')).call(addCheck, { body: { text: 'Wall thickness' } });
    for (const page of [admin, elsewhere]) await expect(page.getByText('Wall thickness')).toBeVisible();

    await admin.keyboard.press('ControlOrMeta+K');
    await admin.getByRole('combobox', { name: 'Search everything' }).fill('bore');
    await expect(admin.getByText('No check says “bore”.')).toBeVisible();
    await show(admin, 'dropped-folder');
  },
);
