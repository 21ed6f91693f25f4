import type { Said } from './said.ts';

/**
 * Sentences of the server. A server half says them by key and parameters, never by a string: the English sentence is
 * for programs and logs, and the browser says the one of the reader's language (`say` of `@sinter/sdk/i18n/said`).
 */

/** Text, a number (written as the reader's language writes it), or another sentence. */
type Word = string | number | Sentence;
type Param = Word | readonly Word[];

/**
 * Only `defineTexts` makes one, and `repeated` of what travelled, so that a failure cannot have a text that is in no
 * language.
 */
class Sentence {
  /** In English. */
  readonly message: string;
  readonly #said: Said;

  constructor(message: string, said: Said) {
    this.message = message;
    this.#said = said;
  }

  get said(): Said {
    return this.#said;
  }
}
export type { Sentence };

/** What somebody else said, as a parameter of another sentence. Without `said` it stays English. */
export const repeated = (message: string, said: Said | undefined): Sentence | string =>
  said ? new Sentence(message, said) : message;

type Placeholder<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
/** `jobs_one` and `jobs_other` are one text, `jobs`, that depends on `count`. */
type Token<Key> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;
type TextOf<English, Key> = Key extends keyof English
  ? English[Key]
  : Key extends string
    ? English[Extract<keyof English, `${Key}_one` | `${Key}_other`>]
    : never;
type ParamsOf<Text> = Text extends string ? Placeholder<Text> : never;
type Given<English, Key> = [ParamsOf<TextOf<English, Key>>] extends [never]
  ? []
  : [params: { readonly [Name in ParamsOf<TextOf<English, Key>>]: Name extends 'count' ? number : Param }];

/** The texts of one area, and how its other languages are read. */
export interface AreaTexts {
  readonly area: string;
  readonly english: Readonly<Record<string, string>>;
  /** Rejects for a language that it is not written in. */
  load(language: string): Promise<unknown>;
}

export interface Texts<English extends Readonly<Record<string, string>>> extends AreaTexts {
  <Key extends Token<keyof English> & string>(key: Key, ...given: Given<English, Key>): Sentence;
  /** The sentence, if there is one, that says exactly this in English. */
  plain(text: string): Sentence | undefined;
}

/** `english` is `locales/en_US.ts` of the area; `load` imports the other languages, which lie beside it. */
export function defineTexts<const English extends Readonly<Record<string, string>>>(
  area: string,
  english: English,
  load: AreaTexts['load'],
): Texts<English> {
  const say = (key: string, params: Readonly<Record<string, Param>> = {}): Sentence => {
    const plural = params['count'] === 1 ? english[`${key}_one`] : undefined;
    const text = english[key] ?? plural ?? english[`${key}_other`] ?? '';
    const message = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => inEnglish(params[name] ?? ''));
    const sent = Object.fromEntries(Object.entries(params).map(([name, param]) => [name, asSent(param)]));
    return new Sentence(message, { key: `${area}.${key}`, ...(Object.keys(sent).length > 0 && { params: sent }) });
  };
  const plain = (text: string): Sentence | undefined => {
    const found = Object.entries(english).find(([, one]) => one === text);
    return found && say(found[0]);
  };
  return Object.assign(say, { area, english, load, plain });
}

const isList = (param: Param): param is readonly Word[] => Array.isArray(param);

function inEnglish(param: Param): string {
  if (isList(param)) return param.map(inEnglish).join(', ');
  if (param instanceof Sentence) return param.message;
  return typeof param === 'number' ? param.toLocaleString('en') : param;
}

const wordAsSent = (word: Word) => (word instanceof Sentence ? word.said : word);
const asSent = (param: Param) => (isList(param) ? param.map(wordAsSent) : wordAsSent(param));
