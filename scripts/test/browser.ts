import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { TaskError } from '../taskError.ts';
import { usualPlaces } from './browserPlaces.ts';

const installed = () => [...usualPlaces, chromium.executablePath()].find((path) => existsSync(path));

/** Path of a Chromium: `SINTER_BROWSER`, an installed one, Playwright's own, or one that is installed now. */
export function findBrowser(): string {
  const named = process.env['SINTER_BROWSER'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new TaskError(`SINTER_BROWSER names ${named}, which does not exist.`);
    return named;
  }
  const found = installed();
  if (found !== undefined) return found;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium (apt-get)');
    const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'inherit' }).status === 0;
    const install = (name: string) => apt('install', '-y', '--no-install-recommends', name);
    apt('update');
    // Ubuntu has only the whole browser.
    if (!install('chromium-headless-shell')) install('chromium');
  } else {
    console.log('Downloading Chromium (playwright install)');
    spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], { stdio: 'inherit' });
  }
  const fresh = installed();
  if (fresh === undefined) throw new TaskError('No Chromium found. Install one, or set SINTER_BROWSER to its path.');
  return fresh;
}
