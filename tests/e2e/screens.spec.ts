import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { findings } from './axe.ts';
import { speakMarked, untranslatedTexts, type Stored } from './markedTexts.ts';
import { giveFunction, openScreen, screens } from './screens.ts';
import { settled } from './settled.ts';
import { expect, show, test, type Page, type Visitors } from './test.ts';

/**
 * Every screen once: no text bypasses translation, and nothing is found by the checker of accessibility, in light and in
 * dark.
 */
test.describe.configure({ mode: 'parallel' });

const pagesSchema = z.object({
  contributes: z.object({ pages: z.array(z.object({ path: z.string() })).default([]) }).default({ pages: [] }),
});

test('every page of a module is among the screens', { tag: '@host' }, () => {
  const patterns = readdirSync('plugins')
    .map((name) => `plugins/${name}/plugin.json`)
    .filter((file) => existsSync(file))
    .flatMap((file) => pagesSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).contributes.pages)
    .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}([?]|$)`));
  expect(patterns.filter((pattern) => !screens.some(({ path }) => pattern.test(path)))).toEqual([]);
});

/** Somebody sees all their screens in one page: a new one for each would have to compile everything again. */
const visits = new Map<string, { page: Page; stored: Stored }>();
async function visit(visitors: Visitors, account: string) {
  const known = visits.get(account);
  if (known) return known;
  const page = await visitors.open(account);
  const begun = { page, stored: await speakMarked(page) };
  visits.set(account, begun);
  return begun;
}
test.afterAll(async () => {
  for (const { page } of visits.values()) await page.close();
  visits.clear();
});

for (const screen of screens) {
  const name = [screen.path, `as ${screen.as}`, ...(screen.what === undefined ? [] : [screen.what])].join(', ');
  test(name, { tag: `@${screen.area}` }, async ({ visitors, app }) => {
    if (screen.given) await giveFunction(app.url, screen.as, screen.given);
    const { page, stored } = await visit(visitors, screen.as);
    await openScreen(page, screen);
    await settled(page);
    const untranslated = await untranslatedTexts(page, stored, name);
    expect([...untranslated, ...(await findings(page, name))]).toEqual([]);
    await show(page, `screen-${name.replace(/[^\w]+/g, '-')}`);
  });
}
