import { AxeBuilder } from '@axe-core/playwright';
import { settled } from './settled.ts';
import { expect, type Page } from './test.ts';

const openDialog = '[role=dialog][aria-modal=true]:not([hidden])';

/**
 * The checker for the dialog in front, where there is one: what lies behind it is a screen of its own.
 *
 * Every page is of one frame: the older way of asking, which opens no second page for the answer, takes half the time.
 */
async function checker(page: Page): Promise<AxeBuilder> {
  const whole = new AxeBuilder({ page }).setLegacyMode(true);
  return (await page.locator(openDialog).count()) > 0 ? whole.include(openDialog) : whole;
}

/**
 * What the checker finds on the screen, which has settled: everything in light; in dark, where only the colours differ,
 * the colours. It runs in the page, which the page's own policy forbids: `bypassCSP` must be set.
 */
export async function findings(page: Page, screen: string): Promise<string[]> {
  const light = await (await checker(page)).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']).analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await settled(page);
  const dark = await (await checker(page)).withRules('color-contrast').analyze();
  await page.emulateMedia({ colorScheme: 'light' });
  return [
    ...light.violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0]?.html ?? ''}`),
    ...dark.violations.map(({ id, nodes }) => `${screen}, dark: ${id} ${nodes[0]?.html ?? ''}`),
  ];
}
