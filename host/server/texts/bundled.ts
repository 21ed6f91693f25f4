import * as z from 'zod';
import type { AreaTexts } from '@sinter/sdk/contract';
import { defaultLanguage, languageKeySchema } from './languages.ts';

const fileSchema = z.object({ default: z.record(z.string(), z.string()) });

export type Texts = Record<string, string>;

/**
 * What the hosts and the widgets say, by language, keyed `namespace:token`. The bundler turns each pattern into the
 * files that exist, so that a language is there as soon as its file is.
 */
const sources: readonly { namespace: string; load: (language: string) => Promise<unknown> }[] = [
  { namespace: 'host', load: async (language) => import(`../../browser/locales/${language}.json`) },
  { namespace: 'host', load: async (language) => import(`../../browser/health/locales/${language}.json`) },
  { namespace: 'host', load: async (language) => import(`../../browser/localBuild/locales/${language}.json`) },
  { namespace: 'host', load: async (language) => import(`../../browser/session/locales/${language}.json`) },
  { namespace: 'host', load: async (language) => import(`../../shell/locales/${language}.json`) },
  { namespace: 'host', load: async (language) => import(`../../shell/account/locales/${language}.json`) },
  { namespace: 'host', load: async (language) => import(`../../shell/account/recipes/locales/${language}.json`) },
  { namespace: 'host', load: async (language) => import(`../../shell/apps/locales/${language}.json`) },
  { namespace: 'host', load: async (language) => import(`../../shell/notifications/locales/${language}.json`) },
  { namespace: 'host', load: async (language) => import(`../../minimal/locales/${language}.json`) },
  { namespace: 'host', load: async (language) => import(`../../minimal/embedded/locales/${language}.json`) },
  { namespace: 'ui', load: async (language) => import(`../../../sdk/ui/locales/${language}.json`) },
];

const loaded = new Map<string, Promise<Texts>>();

/** Nothing for the default language, whose texts every page has, and for what is not shipped. */
export function bundledTexts(language: string): Promise<Texts> {
  if (language === defaultLanguage || !languageKeySchema.safeParse(language).success) return Promise.resolve({});
  const known = loaded.get(language) ?? load(language);
  loaded.set(language, known);
  return known;
}

async function load(language: string): Promise<Texts> {
  const parts = await Promise.all(
    sources.map(async ({ namespace, load: read }) => {
      // No such file: this part is not translated yet.
      const file = await read(language).catch(() => null);
      return file === null
        ? []
        : Object.entries(fileSchema.parse(file).default).map(([token, text]) => [`${namespace}:${token}`, text]);
    }),
  );
  return Object.fromEntries(parts.flat());
}

/** French sets off its marks, and they stay on the line of the word before: no translator types such spaces reliably. */
const spaced = (text: string, language: string): string =>
  language === 'fr_FR' ? text.replace(/ (?=[:;!?»%])/g, '\u202f').replace(/« /g, '«\u202f') : text;

/** What all areas say in a language, keyed `area.token`; nothing for the default one, whose sentences travel themselves. */
export function sentencesOf(areas: () => readonly AreaTexts[]): (language: string) => Promise<Texts> {
  const read = new Map<string, Promise<Texts>>();
  const readAll = async (language: string): Promise<Texts> => {
    const files = await Promise.all(
      areas().map(async ({ area, load }) => {
        const { default: texts } = fileSchema.parse(await load(language));
        return Object.entries(texts).map(([token, text]) => [`${area}.${token}`, spaced(text, language)]);
      }),
    );
    return Object.fromEntries(files.flat());
  };
  return (language) => {
    if (language === defaultLanguage || !languageKeySchema.safeParse(language).success) return Promise.resolve({});
    const known = read.get(language) ?? readAll(language);
    read.set(language, known);
    return known;
  };
}
