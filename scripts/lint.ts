import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { circlesOf } from './lint/circles.ts';
import { checkForms } from './lint/forms.ts';
import { checkImports, readSources } from './lint/imports.ts';
import { checkOutbound } from './lint/outbound.ts';
import { checkRooms } from './lint/rooms.ts';
import { checkTables } from './lint/tables.ts';
import { TaskError } from './taskError.ts';

const formatted = ['sdk', 'registry', 'host', 'plugins', 'scripts', 'tests', '*.{ts,json}', '.oxlintrc.json'];

function passes(title: string, args: string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (status) => {
      if (status !== 0) console.error(`${title} failed.`);
      resolve(status === 0);
    });
  });
}

const sdkSchema = z.object({ exports: z.record(z.string(), z.string()) });

function importsAreAllowed(): boolean {
  const sources = readSources(process.cwd());
  const forbidden = [
    ...checkImports(sources),
    ...checkRooms(sources),
    ...checkForms(sources),
    ...checkOutbound(sources),
  ];
  for (const { file, line, text } of forbidden) console.error(`${file}:${line}: ${text}`);
  const { exports: sdk } = sdkSchema.parse(JSON.parse(readFileSync('sdk/package.json', 'utf8')));
  const circles = circlesOf(sources, sdk);
  for (const circle of circles) console.error(`These files import each other: ${circle.join(' -> ')}`);
  return forbidden.length + circles.length === 0;
}

function tablesAreTheirOwners(): boolean {
  const found = checkTables(process.cwd());
  for (const { file, line, text } of found) console.error(`${file}:${line}: ${text}`);
  return found.length === 0;
}

/** `npm run lint`: oxlint, formatting, the import rules and circles, and the owners of tables. `--fix` formats and repairs what can be repaired. */
export default async function run(args: string[]): Promise<void> {
  const fix = args.includes('--fix');
  const oxlint = () =>
    passes('oxlint', ['node_modules/oxlint/bin/oxlint', ...(fix ? ['--fix'] : []), '--deny-warnings']);
  const prettier = () =>
    passes('prettier', [
      'node_modules/prettier/bin/prettier.cjs',
      ...(fix ? ['--write'] : ['--check']),
      // Files that have not changed since they last passed are not formatted again.
      '--cache',
      '--cache-strategy',
      'content',
      '--cache-location',
      '.build/checks/prettier',
      '--log-level',
      'warn',
      '--no-error-on-unmatched-pattern',
      ...formatted,
    ]);
  // Both may rewrite a file.
  const results = fix ? [await oxlint(), await prettier()] : await Promise.all([oxlint(), prettier()]);
  const borders = [importsAreAllowed(), tablesAreTheirOwners()];
  if ([...results, ...borders].includes(false)) throw new TaskError('Lint found errors.');
}
