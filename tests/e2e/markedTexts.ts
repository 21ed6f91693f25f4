import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { translations } from '@sinter/sdk/contract/host/appearance';
import { readManifest } from '@sinter/sdk/contract/host/modules';
import { pageAnswersId } from '@sinter/sdk/contract/host/pageAnswers';
import { serverTexts } from '@sinter/sdk/contract/host/sentences';
import { manifestSchema } from '#registry/manifest';
import type { Page } from './test.ts';

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
const pluginTexts = Object.fromEntries(
  readdirSync('plugins', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, marked(readTexts(`plugins/${name}/locales`))]),
);

/** Every text of the server's answers to this screen but its sentences: what is shown of it is data. */
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

/** The calls that bring texts. */
const paths = {
  manifest: readManifest.path,
  sentences: serverTexts.path.replace('{key}', language),
  translations: translations.path.replace('{key}', language),
};

type Marked = typeof paths & {
  language: string;
  answersId: string;
  host: Record<string, string>;
  plugins: Record<string, Record<string, string>>;
};

/**
 * In the page, before anything else: what it fetches of texts is answered with marked ones. The tool that drives the
 * browser could answer too, but a browser whose answers it replaces keeps nothing of what it has loaded.
 */
function answerMarked({ language, answersId, manifest, sentences, translations, host, plugins }: Marked): void {
  localStorage.setItem('language', language);
  // The page comes without the answers of its first calls, and asks for everything itself.
  new MutationObserver(() => document.getElementById(answersId)?.remove()).observe(document, {
    childList: true,
    subtree: true,
  });
  const markAll = (texts: object) =>
    Object.fromEntries(Object.entries(texts).map(([token, text]) => [token, `⟦${text}⟧`]));
  const fetched = window.fetch.bind(window);
  window.fetch = async (target, init) => {
    const { pathname } = new URL(target instanceof Request ? target.url : target, location.href);
    const plugin = new RegExp(`/plugins/([^/]+)/.*locales/${language}[.]json$`).exec(pathname)?.[1];
    if (plugin !== undefined) return Response.json(plugins[plugin]);
    if (pathname === translations) return Response.json(host);
    const response = await fetched(target, init);
    if (pathname === sentences) return Response.json(markAll(await response.json()));
    if (pathname !== manifest || !response.ok) return response;
    const { labels, ...rest } = await response.json();
    const marked = Object.entries<object>(labels['en_US'] ?? {}).map(([id, texts]) => [id, markAll(texts)]);
    return Response.json({ ...rest, labels: { [language]: Object.fromEntries(marked) } });
  };
}

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
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) stored.clear();
  });
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isData = pathname.startsWith('/api/') && ![paths.translations, paths.sentences].includes(pathname);
    if (isData && response.headers()['content-type']?.includes('json')) {
      const data = async (): Promise<unknown> => {
        const answer: unknown = await response.json();
        return pathname === paths.manifest ? manifestSchema.omit({ labels: true }).parse(answer) : answer;
      };
      data().then(collect, () => {}); // gone with its page
    }
  });
  await page.addInitScript(answerMarked, {
    ...paths,
    language,
    answersId: pageAnswersId,
    host: hostTexts,
    plugins: pluginTexts,
  });
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
