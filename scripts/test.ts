import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { findBrowser } from './test/browser.ts';
import { newestNode } from './test/newestNode.ts';
import { TaskError } from './task-error.ts';

interface Result {
  passed: number;
  failed: number;
}

const reports = '.build/reports';
const endToEnd = 'tests/e2e/playwright.config.ts';

function node(args: string[], env: NodeJS.ProcessEnv = {}, program = process.execPath): boolean {
  const { status } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return status === 0;
}

/** A step that passes or fails as a whole. */
const check = (args: string[]): Result => (node(args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
const task = (name: string, ...args: string[]) => check(['scripts/run.mjs', name, ...args]);

/** Counts from a runner's JSON report. A runner that failed without a failed test (a crash) counts as one failure. */
function counted(succeeded: boolean, file: string, count: (report: unknown) => Result): Result {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const result = count(JSON.parse(readFileSync(file, 'utf8')));
  return succeeded || result.failed > 0 ? result : { ...result, failed: 1 };
}

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

function vitest(name: string, folders: string[], program?: string): Result {
  const file = join(reports, `${name}.json`);
  const succeeded = node(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...folders,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    {},
    program,
  );
  return counted(succeeded, file, (report) => {
    const { numPassedTests, numFailedTests } = vitestReport.parse(report);
    return { passed: numPassedTests, failed: numFailedTests };
  });
}

/** The server part once more, on the newest long-term Node. */
function newest(): Result {
  const program = newestNode();
  if (program === undefined) return { passed: 0, failed: 0 };
  return vitest('newest', ['host/server', 'plugins/preparation/server', 'tests/contract/orders.test.ts'], program);
}

function browser(): Result {
  const hasTests =
    existsSync(endToEnd) &&
    readdirSync('tests/e2e', { recursive: true }).some((name) => /\.(test|spec)\.ts$/.test(String(name)));
  if (!hasTests) return { passed: 0, failed: 0 };
  const file = join(process.cwd(), reports, 'playwright.json');
  const succeeded = node(['node_modules/playwright/cli.js', 'test', '--config', endToEnd, '--reporter=list,json'], {
    SINTER_BROWSER: findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return counted(succeeded, file, (report) => {
    const { stats } = playwrightReport.parse(report);
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
  });
}

/** In this order: the cheap ones first, the build before what needs it. */
const steps: Record<string, () => Result> = {
  lint: () => task('lint'),
  types: () => task('types'),
  build: () => task('build', '--budgets'),
  unit: () => vitest('vitest', []),
  newest,
  e2e: browser,
};

/** `npm test [-- --only lint|types|build|unit|newest|e2e]`. Every step runs, also after a failure; the last line is the sum. */
export default async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } });
  const chosen = Object.entries(steps).filter(([name]) => values.only === undefined || name === values.only);
  if (chosen.length === 0) throw new TaskError(`There is no step "${values.only}": ${Object.keys(steps).join(', ')}.`);
  mkdirSync(reports, { recursive: true });
  const sum: Result = { passed: 0, failed: 0 };
  for (const [name, step] of chosen) {
    console.log(`\n${name}`);
    const { passed, failed } = step();
    sum.passed += passed;
    sum.failed += failed;
  }
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
}
