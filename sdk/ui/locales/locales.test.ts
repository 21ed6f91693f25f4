import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { CallError, errorCatalogue, errorCodeSchema } from '../../contract/errors.ts';
import { addTexts, removeTexts, changeLanguage, textsSchema } from '../../i18n/index.ts';
import { messageOf } from '../feedback/ErrorNotice.tsx';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const codes = errorCodeSchema.array().parse(Object.keys(errorCatalogue));

/** Every folder with texts of the product. */
function folders(below: string): string[] {
  return readdirSync(below, { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (!entry.isDirectory() || entry.name === 'node_modules') return [];
    return entry.name === 'locales' ? [path] : folders(path);
  });
}

const read = (file: string) => textsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

const places = ['sdk', 'host', 'plugins'].flatMap((room) => folders(join(root, room)));
const translated = places
  .filter((folder) => existsSync(join(folder, 'en_US.json')))
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /^[a-z]{2}_[A-Z]{2}\.json$/.test(file) && file !== 'en_US.json')
      .map((file) => ({ folder, file })),
  );

describe('texts of the product', () => {
  it('exist in English wherever they exist in a language', () => {
    const without = places.filter(
      (folder) => !existsSync(join(folder, 'en_US.json')) && readdirSync(folder).length > 0,
    );
    expect(without.filter((folder) => readdirSync(folder).some((file) => file.endsWith('.json')))).toEqual([]);
  });
  it('have no token and no placeholder that the English texts lack', () => {
    const problems = translated.flatMap(({ folder, file }) => {
      const english = read(join(folder, 'en_US.json'));
      // The closed list of errors is the English text for the errors of calls.
      const own = folder.endsWith(join('sdk', 'ui', 'locales')) ? codes.map((code) => `error.${code}`) : [];
      return Object.entries(read(join(folder, file))).flatMap(([token, text]) => {
        // Other languages have more plural forms than one and many.
        const plain = token.replace(/_(zero|two|few|many)$/, '_other');
        const original = english[token] ?? english[plain];
        if (original === undefined) return own.includes(token) ? [] : [`${folder}/${file}: ${token}`];
        const unknown = placeholders(text).filter((name) => !placeholders(original).includes(name));
        return unknown.map((name) => `${folder}/${file}: ${token} has no {{${name}}}`);
      });
    });
    expect(problems).toEqual([]);
  });
});

describe('messageOf', () => {
  afterEach(async () => {
    removeTexts('ui');
    await changeLanguage('en_US');
  });
  it('has an English text for every code', () => {
    expect(codes.filter((code) => messageOf(new CallError(code)).trim() === '')).toEqual([]);
    expect(messageOf(new CallError('NOT_FOUND'))).toBe(errorCatalogue.NOT_FOUND.message);
  });
  it('translates the texts of the list, and shows a better text of the server as it is', async () => {
    addTexts('ui', { 'error.NOT_FOUND': 'Gibt es nicht', 'error.unexpected': 'Ein Fehler' }, 'de_DE');
    await changeLanguage('de_DE');
    expect(messageOf(new CallError('NOT_FOUND'))).toBe('Gibt es nicht');
    expect(messageOf(new CallError('NOT_FOUND', 'The machine is gone.'))).toBe('The machine is gone.');
    expect(messageOf(new CallError('CONFLICT'))).toBe(errorCatalogue.CONFLICT.message);
    expect(messageOf(new Error('x'))).toBe('Ein Fehler');
  });
});
