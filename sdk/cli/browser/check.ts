import { existsSync } from 'node:fs';
import type { AxeBuilder } from '@axe-core/playwright';
import type { BrowserType, Page } from 'playwright';
import { usualPlaces } from '../../../scripts/test/browserPlaces.ts';
import type { Finding } from '../check.ts';
import type { Subject } from '../rules/rule.ts';
import type { Held, PageCheck } from './measured.ts';
import { servePage } from './serve.ts';

declare global {
  var pageCheck: PageCheck;
}

/** Rules that need a page to be drawn; each has a page in docs/rules. */
export const browserRules = ['accessibility', 'mount-time', 'leaks', 'page-policy', 'drawing'] as const;

const usualMountMs = 2000;
/** Of a page's visits, the first may make what stays, such as antd's style sheets. */
const visits = 6;

type Libraries = { chromium: BrowserType; Axe: typeof AxeBuilder };

/** Both are the vendor's to install, and heavy: a plugin that is only packed needs neither. */
async function libraries(): Promise<Libraries | undefined> {
  try {
    const [{ chromium }, { AxeBuilder: Axe }] = await Promise.all([
      import('playwright'),
      import('@axe-core/playwright'),
    ]);
    return { chromium, Axe };
  } catch {
    return undefined;
  }
}

/** Draws every page of the plugin in Chromium. Answers why it could not, where there is no browser. */
export async function checkInBrowser(subject: Subject): Promise<Finding[] | { unchecked: string }> {
  const found = await libraries();
  if (!found) return { unchecked: 'playwright and @axe-core/playwright are not installed' };
  const { chromium, Axe } = found;
  const named = process.env['SINTER_BROWSER'];
  const executablePath = [...(named ? [named] : []), ...usualPlaces, chromium.executablePath()].find((path) =>
    existsSync(path),
  );
  if (executablePath === undefined) return { unchecked: 'no Chromium was found; SINTER_BROWSER names one' };
  const [server, browser] = await Promise.all([servePage(subject), chromium.launch({ executablePath })]);
  try {
    // A context of its own, which is what axe asks for.
    const context = await browser.newContext();
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    const broken: string[] = [];
    page.on('pageerror', ({ message }) => broken.push(message));
    await page.goto(server.address);
    const started = await page
      .waitForFunction(() => 'pageCheck' in globalThis)
      .then(
        () => true,
        () => false,
      );
    const findings: Finding[] = started
      ? await pagesOf(subject, page, () => new Axe({ page }))
      : [
          {
            rule: 'drawing',
            file: 'client/index.ts',
            text: `setup fails: ${broken[0] ?? 'it does not come to an end'}`,
            mend: 'Mend what it says.',
          },
        ];
    for (const text of new Set(refused))
      findings.push({
        rule: 'page-policy',
        file: 'client/',
        text: text.slice(0, 300),
        mend: 'The page refuses this everywhere: do it in another way.',
      });
    return findings;
  } finally {
    await browser.close();
    server.close();
  }
}

async function pagesOf({ descriptor }: Subject, page: Page, axe: () => AxeBuilder): Promise<Finding[]> {
  const findings: Finding[] = [];
  const limit = descriptor.budgets.mountMs ?? usualMountMs;
  for (const { id } of descriptor.contributes.pages) {
    const file = `page "${id}"`;
    const drawn = await page.evaluate((pageId) => pageCheck.show(pageId), id).catch((error: unknown) => String(error));
    if (typeof drawn === 'string') {
      findings.push({
        rule: 'drawing',
        file,
        text: `It cannot be drawn: ${drawn.slice(0, 300)}`,
        mend: 'Mend what it says. Every call is answered with an example of what the contract declares.',
      });
      continue;
    }
    const { violations } = await axe()
      .include('main')
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    for (const { id: rule, help, nodes } of violations)
      findings.push({
        rule: 'accessibility',
        file,
        text: `${help} (${rule}): ${nodes[0]?.html.slice(0, 160) ?? ''}`,
        mend: nodes[0]?.failureSummary?.split('\n')[1]?.trim() ?? 'See the rule.',
      });
    await page.evaluate(() => pageCheck.hide());
    const [first, last, fastest] = await page.evaluate(
      async ([pageId, times]) => {
        let best = await pageCheck.show(pageId);
        await pageCheck.hide();
        const before = pageCheck.held();
        for (let visit = 0; visit < times; visit += 1) {
          best = Math.min(best, await pageCheck.show(pageId));
          await pageCheck.hide();
        }
        return [before, pageCheck.held(), best] as const;
      },
      [id, visits] as const,
    );
    if (fastest > limit)
      findings.push({
        rule: 'mount-time',
        file,
        text: `It is drawn after ${fastest.toFixed(0)} ms of ${limit} ms at best.`,
        mend: 'Draw its frame first and load what is heavy with import().',
      });
    findings.push(...leaksOf(file, first, last));
  }
  const left = await page.evaluate(() => pageCheck.stop());
  if (left > 0)
    findings.push({
      rule: 'leaks',
      file: 'client/index.ts',
      text: `${left} registrations are left after the plugin was stopped.`,
      mend: 'Give what it returns to host.onStop().',
    });
  return findings;
}

function leaksOf(file: string, before: Held, after: Held): Finding[] {
  const mend = 'Take it back in the function that useEffect or a store’s start() returns.';
  const kinds = [
    ['listeners', 'listeners on the window or the document'],
    ['intervals', 'intervals that run on'],
    ['sheets', 'style sheets'],
    ['elements', 'elements in the body'],
  ] as const;
  const grown = kinds
    .filter(([kind]) => after[kind] > before[kind])
    .map(([kind, words]) => ({
      rule: 'leaks',
      file,
      mend,
      text: `After ${visits} visits there are ${after[kind] - before[kind]} more ${words}.`,
    }));
  const globals = after.globals.filter((name) => !before.globals.includes(name));
  return globals.length === 0
    ? grown
    : [
        ...grown,
        {
          rule: 'leaks',
          file,
          mend: 'Keep it in a module.',
          text: `It puts ${globals.join(', ')} on the window, where every plugin sees it.`,
        },
      ];
}
