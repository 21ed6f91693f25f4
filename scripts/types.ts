import { spawnSync } from 'node:child_process';
import { TaskError } from './task-error.ts';

/** `node scripts/run.mjs types`: the type check. */
export default async function run(): Promise<void> {
  const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { stdio: 'inherit' });
  if (status !== 0) throw new TaskError('The type check found errors.');
}
