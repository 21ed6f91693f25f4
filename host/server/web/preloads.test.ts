import { expect, it } from 'vitest';
import { resolve } from '#registry/resolve';
import { resolveInput } from '#registry/samples';
import type { WebBuild } from '../modules/buildOutput.ts';
import { preloadsOf } from './preloads.ts';

const file = (name: string) => ({ address: `/assets/${name}.js`, integrity: 'sha384-x' as const });
const [libraries, entry, app] = ['libraries', 'entry', 'app'].map(file);
if (!libraries || !entry || !app) throw new Error('There are three.');
const build: WebBuild = {
  base: '/assets/',
  system: file('system'),
  hosts: {
    shell: { entry: 'shell', styles: [], scripts: [libraries, entry], app: [entry, app, libraries] },
  },
  plugins: {},
  pages: {},
};
const place = { host: 'shell', language: 'en_US', pathname: '/' } as const;

it('asks first for what the page begins with, each file once, and lets the rest wait', () => {
  const preloads = preloadsOf(build, { ...place, manifest: resolve(resolveInput({})) });
  expect(preloads.map(({ address, later = false }) => [address, later])).toEqual([
    [libraries.address, false],
    [entry.address, false],
    [app.address, true],
  ]);
});

it('names nothing behind the sign-in to who is not signed in', () => {
  expect(preloadsOf(build, { ...place, manifest: null }).map(({ address }) => address)).toEqual([
    libraries.address,
    entry.address,
  ]);
});
