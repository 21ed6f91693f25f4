import i18next from 'i18next';
import type { i18n as Translator, TOptions } from 'i18next';
import { createAtom } from 'mobx';
import * as z from 'zod';

export const defaultLanguage = 'en_US';
const languageKey = 'language';
const languagePattern = /^[a-z]{2}_[A-Z]{2}$/;

/** Token to text. `{{name}}` stands for a value; the value `count` chooses between `token_one` and `token_other`. */
export const textsSchema = z.record(z.string(), z.string());
export type Texts = z.infer<typeof textsSchema>;
export type Values = Record<string, string | number>;

const tag = (language: string): string => language.replace('_', '-');
const rightToLeft = ['ar', 'fa', 'he', 'ur'];

/**
 * The page's one translator. Tokens are flat (`signIn.title`) and belong to a namespace: a plugin's id, `ui` or
 * `host`. The server's texts (`namespace:token`) replace the bundled ones. A token that the language lacks shows the
 * given default, else the English text, else nothing (specification 9).
 */
export const i18n: Translator = i18next.createInstance({
  lng: tag(readLanguage()),
  fallbackLng: false,
  ns: [],
  keySeparator: false,
  nsSeparator: ':',
  interpolation: { escape: isolated },
  parseMissingKeyHandler: (key, given, options) => given ?? inEnglish(key, options),
  initAsync: false,
  react: { useSuspense: false, bindI18n: 'languageChanged', bindI18nStore: 'added removed' },
  resources: {},
});
void i18n.init();

/** The same for plugins, which have their own texts from their `locales/`: they read and add none. */
export const i18nReader: Readonly<Pick<typeof i18n, 't' | 'exists' | 'language'>> = Object.freeze({
  get language() {
    return i18n.language;
  },
  t: i18n.t.bind(i18n),
  exists: i18n.exists.bind(i18n),
});

const rightToLeftText = /[\u0590-\u08ff]/;

/** A value keeps its own order within a sentence that runs the other way: a file name, a path, a phone number. */
export function isolated(value: string | number, language = currentLanguage()): string {
  const text = String(value);
  const mixed = directionOf(language) === 'rtl' || rightToLeftText.test(text);
  return mixed && !text.startsWith('\u2068') ? `\u2068${text}\u2069` : text;
}

/** MobX redraws everything that reads the language when it changes. */
export const languageAtom = createAtom('language');
i18n.on('languageChanged', () => languageAtom.reportChanged());

function inEnglish(key: string, options: TOptions = {}): string {
  const english = tag(defaultLanguage);
  if (i18n.language === english || options.lng === english) return '';
  return i18n.t(key, { ...options, lng: english });
}

/** The language in use, in the specification's form: `en_US`. */
export function currentLanguage(): string {
  languageAtom.reportObserved();
  return (i18n.language ?? tag(defaultLanguage)).replace('-', '_');
}

/** The language for `Intl`, with the calendar and digits that machines and order papers use everywhere. */
export const currentLocale = (): string => `${tag(currentLanguage())}-u-ca-gregory-nu-latn`;

/** The direction in which a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.includes(language.slice(0, 2)) ? 'rtl' : 'ltr';

/** The language that the user chose in this browser, or `null`. */
export function chosenLanguage(): string | null {
  const stored = globalThis.localStorage?.getItem(languageKey) ?? '';
  return languagePattern.test(stored) ? stored : null;
}

/** The language of the page when the user chose none: the one that the server drew it in. */
function readLanguage(): string {
  const drawn = globalThis.document?.documentElement.lang.replace('-', '_') ?? '';
  return chosenLanguage() ?? (languagePattern.test(drawn) ? drawn : defaultLanguage);
}

/** The server's texts by language and namespace. They stay when bundled texts are added later. */
const serverTexts = new Map<string, Map<string, Texts>>();

/** Adds bundled texts of one namespace. They never replace a text of the server. */
export function addTexts(namespace: string, texts: Texts, language: string = defaultLanguage): void {
  const given = serverTexts.get(language)?.get(namespace);
  i18n.addResourceBundle(tag(language), namespace, { ...texts, ...given }, true, true);
}

export function removeTexts(namespace: string): void {
  for (const language of Object.keys(i18n.store.data)) i18n.removeResourceBundle(language, namespace);
}

/** Adds texts of the server, keyed `namespace:token`. */
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

/** Tells the server the language for the next page. */
function tellServer(language: string, seconds = 365 * 86_400): void {
  if (globalThis.document) document.cookie = `language=${language}; path=/; max-age=${seconds}; samesite=lax`;
}

/** Shows this page in another language, whose texts have been added; the browser's next page does not follow. */
export async function showLanguage(language: string): Promise<void> {
  await i18n.changeLanguage(tag(language));
}

/** Switches to another language, whose texts have been added. The screen is drawn again and keeps its state. */
export async function changeLanguage(language: string): Promise<void> {
  tellServer(language);
  await showLanguage(language);
}

/** Keeps the user's choice in this browser. */
export const keepLanguage = (language: string): void => localStorage.setItem(languageKey, language);

/** Forgets the chosen language at sign-out. */
export function resetLanguage(): void {
  localStorage.removeItem(languageKey);
  tellServer('', 0);
}

/** A translator bound to one namespace. */
export function translator(namespace: string): (token: string, values?: Values) => string {
  return (token, values) => {
    languageAtom.reportObserved();
    return i18n.t(token, { ns: namespace, ...values });
  };
}
