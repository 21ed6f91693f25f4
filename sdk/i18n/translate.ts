import i18next from 'i18next';
import type { TOptions } from 'i18next';
import { createAtom } from 'mobx';
import * as z from 'zod';

export const defaultLanguage = 'en_US';
const languageKey = 'language';
const languagePattern = /^[a-z]{2}_[A-Z]{2}$/;

/** Token to text. `{{name}}` stands for a value; `token_one` and `token_other` are chosen by the value `count`. */
export const textsSchema = z.record(z.string(), z.string());
export type Texts = z.infer<typeof textsSchema>;
export type Values = Record<string, string | number>;

const tag = (language: string): string => language.replace('_', '-');
const rightToLeft = ['ar', 'fa', 'he', 'ur'];

/**
 * The page's one translator. Tokens are flat (`signIn.title`) and live in a namespace: a plugin's id, `ui` or `host`.
 * The server's own texts (`namespace:token`) win over the bundled ones; a token that the language lacks shows the given
 * default, else the English text, else nothing (specification 9).
 */
export const i18n = i18next.createInstance({
  lng: tag(readLanguage()),
  fallbackLng: false,
  ns: [],
  keySeparator: false,
  nsSeparator: ':',
  interpolation: { escapeValue: false },
  parseMissingKeyHandler: (key, given, options) => given ?? inEnglish(key, options),
  initAsync: false,
  react: { useSuspense: false, bindI18n: 'languageChanged', bindI18nStore: 'added removed' },
  resources: {},
});
void i18n.init();

/** Whatever reads the language while MobX watches is drawn again when it changes. */
const spoken = createAtom('language');
i18n.on('languageChanged', () => spoken.reportChanged());

function inEnglish(key: string, options: TOptions = {}): string {
  const english = tag(defaultLanguage);
  if (i18n.language === english || options.lng === english) return '';
  return i18n.t(key, { ...options, lng: english });
}

/** The language in use, in the specification's form: `en_US`. */
export function currentLanguage(): string {
  spoken.reportObserved();
  return (i18n.language ?? tag(defaultLanguage)).replace('-', '_');
}

/** The same as `Intl` takes it, with the calendar and the digits that machines and order papers have everywhere. */
export const currentLocale = (): string => `${tag(currentLanguage())}-u-ca-gregory-nu-latn`;

/** How a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.includes(language.slice(0, 2)) ? 'rtl' : 'ltr';

/** The person's own choice in this browser, or `null`. */
export function chosenLanguage(): string | null {
  const stored = globalThis.localStorage?.getItem(languageKey) ?? '';
  return languagePattern.test(stored) ? stored : null;
}

/** Without a choice, the language that the server has drawn the page in. */
function readLanguage(): string {
  const drawn = globalThis.document?.documentElement.lang.replace('-', '_') ?? '';
  return chosenLanguage() ?? (languagePattern.test(drawn) ? drawn : defaultLanguage);
}

/** The server's texts by language and namespace; they outlive the bundled ones that they replace. */
const serverTexts = new Map<string, Map<string, Texts>>();

/** Bundled texts of one namespace; they never replace a text that the server gave. */
export function addTexts(namespace: string, texts: Texts, language: string = defaultLanguage): void {
  const given = serverTexts.get(language)?.get(namespace);
  i18n.addResourceBundle(tag(language), namespace, { ...texts, ...given }, true, true);
}

export function removeTexts(namespace: string): void {
  for (const language of Object.keys(i18n.store.data)) i18n.removeResourceBundle(language, namespace);
}

/** The server's texts, keyed `namespace:token`. */
export function addServerTexts(texts: Texts, language: string = currentLanguage()): void {
  const spaces = serverTexts.get(language) ?? new Map<string, Texts>();
  serverTexts.set(language, spaces);
  for (const [token, text] of Object.entries(texts)) {
    const at = token.indexOf(':');
    if (at <= 0) continue;
    const namespace = token.slice(0, at);
    spaces.set(namespace, { ...spaces.get(namespace), [token.slice(at + 1)]: text });
  }
  for (const [namespace, own] of spaces) i18n.addResourceBundle(tag(language), namespace, own, true, true);
}

/** The server draws the next page in it. */
function tellServer(language: string, seconds = 365 * 86_400): void {
  if (globalThis.document) document.cookie = `language=${language}; path=/; max-age=${seconds}; samesite=lax`;
}

/** Speaks another language, whose texts have been added. What is on the screen is drawn again, not made anew. */
export async function speak(language: string): Promise<void> {
  tellServer(language);
  await i18n.changeLanguage(tag(language));
}

/** Keeps the person's choice in this browser. */
export const keepLanguage = (language: string): void => localStorage.setItem(languageKey, language);

/** Forgets the chosen language, as logging out does. */
export function resetLanguage(): void {
  localStorage.removeItem(languageKey);
  tellServer('', 0);
}

/** A translator bound to one namespace. */
export function translator(namespace: string): (token: string, values?: Values) => string {
  return (token, values) => {
    spoken.reportObserved();
    return i18n.t(token, { ns: namespace, ...values });
  };
}
