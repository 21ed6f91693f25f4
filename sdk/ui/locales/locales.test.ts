import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { CallError, errorCatalogue, errorCodeSchema } from '../../contract/errors.ts';
import { changeLanguage, textsSchema } from '../../i18n/index.ts';
import { addTexts, removeTexts } from '../../i18n/translate.ts';
import { messageOf } from '../feedback/ErrorNotice.tsx';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const codes = errorCodeSchema.array().parse(Object.keys(errorCatalogue));

/** Plugins in a vendor's manner, which `sinter-plugin check` reads: two languages are enough for a vendor. */
const vendors = ['cli', 'docs'].map((room) => join(root, 'sdk', room));

/** Every folder with texts of the product: of screens, and of mails. */
function folders(below: string): string[] {
  return readdirSync(below, { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (!entry.isDirectory() || entry.name === 'node_modules' || vendors.includes(path)) return [];
    return entry.name === 'locales' || existsSync(join(path, 'en_US.json')) ? [path] : folders(path);
  });
}

const read = (file: string) => textsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
const uiTexts = join(root, 'sdk', 'ui', 'locales');
/** Their English text is in the code: the closed list of errors, and what the client of calls says itself. */
const failures = [...codes, 'connectionLost', 'fileGone', 'noAnswer'].map((code) => `error.${code}`);
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

/** That what the server says is in every language has a test of its own. */
const isOfServer = (folder: string) => existsSync(join(folder, 'en_US.ts'));
const everywhere = ['sdk', 'host', 'plugins'].flatMap((room) => folders(join(root, room)));
const places = everywhere.filter((folder) => !isOfServer(folder));
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
      const own = folder === uiTexts ? failures : [];
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

const moduleSchema = z.object({ default: textsSchema });
const readEnglish = async (folder: string): Promise<Record<string, string>> =>
  isOfServer(folder)
    ? moduleSchema.parse(await import(/* @vite-ignore */ join(folder, 'en_US.ts'))).default
    : read(join(folder, 'en_US.json'));
const spoken = await Promise.all(
  everywhere.map(async (folder) => [folder.split(sep).slice(-3).join('/'), await readEnglish(folder)] as const),
);
const refusals = Object.fromEntries(codes.map((code) => [code, errorCatalogue[code].message]));

/** Every English text, with where it stands. */
const english = [...spoken, ['errors', refusals] as const].flatMap(([place, texts]) =>
  Object.entries(texts).map(([token, text]) => ({
    at: `${place}: ${token}`,
    token,
    text,
    // What stands in a placeholder is not ours.
    plain: text.replace(/\{\{\w+\}\}/g, 'it'),
  })),
);

const found = (pattern: RegExp, except: readonly string[] = []) =>
  english
    .filter(({ plain, text }) => pattern.test(plain) && !except.includes(text))
    .map(({ at, text }) => `${at}: ${text}`);

/** Capitals that the specification has in its texts. Names of screens have them as the menu has. */
const specified = [
  'LOG IN',
  'Forgot Password?',
  'Forgot Password',
  'Sign In',
  'Log Out',
  'Access Denied',
  'Back to Dashboard',
  'Reset Keys',
  'User Profile',
  'API Keys',
  'Facility Profile',
  'Company Profile',
  'Connected to CO-AM Server',
  'Login Successful. Redirecting to GrabCAD Print.',
  'GrabCAD Print',
  'Clear All',
  'No Data',
  'From Date',
  'To Date',
  'Send to Tray',
  'Clear Tray',
  'Clear Tray in GrabCAD',
  'Send {{count}} file(s) to Tray',
  'Once a file is sent to Tray, it should not be edited/deleted. Instead, please Clear Tray then re-add all desired files.',
  'to Tray',
  'In Progress',
  'Enterprise Scheduling View',
  'Production Schedule',
  'App Marketplace Admin',
  'App Marketplace',
  'Filtering By',
  'Last Updated: {{time}}',
  'General Material',
  '(Material Not Selected)',
  'Use this Slot',
  'Save Job',
  'Update Job',
  'Back to GrabCad',
  'Check Connection',
  'Non Itar Adapter URL',
  'Itar Adapter URL',
  'JSON Schema',
  'Idempotency-Key',
  'Quickbooks Online Accounting',
];

/** Names, abbreviations and keys keep their capitals everywhere. */
const names =
  /^(I|OpenID|Connect|MTConnect|OctoPrint|Moonraker|Klipper|Magics|Cp|Cpk|Pp|Ppk|Western|Electric|Mondays|Simulator|GrabCAD|Quickbooks|Intuit|Stripe|WebGL|WebP|United|States|English|MPa|MB|ID|IDs|Enter|Escape|Shift|Insert|Space|Page|Up|Down|Left|Right|Plus|Minus|Place|Materials|Manual|Ctrl|Ctrl-click|Non-ITAR|UTF-16|SHA-256|[A-Z]|[A-Z0-9]{2,}s?|3D|Ed25519)$/;

function capitals(text: string): string[] {
  const own = specified.reduce((rest, phrase) => rest.replaceAll(phrase, 'it'), text);
  const sentences = own.replace(/\{\{\w+\}\}/g, 'it').split(/(?<=[.!?:·“„])\s*|\n+|[[\]"]/);
  return sentences.flatMap((sentence) => {
    const [, ...rest] = sentence.match(/[A-Za-z0-9][\w'’-]*/g) ?? [];
    return rest.filter((word) => /^[A-Z]/.test(word) && !names.test(word));
  });
}

describe('the English texts', () => {
  it('say it as a colleague would', () => {
    expect(
      found(
        /\b(did not work|that did not|take it off|take \S+ off|taken off|again and again|nothing is lost|there is nothing here|somebody|everybody|at once|wanted by|what for|how many in all|what became of|written down|is on its way|goes on|by itself|look into|a look by|on purpose)\b/i,
      ),
    ).toEqual([]);
  });
  it('have one word for one thing', () => {
    expect(
      found(
        /\b(plant|premises|request for quotation|bids?|equipments?|maker|enterprise|catalogue|plugins?|programming interface|e-mails?|mails?|rights|switched (on|off)|switch (it |them )?(on|off)|chosen)\b/i,
        ['Enterprise Scheduler', 'Enterprise scheduler', 'Enterprise Scheduling View', 'Please select an equipment'],
      ),
    ).toEqual([]);
  });
  it('are spelled as in America', () => {
    expect(
      found(
        /(colour|organis|recognis|analys(e|ing)\b|millimetre|centre|behaviour|favour|licence|grey|travell|modell|fulfil\b|metre\b|litre\b|initialis|optimis|customis|minimis|authoris)/i,
      ),
    ).toEqual([]);
  });
  it('show no code, route, field or event name', () => {
    const examples = [
      'Please enter a path like /engineer or an address like https://example.com',
      'Administrators can still reach it with ?Manual=true in the address.',
      'recovery-codes.txt',
      'A domain like example.com',
      'Enter an address like parts.example.com',
    ];
    const raw = /[A-Z]{2,}_[A-Z]|(^|[\s(“"])\/[a-z]|\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z][a-z]+|\b[a-z]{3,}\.[a-z]{3,}\b/;
    expect(found(raw, examples).filter((text) => !/https?:\/\//.test(text))).toEqual([]);
  });
  it('are in sentence case, but for the texts of the specification and the names of screens', () => {
    expect(
      english
        .filter(({ token }) => !token.startsWith('menu.'))
        .flatMap(({ at, text }) => capitals(text).map((word) => `${at}: ${word} in “${text}”`)),
    ).toEqual([]);
  });
});

describe('every text', () => {
  const languages = ['de_DE', 'fr_FR', 'ja_JP', 'ar_SA'];
  it('is there in every language, in each of its plural forms', () => {
    const missing = places.flatMap((folder) => {
      const tokens = [...Object.keys(read(join(folder, 'en_US.json'))), ...(folder === uiTexts ? failures : [])];
      return languages.flatMap((language) => {
        const own = read(join(folder, `${language}.json`));
        const forms = new Intl.PluralRules(language.replace('_', '-')).resolvedOptions().pluralCategories;
        const wanted = tokens.flatMap((token) => {
          if (!tokens.includes(token.replace(/_one$/, '_other')) || !/_(one|other)$/.test(token)) return [token];
          return forms.map((form) => token.replace(/_(one|other)$/, `_${form}`));
        });
        return [...new Set(wanted)]
          .filter((token) => own[token] === undefined)
          .map((token) => `${folder.split(sep).slice(-3).join('/')} ${language}: ${token}`);
      });
    });
    expect(missing).toEqual([]);
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
    expect(messageOf(CallError.received({ code: 'NOT_FOUND', message: 'The machine is gone.' }))).toBe(
      'The machine is gone.',
    );
    expect(messageOf(new CallError('CONFLICT'))).toBe(errorCatalogue.CONFLICT.message);
    expect(messageOf(new Error('x'))).toBe('Ein Fehler');
  });
});
