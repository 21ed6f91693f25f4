import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { readManifest } from '@sinter/sdk/contract/host/modules';
import { serverTexts } from '@sinter/sdk/contract/host/sentences';
import { manifestSchema } from '#registry/manifest';
import { askEverything, type Page } from './test.ts';

/**
 * Every text of every screen comes from the locale files, and so do the sentences of the server: with all of them
 * replaced by marked ones, whatever is left unmarked is data of the server, a number or a unit, or it bypasses
 * translation.
 */

const language = 'de_DE';
const textsSchema = z.record(z.string(), z.string());
const readTexts = (folder: string): Record<string, string> =>
  existsSync(`${folder}/en_US.json`) ? textsSchema.parse(JSON.parse(readFileSync(`${folder}/en_US.json`, 'utf8'))) : {};

const mark = (text: string): string => `⟦${text}⟧`;
const marked = (texts: Record<string, string>, prefix = ''): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([token, text]) => [prefix + token, mark(text)]));

const hostTexts = {
  ...marked(readTexts('host/browser/locales'), 'host:'),
  ...marked(readTexts('host/browser/session/locales'), 'host:'),
  ...marked(readTexts('host/shell/locales'), 'host:'),
  ...marked(readTexts('host/shell/account/locales'), 'host:'),
  ...marked(readTexts('host/shell/account/recipes/locales'), 'host:'),
  ...marked(readTexts('host/shell/notifications/locales'), 'host:'),
  ...marked(readTexts('host/minimal/locales'), 'host:'),
  ...marked(readTexts('sdk/ui/locales'), 'ui:'),
};
const pluginTexts = readdirSync('plugins', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, texts: marked(readTexts(`plugins/${name}/locales`)) }));

/** Every text of the server's answers but its sentences: what is shown of it is data. */
export type Stored = ReadonlySet<string>;

/** What the server says beside its data, in English: errors, reasons, warnings. Screens show it translated. */
const sentences = (answer: object): readonly string[] => [
  'said',
  'fieldsSaid',
  // What the browsers of other people reported about a module is data.
  ...('pluginId' in answer ? [] : ['message']),
  ...('fieldsSaid' in answer ? ['fields'] : []),
  ...('said' in answer ? ['reason'] : []),
  ...('code' in answer ? ['text'] : []),
];

/** The page speaks in marked texts from now on. */
export async function speakMarked(page: Page): Promise<Stored> {
  const stored = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') stored.add(value.trim());
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) {
      const said = sentences(value);
      for (const [name, inner] of Object.entries(value)) if (!said.includes(name)) collect(inner);
    }
  };
  page.on('response', (response) => {
    const isData = response.url().includes('/api/') && !response.url().includes('/translations/');
    if (isData && response.headers()['content-type']?.includes('json')) {
      response.json().then(collect, () => {}); // gone with its page
    }
  });
  await askEverything(page);
  await page.route(`**${readManifest.path}`, async (route) => {
    const response = await route.fetch();
    const manifest = manifestSchema.parse(await response.json());
    const labels = Object.entries(manifest.labels['en_US'] ?? {}).map(([id, texts]) => [id, marked(texts)]);
    await route.fulfill({ response, json: { ...manifest, labels: { [language]: Object.fromEntries(labels) } } });
  });
  await page.route(`**/api/v1/translations/${language}`, (route) => route.fulfill({ json: hostTexts }));
  await page.route(`**${serverTexts.path.replace('{key}', language)}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: marked(textsSchema.parse(await response.json())) });
  });
  for (const { name, texts } of pluginTexts) {
    await page.route(`**/plugins/${name}/**/locales/${language}.json`, (route) => route.fulfill({ json: texts }));
  }
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
  return stored;
}

/** Texts, and the attributes that people read or hear, of what can be seen. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || element.closest('script, style, noscript, code, kbd, [lang], .skeleton')) continue;
      if (!element.checkVisibility()) continue;
      if (node instanceof Element) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
          const value = node.getAttribute(name)?.trim();
          if (value) found.push(value);
        }
      } else if (node.textContent?.trim()) found.push(node.textContent.trim());
    }
    return [...new Set(found), document.title];
  });

const names = (options: Intl.DateTimeFormatOptions, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Intl.DateTimeFormat('de-DE', options).format(new Date(2026, options.month ? index : 5, 7 + index)),
  );
const known = new Set([
  ...names({ month: 'long' }, 12),
  ...names({ month: 'short' }, 12),
  ...names({ weekday: 'short' }, 7),
  ...names({ weekday: 'long' }, 7),
  ...'mm cm in µm kg g mg t ml l h min Std s kB MB GB KB px AM PM Uhr CO AM Sinter EUR USD GBP JPY CSV STL ID'.split(
    ' ',
  ),
]);

/** Words of a text that nobody translated and nobody stored. `stored`: longest first. */
function untranslated(text: string, stored: readonly string[]): string | null {
  if (stored.includes(text) && !/^[A-Z]+(_[A-Z]+)+$/.test(text)) return null;
  let rest = text.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  // A text around others.
  rest = rest.replace(/[⟦⟧]/g, ' ');
  // A color is its value in every language.
  rest = rest.replace(/#[0-9a-f]{6}\b/g, ' ');
  for (const value of stored) {
    if (value.length > 2 && rest.includes(value)) rest = rest.replaceAll(value, ' ');
  }
  const words = rest.match(/\p{L}{2,}/gu)?.filter((word) => !known.has(word)) ?? [];
  return words.length > 0 ? words.join(' ') : null;
}

/** What the screen, which has settled, shows untranslated. */
export async function untranslatedTexts(page: Page, data: Stored, screen: string): Promise<string[]> {
  const stored = [...data].sort((one, other) => other.length - one.length);
  return (await shownTexts(page)).flatMap((text) => {
    const words = untranslated(text, stored);
    return words === null ? [] : [`${screen}: "${text}" (${words})`];
  });
}
