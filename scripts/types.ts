import { spawnSync } from 'node:child_process';
import { TaskError } from './taskError.ts';

/** `node scripts/run.mjs types`: the type check. What has not changed since the last one is not checked again. */
export default async function run(): Promise<void> {
  const remembered = ['--incremental', '--tsBuildInfoFile', '.build/checks/types.tsbuildinfo'];
  const args = ['node_modules/typescript/bin/tsc', '-p', '.', ...remembered];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new TaskError('The type check found errors.');
}
