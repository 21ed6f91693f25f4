import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Never part of the product: they lie in a folder of their own below `.build`, all of them free to use. */
const packages = { 'dhtmlx-gantt': '10.0.3', echarts: '6.1.0', 'vis-timeline': '8.5.4' };

/** The folder in which the libraries that the chart is compared with are installed; `undefined` where they cannot be had. */
export function installPeers(): string | undefined {
  const folder = resolve('.build/bench/peers');
  const list = join(folder, 'package.json');
  const modules = join(folder, 'node_modules');
  const wanted = `${JSON.stringify({ private: true, dependencies: packages })}\n`;
  if (existsSync(modules) && readFileSync(list, 'utf8') === wanted) return modules;
  mkdirSync(folder, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--fetch-retries=1'];
  writeFileSync(list, wanted);
  console.log('Installing the libraries that the chart is compared with');
  const { status } = spawnSync(npm, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    timeout: 180_000,
  });
  if (status === 0) return modules;
  writeFileSync(list, ''); // half an installation is none
  return undefined;
}
