import { expect, it } from 'vitest';
import { keptPlace } from '#registry/kept';
import { resolve } from '#registry/resolve';
import { installedOf, packageOf, resolveInput } from '#registry/samples';
import type { ImportMap, WebBuild } from '../modules/buildOutput.ts';
import { keptFiles } from './kept.ts';

const digest = 'sha384-x' as const;
const file = (name: string) => ({ address: `/assets/${name}`, integrity: digest });
const index: WebBuild = {
  base: '/assets/',
  system: file('system.js'),
  hosts: { shell: { entry: 'shell', styles: [file('shell.css')], scripts: [file('shell.js')], app: [file('app.js')] } },
  plugins: {},
  pages: { 'floor/work': { shared: [file('state.js')], own: ['entry.js'] } },
};
const importMap: ImportMap = {
  imports: { drawer: '/assets/sdk/drawer.js', other: '/assets/sdk/other.js', base: '/assets/shared/base.js' },
  integrity: { '/assets/sdk/drawer.js': digest, '/assets/packs/pack.js': digest, '/assets/shared/base.js': digest },
  depcache: { '/assets/sdk/drawer.js': ['./form.js', 'base'] },
  packs: { '/assets/packs/pack.js': ['/assets/sdk/form.js'] },
};
const floor = {
  id: 'floor',
  contributes: {
    pages: [
      { id: 'work', path: keptPlace, title: 'work', guard: { kind: 'member', roles: ['ROLE_SERVICE_PROVIDER'] } },
    ],
  },
};
const files = Object.fromEntries(
  ['entry.js', 'panel.js', 'style.css', 'locales/en_US.json'].map((path) => [path, digest]),
);
const manifestOf = (plugins: Parameters<typeof installedOf>[0][]) =>
  resolve(
    resolveInput({
      installed: plugins.map((each) =>
        installedOf(each, {
          state: 'ready',
          baseUrl: `/plugins/${each.id}/`,
          files: packageOf(each.id, '1.0.0', { files, depcache: { 'panel.js': ['./entry.js', 'drawer'] } }),
          texts: {},
        }),
      ),
    }),
  );
const keptOf = (...plugins: Parameters<typeof manifestOf>[0]) =>
  keptFiles({ build: { index, importMap }, language: 'en_US', manifest: manifestOf(plugins) });

it('names what the page begins with, what its plugin loads later, and what that takes of the host', () => {
  expect(
    keptOf(floor, { id: 'another' })
      ?.map(({ address }) => address)
      .toSorted(),
  ).toEqual([
    '/assets/app.js',
    '/assets/packs/pack.js',
    '/assets/sdk/drawer.js',
    '/assets/shared/base.js',
    '/assets/shell.css',
    '/assets/shell.js',
    '/assets/state.js',
    '/assets/system.js',
    '/plugins/floor/entry.js',
    '/plugins/floor/locales/en_US.json',
    '/plugins/floor/panel.js',
    '/plugins/floor/style.css',
  ]);
});

it('gives nothing to keep to who has no such page', () => {
  expect(keptOf({ id: 'another' })).toBeUndefined();
});
