import type { Sentence } from '@sinter/sdk/contract';
import type { Said } from '@sinter/sdk/contract/said';
import type { Texts } from '../texts/bundled.ts';

/** A sentence of the server in the language of these texts; English where they lack it. Numbers as the language writes them. */
export function inLanguage(texts: Texts, language: string, { message, said }: Sentence): string {
  const locale = language.replace('_', '-');
  const plural = new Intl.PluralRules(locale);
  const textOf = ({ key, params = {} }: Said): string | undefined => {
    const count = params['count'];
    return texts[key] ?? (typeof count === 'number' ? texts[`${key}_${plural.select(count)}`] : undefined);
  };
  const word = (given: string | number | Said): string => {
    if (typeof given === 'object') return filled(textOf(given) ?? '', given);
    return typeof given === 'number' ? given.toLocaleString(locale) : given;
  };
  const filled = (text: string, { params = {} }: Said): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const given = params[name] ?? '';
      return Array.isArray(given) ? new Intl.ListFormat(locale).format(given.map(word)) : word(given);
    });
  const text = textOf(said);
  return text === undefined ? message : filled(text, said);
}
