import type { Said } from '../contract/said.ts';
import { formatNumber } from './formats.ts';
import { addTexts, currentLanguage, currentLocale, defaultLanguage, i18n, languageAtom } from './translate.ts';
import type { Texts } from './translate.ts';

/** The server's sentences: keys of `said`. */
const namespace = 'server';
type Word = string | number | { key: string };

let fetchSentences: (language: string) => Promise<Texts> = () => Promise.resolve({});
const asked = new Map<string, Promise<void>>();

/** How the page reads the server's sentences in a language. */
export function provideSentences(fetch: typeof fetchSentences): void {
  fetchSentences = fetch;
}

/** Reads the sentences of the language in use, once; nothing for English. Without them, English is shown. */
function loadSentences(): Promise<void> {
  const language = currentLanguage();
  if (language === defaultLanguage) return Promise.resolve();
  const known = asked.get(language);
  if (known) return known;
  const load = fetchSentences(language).then(
    (texts) => {
      addTexts(namespace, texts, language);
      languageAtom.reportChanged();
    },
    () => void asked.delete(language),
  );
  asked.set(language, load);
  return load;
}

/**
 * What the server said, in the language in use. Its sentences come when the first is shown: whoever observes is then
 * drawn again. Without `said`, and where the language lacks it, the English `message`.
 */
export function say(message: string, said: Said | undefined): string {
  languageAtom.reportObserved();
  if (!said) return message;
  const options = { ns: namespace, ...filled(said) };
  if (i18n.exists(said.key, options)) return i18n.t(said.key, options);
  void loadSentences();
  return message;
}

/** The same as a text that is kept: waits for the sentences first. */
export async function translated(message: string, said: Said | undefined): Promise<string> {
  if (said) await loadSentences();
  return say(message, said);
}

function filled({ params = {} }: Said): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, param]) => {
      if (name === 'count' && typeof param === 'number') return [name, param];
      return [name, Array.isArray(param) ? listed(param.map(inWords)) : inWords(param)];
    }),
  );
}

const inWords = (word: Word): string => {
  if (typeof word === 'number') return formatNumber(word);
  return typeof word === 'string' ? word : i18n.t(word.key, { ns: namespace });
};

const listed = (words: readonly string[]): string => new Intl.ListFormat(currentLocale()).format(words);
