import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import { settled } from './settled.ts';
import { expect, type Page } from './test.ts';

/** What the source defines in the page. */
declare const axe: typeof Axe;
/** A page compiles it in half the time of the one with its comments. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const openDialog = '[role=dialog][aria-modal=true]:not([hidden])';
const accessible = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/**
 * What the checker, which is in the page, finds by its rules: in the dialog in front, where there is one, because what
 * lies behind it is a screen of its own. It tells no more than that: the lists of what is right take it longest.
 */
const check = (page: Page, runOnly: Axe.RunOnly): Promise<string[]> =>
  page.evaluate(
    async ({ dialog, rules }) => {
      const checked = document.querySelector(dialog) ? dialog : document;
      const { violations } = await axe.run(checked, { runOnly: rules, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`);
    },
    { dialog: openDialog, rules: runOnly },
  );

/**
 * What the checker finds on the screen, which has settled: everything in light; in dark, where only the colours differ,
 * the colours. It runs in the page, which the page's own policy forbids: `bypassCSP` must be set.
 */
export async function findings(page: Page, screen: string): Promise<string[]> {
  for (const frame of page.frames()) await frame.evaluate(source);
  const light = await check(page, { type: 'tag', values: accessible });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await settled(page);
  const dark = await check(page, { type: 'rule', values: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light.map((found) => `${screen}: ${found}`), ...dark.map((found) => `${screen}, dark: ${found}`)];
}
