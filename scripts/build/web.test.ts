import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import { importMapSchema, pluginBuildSchema, webBuildSchema } from '#host/server/modules/buildOutput.ts';
import { measureBudgets } from './budgets.ts';
import { integrityOf } from './bundle.ts';
import { fixtureProject } from './fixture.ts';
import { readPlugin } from './project.ts';
import { base } from './base.ts';
import { buildWeb, rebuildPlugin, type BuiltWeb } from './web.ts';

const plugin = (id: string) => JSON.stringify({ id, version: '1.0.0' });
const sdk = {
  'sdk/package.json': JSON.stringify({
    exports: {
      './plugin': './plugin/index.ts',
      './ui': './ui/index.tsx',
      './contract/*': './contract/*.ts',
      './server': './server/index.ts',
    },
  }),
  'sdk/plugin/index.ts': `import * as React from 'react'; export { session } from '../contract/host.ts'; export const definePlugin = (plugin: object) => ({ ...plugin, React });
    export let count = 0; export const add = () => { count += 1; };`,
  'sdk/contract/index.ts': `export * from './enums.ts';\nexport * from './guard.ts';\nexport * as orders from './orders.ts';`,
  'sdk/contract/enums.ts': `export const role = 'buyer';`,
  'sdk/contract/guard.ts': `import { role } from './enums.ts'; export const guard = { role };`,
  'sdk/contract/host.ts': `import { guard } from './guard.ts'; export const session = { guard };`,
  'sdk/contract/orders.ts': `import * as z from 'zod'; import { guard } from './guard.ts';
    export const order = Object.assign(z.object({ id: z.number() }), { guard });`,
  'sdk/ui/index.tsx': `import { Button } from 'antd'; import './panel.css'; export const Panel = () => <Button />;`,
  'sdk/ui/panel.css': `.panel { color: red }`,
  'host/shell/main.tsx': `import { createMemoryRouter } from 'react-router-dom'; import { Panel } from '@sinter/sdk/ui';
    import './frame.css'; import { one } from './one.ts'; import { two } from './two.ts';
    export const start = () => import('./Workspace.tsx'); export const help = () => import('./Help.tsx');
    export const parts = { Panel, createMemoryRouter, one, two };`,
  'host/shell/Workspace.tsx': `import { Layout } from 'antd'; import { one } from './one.ts'; export const Workspace = () => <Layout>{one()}</Layout>;`,
  'host/shell/Help.tsx': `import { two } from './two.ts'; import './frame.css'; import './help.css'; export const Help = () => <b>{two()}</b>;`,
  'host/shell/one.ts': `export const one = () => document.title;`,
  'host/shell/two.ts': `export const two = () => document.referrer;`,
  'host/shell/frame.css': `.frame { color: red }`,
  'host/shell/help.css': `.help { color: red }`,
};
const alpha = {
  'plugins/alpha/plugin.json': plugin('alpha'),
  'plugins/alpha/locales/en.json': '{"title":"Alpha"}',
  'plugins/alpha/client/index.ts': `import * as React from 'react'; import moment from 'moment'; import 'moment/locale/fr'; import './alpha.css';
    import { definePlugin, add, count } from '@sinter/sdk/plugin'; import { order } from '@sinter/sdk/contract/orders';
    export const counted = () => { add(); return count; };
    export const lazy = () => import('./page.tsx');
    export const setup = (host) => host.page('first', () => import('./first.tsx'));
    export default definePlugin({ id: 'alpha', own: React, moment, order });`,
  'plugins/alpha/client/first.tsx': `const useEarly = (load: () => unknown) => load(); const loadChart = () => import('./chart.tsx');
    const loadDrawer = () => import('./drawer.tsx'); export default () => [useEarly(loadChart), loadDrawer];`,
  'plugins/alpha/client/chart.tsx': `export const chart = 'the chart';`,
  'plugins/alpha/client/drawer.tsx': `export const drawer = 'a drawer';`,
  'plugins/alpha/client/alpha.css': `.alpha { color: blue }`,
  'plugins/alpha/client/page.tsx': `import { useState } from 'react'; import { UserOutlined } from '@ant-design/icons'; import {
      Button, // a comment
      Tag as Label, type ButtonProps } from 'antd';
    export const answer = (): ButtonProps => ({ id: 'page' }); export const Page = () => { useState(0); return <Label><UserOutlined /><Button /></Label>; };`,
};

/** Loads modules in node through the real SystemJS, with the page's import map. */
const systemGlobal = z.object({
  System: z.custom<{ import(id: string): Promise<Record<string, unknown>>; addImportMap(map: object): void }>(),
});

function loader(built: BuiltWeb) {
  createRequire(import.meta.url)('systemjs');
  const { System } = systemGlobal.parse(globalThis);
  const web = pathToFileURL(join(built.project.out, 'web')).href + '/';
  const place = (address: string) => web + address.slice(base.length);
  System.addImportMap({
    imports: Object.fromEntries(Object.entries(built.map.imports).map(([id, address]) => [id, place(address)])),
  });
  return { load: (id: string) => System.import(id), web };
}

async function failure(files: Record<string, string>): Promise<string> {
  const project = fixtureProject('refused', { ...sdk, 'plugins/bad/plugin.json': plugin('bad'), ...files });
  return buildWeb(project).then(
    () => 'built',
    (error: Error) => error.message,
  );
}
const badClient = (text: string) => ({ 'plugins/bad/client/index.ts': `${text}\nexport default {};` });

describe('browser build', () => {
  let built: BuiltWeb;
  beforeAll(async () => {
    built = await buildWeb(fixtureProject('web', { ...sdk, ...alpha }));
  }, 60_000);
  const web = () => join(built.project.out, 'web');
  const pluginFolder = () => join(web(), built.index.plugins['alpha'] ?? '');

  it('writes records that the server can parse, and digests that match the files', () => {
    webBuildSchema.parse(JSON.parse(readFileSync(join(web(), 'index.json'), 'utf8')));
    const map = importMapSchema.parse(JSON.parse(readFileSync(join(web(), 'importmap.json'), 'utf8')));
    for (const [address, integrity] of Object.entries(map.integrity)) {
      expect(integrityOf(readFileSync(join(web(), address.slice(base.length))))).toBe(integrity);
    }
    const record = pluginBuildSchema.parse(JSON.parse(readFileSync(join(pluginFolder(), 'files.json'), 'utf8')));
    for (const [file, integrity] of Object.entries(record.files)) {
      expect(integrityOf(readFileSync(join(pluginFolder(), file)))).toBe(integrity);
    }
    expect(record.styles).toEqual(['index.css']);
    expect(Object.keys(record.files)).toContain('locales/en.json');
    expect(built.index.hosts['shell']?.styles).toHaveLength(2);
  });

  it('loads an entry and a lazy chunk through SystemJS, with one copy of what is shared and live bindings', async () => {
    const { load, web: address } = loader(built);
    const entry = await load(`${address}${built.index.plugins['alpha']}/index.js`);
    const shape = z.object({
      default: z.object({ React: z.unknown(), own: z.unknown(), moment: z.unknown() }),
      counted: z.custom<() => number>(),
      lazy: z.custom<() => Promise<{ answer(): { id: string } }>>(),
    });
    const { default: definition, counted, lazy } = shape.parse(entry);
    const react = await load('react');
    expect(definition.React).toBe(definition.own);
    expect(z.object({ useState: z.unknown() }).parse(definition.own).useState).toBe(react['useState']);
    expect(definition.moment).toBe((await load('moment'))['default']);
    expect([counted(), counted()]).toEqual([1, 2]);
    expect((await lazy()).answer()).toEqual({ id: 'page' });
  });

  it('keeps what areas of the contract share in one file, copies areas, and keeps the index out of browsers', async () => {
    const { imports } = built.map;
    expect(imports['@sinter/sdk/contract/enums']).toBeDefined();
    expect(imports['@sinter/sdk/contract/guard']).toBe(imports['@sinter/sdk/contract/enums']);
    expect(imports['@sinter/sdk/contract/host']).toBe(imports['@sinter/sdk/contract/enums']);
    expect(imports['@sinter/sdk/contract/orders']).toBeUndefined();
    expect(imports['@sinter/sdk/contract']).toBeUndefined();
    const { load, web: address } = loader(built);
    const { default: definition } = await load(`${address}${built.index.plugins['alpha']}/index.js`);
    const { order } = z.object({ order: z.object({ guard: z.unknown() }) }).parse(definition);
    expect(order.guard).toBe((await load('@sinter/sdk/contract/guard'))['guard']);
  });

  it('makes no chunks of their own for what a lazily imported module finds loaded', () => {
    const sources = Object.entries(built.parts.host.files).filter(([file]) => file.endsWith('.js'));
    const lazy = sources.filter(([, { source }]) => /(Workspace|Help)\.tsx$/.test(source ?? ''));
    expect(lazy).toHaveLength(2);
    // The entry, the two, and one for what both of them share with the entry.
    expect(sources).toHaveLength(4);
  });

  it('puts each rule into the style sheet of a host once, those of lazily imported modules included', () => {
    const [, own] = built.index.hosts['shell']?.styles ?? [];
    const text = readFileSync(join(web(), own?.address.slice(base.length) ?? ''), 'utf8');
    expect(text.match(/\.frame\b/g)).toHaveLength(1);
    expect(text.match(/\.help\b/g)).toHaveLength(1);
  });

  it('gives an unchanged plugin its address again, and a changed one a new one', async () => {
    const before = pluginFolder();
    const source = readPlugin(join(built.project.sources, 'plugins/alpha'));
    await rebuildPlugin(built, source);
    expect(pluginFolder()).toBe(before);
    fixtureProject('web', {
      ...sdk,
      ...alpha,
      'plugins/alpha/client/page.tsx': `export const answer = () => ({ id: 'new' });`,
    });
    await rebuildPlugin(built, source);
    expect(pluginFolder()).not.toBe(before);
    expect(existsSync(before)).toBe(true);
    expect(readdirSync(join(pluginFolder(), '..')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('puts scripts with the same uses into one file, each of them once, and names what a page needs', () => {
    const files = new Set(Object.values(built.map.packs).flat());
    expect(Object.values(built.map.packs).flat()).toHaveLength(files.size);
    const [shell] = Object.values(built.map.imports).filter((address) => address.includes('/host/shell-'));
    expect(files).toContain(shell);
    for (const address of files) expect(built.map.integrity[address]).toBeUndefined();
    const needed = built.index.hosts['shell']?.scripts.map(({ address }) => address) ?? [];
    for (const address of needed) expect(built.map.integrity[address]).toMatch(/^sha384-/);
    expect(needed.some((address) => address in built.map.packs)).toBe(true);
  });

  it('names with a page what it loads early, and not what it loads when it is asked to', () => {
    const texts = built.index.pages['alpha/first']?.own.map((file) => readFileSync(join(pluginFolder(), file), 'utf8'));
    expect(texts?.some((text) => text.includes('the chart'))).toBe(true);
    expect(texts?.some((text) => text.includes('a drawer'))).toBe(false);
  });

  it('measures a screen from its entries, and reports what is not built', async () => {
    const [shell, work] = await measureBudgets(built, [
      { name: 'shell', entries: ['@sinter/host/shell'], maxKb: 1, maxRequests: 75 },
      { name: 'work', entries: ['@sinter/host/shell', 'plugin:alpha', 'plugin:absent'], maxKb: 1, maxRequests: 75 },
    ]);
    expect(shell?.kb).toBeGreaterThan(50);
    expect(work?.kb).toBeGreaterThan(shell?.kb ?? 0);
    expect(work?.missing).toEqual(['plugin:absent']);
  }, 60_000);
});

describe('what a plugin may not contain', () => {
  it.each([
    ['another plugin', `import { x } from '../../alpha/client/page.tsx'; x();`, /lies outside the plugin/],
    ['the host', `import { x } from '#host/runtime/loader.ts'; x();`, /belongs to the host/],
    ['the server half of the SDK', `import { x } from '@sinter/sdk/server'; x();`, /does not run in a browser/],
    ['its own server half', `import { x } from '../server/index.ts'; x();`, /is server code/],
    ['node', `import { x } from 'node:fs'; x();`, /does not run in a browser/],
    ['the inside of antd', `import x from 'antd/lib/table'; x();`, /Import names from 'antd'/],
    ['the whole of antd', `import * as antd from 'antd'; antd.x();`, /Import names from 'antd'/],
    ['the router', `import { Link } from 'react-router-dom'; Link();`, /Use the SDK to navigate/],
    [
      'a name that is not shared',
      `import { windowToggle } from 'rxjs'; windowToggle();`,
      /imports "windowToggle" from 'rxjs'/,
    ],
    [
      'a name that the shared namespace lacks',
      `import * as z from 'zod';\nz.toJSONSchema(1);`,
      /has no "toJSONSchema"/,
    ],
    ['an icon that does not exist', `import { NoIcon } from '@ant-design/icons'; NoIcon();`, /has no "NoIcon"/],
    [
      'a second copy by a path',
      `import x from '../../../../../../node_modules/moment/dist/moment.js'; x();`,
      /lies outside/,
    ],
    ['a second copy by another package', `import x from 'dayjs'; x();`, /is shared and may exist only once/],
  ])(
    '%s',
    async (_what, text, expected) => {
      expect(await failure(badClient(text))).toMatch(expected);
    },
    60_000,
  );
});
