import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { expect } from './test.ts';

const status = 'http://127.0.0.1:12001/status';
const answers = () =>
  fetch(status).then(
    () => true,
    () => false,
  );

/** Starts the simulated tray tool. Pages look for it at one port alone, so the tests beside this one wait for it. */
export async function startTray(...options: string[]): Promise<ChildProcessWithoutNullStreams> {
  let started: ChildProcessWithoutNullStreams | undefined;
  await expect(async () => {
    expect(await answers()).toBe(false);
    const tool = spawn(process.execPath, ['.build/server/tray.mjs', '--accept', ...options], { stdio: 'pipe' });
    tool.stderr.resume();
    // Another test may have taken the port in between: then this one ends, and says nothing.
    const said = once(tool.stdout, 'data').then(() => true);
    const listens = await Promise.race([said, once(tool, 'exit').then(() => false)]);
    tool.stdout.resume();
    expect(listens).toBe(true);
    started = tool;
  }).toPass({ timeout: 90_000 });
  if (!started) throw new Error('There is no tray tool.');
  return started;
}
