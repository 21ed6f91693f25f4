import { spawnSync } from 'node:child_process';
import { checkImports } from './lint/imports.ts';
import { TaskError } from './task-error.ts';

const formatted = ['sdk', 'registry', 'host', 'plugins', 'scripts', 'tests', '*.{ts,json}', '.oxlintrc.json'];

function passes(title: string, args: string[]): boolean {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) console.error(`${title} failed.`);
  return status === 0;
}

function importsAreAllowed(): boolean {
  const forbidden = checkImports(process.cwd());
  for (const { file, line, text } of forbidden) console.error(`${file}:${line}: ${text}`);
  return forbidden.length === 0;
}

/** `npm run lint`: oxlint, formatting, and the import rules. `--fix` formats and repairs what can be repaired. */
export default async function run(args: string[]): Promise<void> {
  const fix = args.includes('--fix');
  const results = [
    passes('oxlint', ['node_modules/oxlint/bin/oxlint', ...(fix ? ['--fix'] : []), '--deny-warnings']),
    passes('prettier', [
      'node_modules/prettier/bin/prettier.cjs',
      ...(fix ? ['--write'] : ['--check']),
      '--log-level',
      'warn',
      '--no-error-on-unmatched-pattern',
      ...formatted,
    ]),
    importsAreAllowed(),
  ];
  if (results.includes(false)) throw new TaskError('Lint found errors.');
}
