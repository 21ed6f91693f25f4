import { found, type Problem, type Rule, type Subject } from './rule.ts';

const english = 'en_US';

/** Keys that `plugin.json` names. */
function declaredKeys({ descriptor }: Subject): string[] {
  const { contributes, scopes, backend, config, description } = descriptor;
  return [
    ...contributes.pages.flatMap(({ title, menu }) => (menu ? [title, menu.label] : [title])),
    ...contributes.settings.map(({ title }) => title),
    ...scopes.map(({ reason }) => reason),
    ...(backend?.webhooks ?? []).map(({ reason }) => reason),
    ...Object.values(config?.schema.properties ?? {}).flatMap((one) =>
      one.description === undefined ? [one.title] : [one.title, one.description],
    ),
    ...(description === undefined ? [] : [description]),
  ];
}

/** `t('key')` and `label: 'key'` in the sources. A key that is put together is not seen here. */
const used = /(?:\bt\(|\buseTexts\(\)\(|\blabel:\s*)(['"])([\w.-]+)\1/g;

/** Plural forms are keys of their own: `parts_one`, `parts_other`. */
const has = (texts: Readonly<Record<string, string>>, key: string) =>
  (texts[key] ?? texts[`${key}_other`] ?? '').trim() !== '';

/** Every text that is used exists, in English and in at least one other language, and all languages have the same. */
export const texts: Rule = {
  id: 'texts',
  check(subject) {
    const { locales } = subject;
    const file = (language: string) => `locales/${language}.json`;
    const own = locales.get(english);
    if (!own)
      return [
        {
          file: file(english),
          text: 'There are no English texts, so titles and menu entries are empty.',
          mend: `Write ${file(english)}: an object of keys and texts.`,
        },
      ];
    const mend = `Add the key to ${file(english)}.`;
    const problems: Problem[] = [...new Set(declaredKeys(subject))]
      .filter((key) => !has(own, key))
      .map((key) => ({
        file: 'plugin.json',
        text: `"${key}" is not among the English texts: its place stays empty.`,
        mend,
      }));
    for (const { file: source, line, match } of found(subject.texts, used)) {
      const key = match[2] ?? '';
      if (!has(own, key)) problems.push({ file: source, line, text: `"${key}" is not among the English texts.`, mend });
    }
    const others = [...locales].filter(([language]) => language !== english);
    if (others.length === 0)
      problems.push({
        file: 'locales/',
        text: 'There is one language only.',
        mend: `Translate ${file(english)} into another language of the product: de_DE, fr_FR, ja_JP or ar_SA.`,
      });
    for (const [language, translated] of others) {
      const missing = Object.keys(own).filter(
        (key) => !has(translated, key) && !/_(zero|one|two|few|many|other)$/.test(key),
      );
      for (const key of missing)
        problems.push({ file: file(language), text: `"${key}" is missing or empty.`, mend: 'Translate it.' });
      const stray = Object.keys(translated).filter(
        (key) => !/_(zero|one|two|few|many|other)$/.test(key) && !(key in own),
      );
      for (const key of stray)
        problems.push({
          file: file(language),
          text: `"${key}" is not among the English texts.`,
          mend: 'Take it out, or add it to the English ones.',
        });
    }
    return problems;
  },
};
