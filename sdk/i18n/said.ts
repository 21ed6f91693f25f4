import { CallError } from '../contract/errors.ts';
import { translations } from '../contract/host/appearance.ts';
import type { Said } from '../contract/said.ts';
import { currentLanguage, currentLocale, defaultLanguage, formatNumber, languageAtom, textsSchema } from './index.ts';
import { addTexts, i18n } from './translate.ts';

/** The server's sentences: keys of `said`. */
const namespace = 'server';
type Word = string | number | Said;

/** What is said is shown in English rather than late; its sentences may still come for what is said next. */
const longestWait = 500;
const longestLoad = 10_000;
/** By language: until its sentences are there, or are not waited for any longer. */
const asked = new Map<string, Promise<void>>();

/**
 * Reads the sentences of the language in use, once; nothing for English. Without them, English is shown. Not by the
 * typed client, whose failures wait for them.
 */
function loadSentences(): Promise<void> {
  const language = currentLanguage();
  if (language === defaultLanguage) return Promise.resolve();
  const known = asked.get(language);
  if (known) return known;
  const load = fetchSentences(language).catch(() => void asked.delete(language));
  const soon = Promise.race([load, new Promise<void>((resolve) => void setTimeout(resolve, longestWait))]);
  asked.set(language, soon);
  return soon;
}

async function fetchSentences(language: string): Promise<void> {
  // The call `serverTexts`, whose declaration would be loaded with every page.
  const address = `${translations.path.replace('{key}', language)}/server`;
  const response = await fetch(address, { signal: AbortSignal.timeout(longestLoad) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  addTexts(namespace, textsSchema.parse(await response.json()), language);
  languageAtom.reportChanged();
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

/** The same failure in the language of the page. */
export async function translatedFailure(error: CallError): Promise<CallError> {
  const { code, message, details } = error;
  const { said, fields = {}, fieldsSaid = {} } = details;
  const texts = Object.entries(fields).map(async ([path, text]) => [path, await translated(text, fieldsSaid[path])]);
  return CallError.received({
    ...details,
    code,
    message: await translated(message, said),
    fields: Object.fromEntries(await Promise.all(texts)),
  });
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
  return typeof word === 'string' ? word : i18n.t(word.key, { ns: namespace, ...filled(word) });
};

const listed = (words: readonly string[]): string => new Intl.ListFormat(currentLocale()).format(words);
