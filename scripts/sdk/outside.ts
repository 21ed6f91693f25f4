import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { TaskError } from '../taskError.ts';

/**
 * What `npm install <tarball>` leaves in a plugin's folder, without a network: the SDK from the tarball, and links to the
 * libraries that this repository has.
 */
export function installOutside(folder: string, tarball: string, root: string): void {
  const modules = join(folder, 'node_modules');
  const sdk = join(modules, '@sinter/sdk');
  mkdirSync(sdk, { recursive: true });
  const { status, stderr } = spawnSync('tar', ['-xzf', tarball, '-C', sdk, '--strip-components', '1'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new TaskError(`${tarball} could not be unpacked.\n${stderr}`);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '@sinter' || name.startsWith('.')) continue;
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
  }
}
