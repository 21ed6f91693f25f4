import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { textsSchema } from '../../i18n/index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const languages = ['de_DE', 'fr_FR', 'ja_JP', 'ar_SA'];
const places = ['sdk', 'host', 'plugins'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(file) === 'en_US.ts')
    .map((file) => join(root, room, dirname(file))),
);
const englishSchema = z.object({ default: textsSchema });

it('what the server says exists in five languages, made from the same parameters', async () => {
  expect(places.length).toBeGreaterThan(0);
  const problems = await Promise.all(
    places.map(async (folder) => {
      const english = englishSchema.parse(await import(/* @vite-ignore */ join(folder, 'en_US.ts'))).default;
      return languages.flatMap((language) => compare(folder, english, language));
    }),
  );
  expect(problems.flat()).toEqual([]);
});

const parameters = (text: string): string =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))].sort().join();

/** Each language has the plural forms that it needs; all of them say the same. */
function compare(folder: string, english: Record<string, string>, language: string): string[] {
  const texts = textsSchema.parse(JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')));
  const forms = new Intl.PluralRules(language.replace('_', '-')).resolvedOptions().pluralCategories;
  const stem = /_(zero|one|two|few|many|other)$/;
  const wanted = new Map(
    Object.entries(english).flatMap(([token, text]): [string, string][] => {
      if (!stem.test(token)) return [[token, text]];
      return forms.map((form) => [token.replace(stem, `_${form}`), text]);
    }),
  );
  return [
    ...[...wanted].flatMap(([token, text]) => {
      const given = texts[token] ?? '';
      const agrees = given !== '' && parameters(given) === parameters(text);
      return agrees ? [] : [`${folder}/${language}: ${token} "${given}"`];
    }),
    ...Object.keys(texts).flatMap((token) =>
      wanted.has(token) ? [] : [`${folder}/${language}: ${token} is too many`],
    ),
  ];
}
