import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { newestNode } from './newestNode.ts';
import { type Result, browserResult, unitResult } from './reports.ts';

/** What of the tests to run. */
export interface Selection {
  /** The tests that need long by nature, in place of all the others. */
  long?: boolean;
  /** Only what concerns this area. */
  area?: string;
}

const reports = '.build/reports';
const browserTests = 'tests/e2e';

/** Runs a program of node. With `quiet` its output comes as one piece at its end, for steps that run beside others. */
function node(args: string[], env: NodeJS.ProcessEnv = {}, quiet = false): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: ['inherit', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: { ...process.env, ...env },
    });
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

/** A task that passes or fails as a whole. */
export async function check(name: string, ...args: string[]): Promise<Result> {
  const succeeded = await node(['scripts/run.mjs', name, ...args], {}, true);
  console.log(`${name} ${succeeded ? 'passed' : 'failed'}`);
  return succeeded ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [name] };
}

/** What a runner's JSON report says. A runner that failed without a failed test (a crash) counts as one failure. */
function resultOf(name: string, succeeded: boolean, file: string, read: (report: unknown) => Result): Result {
  const crashed = { failed: 1, failures: [`${name} ended without a result: its messages are above.`] };
  if (!existsSync(file)) return { passed: 0, ...crashed };
  const result = read(JSON.parse(readFileSync(file, 'utf8')));
  return succeeded || result.failed > 0 ? result : { ...result, ...crashed };
}

/** The tests beside the code and in `tests/`, except those in a browser, on the Node that runs this. */
export async function unit({ long = false, area }: Selection): Promise<Result> {
  const file = join(reports, long ? 'unit-long.json' : 'unit.json');
  rmSync(file, { force: true });
  const folders = area === undefined ? [] : [`plugins/${area}/`, `sdk/contract/${area}/`, 'tests/contract/'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const succeeded = await node(
    ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...folders, ...reporters],
    { SINTER_LONG: long ? '1' : undefined, SINTER_TEST_AREA: area },
  );
  return resultOf('unit', succeeded, file, unitResult);
}

/** The tests in a browser. Their servers run on the newest Node, the tests themselves on the one that runs this. */
export async function browser({ long = false, area }: Selection): Promise<Result> {
  const wanted = long ? '.long.spec.ts' : '.spec.ts';
  if (!readdirSync(browserTests).some((name) => name.endsWith(wanted))) return { passed: 0, failed: 0, failures: [] };
  const file = join(process.cwd(), reports, long ? 'browser-long.json' : 'browser.json');
  rmSync(file, { force: true });
  const config = ['--config', join(browserTests, 'playwright.config.ts'), '--reporter=list,json'];
  const only = area === undefined ? [] : ['--grep', `@${area}\\b`, '--pass-with-no-tests'];
  const succeeded = await node(['node_modules/playwright/cli.js', 'test', ...config, ...only], {
    SINTER_LONG: long ? '1' : undefined,
    SINTER_TEST_AREA: area,
    SINTER_BROWSER: findBrowser(),
    SINTER_SERVER_NODE: newestNode(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return resultOf('e2e', succeeded, file, browserResult);
}
