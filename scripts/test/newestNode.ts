import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The newest long-term version, beside the oldest that is supported, which the tests run on. */
const version = '26.10.0';

/** Path of its program, from the package registry; `undefined` where there is none for this machine, with a printed reason. */
export function newestNode(): string | undefined {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = resolve('.build/node', version);
  const program = join(folder, 'node_modules', name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
  if (existsSync(program)) return program;
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const wanted = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`];
  spawnSync(npm, wanted, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (existsSync(program)) return program;
  console.log(`There is no ${name}@${version}: the server is tested on ${process.version} only.`);
  return undefined;
}
