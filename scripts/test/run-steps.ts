import { mkdirSync } from 'node:fs';
import type { Result } from './runners.ts';

export type Step = [name: string, run: () => Promise<Result>];

/**
 * Runs groups of steps one after the other and the steps of a group at the same time. Every step runs, also after a
 * failure. Prints each step's time, and as the last line the sum, which also decides the exit code.
 */
export async function runSteps(groups: Step[][]): Promise<void> {
  mkdirSync('.build/reports', { recursive: true });
  const started = performance.now();
  const table: string[] = [];
  const sum: Result = { passed: 0, failed: 0 };
  for (const group of groups) {
    if (group.length === 0) continue;
    console.log(`\n${group.map(([name]) => name).join(', ')}`);
    await Promise.all(
      group.map(async ([name, run]) => {
        const began = performance.now();
        const { passed, failed } = await run();
        sum.passed += passed;
        sum.failed += failed;
        table.push(`${name.padEnd(8)}${time(began)}   ${passed} passed, ${failed} failed`);
      }),
    );
  }
  console.log(`\n${table.join('\n')}\n${'all'.padEnd(8)}${time(started)}`);
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
}

const time = (since: number) => `${((performance.now() - since) / 1000).toFixed(0).padStart(5)} s`;
