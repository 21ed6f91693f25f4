import { mkdirSync, writeFileSync } from 'node:fs';
import type { Result } from './reports.ts';

export type Step = [name: string, run: () => Promise<Result>];

/**
 * Runs groups of steps one after the other and the steps of a group at the same time. Every step runs, also after a
 * failure. Prints at the end what failed, each step's time, and as the last line the sum, which also decides the exit code.
 * The same words stay in `.build/reports/<name>.txt`.
 */
export async function runSteps(name: string, groups: Step[][]): Promise<void> {
  mkdirSync('.build/reports', { recursive: true });
  const started = performance.now();
  const table: string[] = [];
  const sum: Result = { passed: 0, failed: 0, failures: [] };
  for (const group of groups) {
    if (group.length === 0) continue;
    console.log(`\n${group.map(([name]) => name).join(', ')}`);
    await Promise.all(
      group.map(async ([step, run]) => {
        const began = performance.now();
        const { passed, failed, failures } = await run();
        sum.passed += passed;
        sum.failed += failed;
        sum.failures.push(...failures);
        table.push(`${step.padEnd(8)}${time(began)}   ${passed} passed, ${failed} failed`);
      }),
    );
  }
  const closing = [
    ...(sum.failures.length > 0 ? ['Failed:', ...sum.failures, ''] : []),
    ...table,
    `${'all'.padEnd(8)}${time(started)}`,
    `${sum.passed} passed, ${sum.failed} failed`,
  ].join('\n');
  console.log(`\n${closing}`);
  writeFileSync(`.build/reports/${name}.txt`, `${closing}\n`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
}

const time = (since: number) => `${((performance.now() - since) / 1000).toFixed(0).padStart(5)} s`;
