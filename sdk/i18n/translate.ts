import i18next from 'i18next';
import * as z from 'zod';

export const defaultLanguage = 'en_US';
const languageKey = 'language';

/** Token to text. `{{name}}` stands for a value; `token_one` and `token_other` are chosen by the value `count`. */
export const textsSchema = z.record(z.string(), z.string());
export type Texts = z.infer<typeof textsSchema>;
export type Values = Record<string, string | number>;

const tag = (language: string): string => language.replace('_', '-');

/**
 * The page's one translator. Tokens are flat (`signIn.title`) and live in a namespace: a plugin's id, `ui` or `host`.
 * The server's own texts (`namespace:token`) win over the bundled ones; a token nobody knows shows the given default,
 * else nothing (specification 9).
 */
export const i18n = i18next.createInstance({
  lng: tag(readLanguage()),
  fallbackLng: tag(defaultLanguage),
  ns: [],
  keySeparator: false,
  nsSeparator: ':',
  interpolation: { escapeValue: false },
  parseMissingKeyHandler: (_key, fallback) => fallback ?? '',
  initAsync: false,
  react: { useSuspense: false, bindI18n: 'languageChanged', bindI18nStore: 'added removed' },
  resources: {},
});
void i18n.init();

/** The language in use, in the specification's form: `en_US`. */
export const currentLanguage = (): string => (i18n.language ?? tag(defaultLanguage)).replace('-', '_');

/** The same as `Intl` takes it: `en-US`. */
export const currentLocale = (): string => i18n.language ?? tag(defaultLanguage);

function readLanguage(): string {
  const stored = globalThis.localStorage?.getItem(languageKey);
  return stored && /^[a-z]{2}_[A-Z]{2}$/.test(stored) ? stored : defaultLanguage;
}

/** Bundled texts of one namespace; they never replace a text that the server gave. */
export function addTexts(namespace: string, texts: Texts, language: string = defaultLanguage): void {
  i18n.addResourceBundle(tag(language), namespace, texts, true, false);
}

export function removeTexts(namespace: string): void {
  for (const language of Object.keys(i18n.store.data)) i18n.removeResourceBundle(language, namespace);
}

/** The server's texts, keyed `namespace:token`. */
export function addServerTexts(texts: Texts, language: string = currentLanguage()): void {
  for (const [token, text] of Object.entries(texts)) {
    const at = token.indexOf(':');
    if (at > 0) i18n.addResource(tag(language), token.slice(0, at), token.slice(at + 1), text);
  }
}

/** Changes the language and keeps it in the browser; `texts` are the server's for that language. */
export async function changeLanguage(language: string, texts: Texts): Promise<void> {
  localStorage.setItem(languageKey, language);
  addServerTexts(texts, language);
  await i18n.changeLanguage(tag(language));
}

/** Forgets the chosen language, as logging out does. */
export function resetLanguage(): void {
  localStorage.removeItem(languageKey);
}

/** A translator bound to one namespace. */
export function translator(namespace: string): (token: string, values?: Values) => string {
  return (token, values) => i18n.t(token, { ns: namespace, ...values });
}
