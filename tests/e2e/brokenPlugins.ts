import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { join } from 'node:path';
import type { PluginBuild } from '#host/server/modules/buildOutput.ts';
import { webBuildSchema } from '#host/server/modules/buildOutput.ts';
import { buildKey, signFolder } from '../../scripts/build/signing.ts';
import { toSystemModule } from '../../scripts/build/systemModule.ts';

/** Packages as a vendor might deliver them, each broken in its own way. */

const definition = (id: string, page: string, before = '') => `
  import { definePlugin } from '@sinter/sdk/plugin';
  import { use } from 'react';
  import { jsx } from 'react/jsx-runtime';
  ${before}
  const never = new Promise(() => {});
  const Page = () => { ${page} };
  export default definePlugin({
    id: '${id}',
    setup: (host) => host.page('main', () => Promise.resolve({ default: Page })),
  });`;
const drawn = `return jsx('h1', { children: 'It works' });`;

export interface Broken {
  id: string;
  title: string;
  code: string;
}
const broken = (name: string, title: string, page: string, before?: string): Broken => {
  const id = `acme.${name}`;
  return { id, title, code: definition(id, page, before) };
};

export const throwsLoading = broken('throws-loading', 'Throws while loading', drawn, `throw new Error('no start');`);
export const throwsDrawing = broken('throws-drawing', 'Throws while drawing', `throw new Error('no picture');`);
/** Its files are asked for and never come: see `withHeldBack`. */
export const neverAnswers = broken('never-answers', 'Never answers', drawn);
export const neverLoads = broken('never-loads', 'Never loads', drawn, 'await new Promise(() => {});');
export const neverMounts = broken('never-mounts', 'Never mounts', `use(never); ${drawn}`);
/** Its code is another one than was built: see `changeOnDisk`. */
export const changedOnDisk = broken('changed', 'Changed on disk', drawn);
/** Nothing is wrong with it: what the others show is not the fault of how they are made. */
export const sound = broken('sound', 'Nothing wrong', drawn);

const all = [throwsLoading, throwsDrawing, neverAnswers, neverLoads, neverMounts, changedOnDisk, sound];

export const pathOf = ({ id }: Broken): string => `/apps/${id}`;

const built = (id: string): string => `plugins/${id}/1.0.0-x`;
const codeOf = (folder: string, { id }: Broken): string => join(folder, '.build/web', built(id), 'index.js');

/** Builds the packages; what it answers adds them to an app's own folder. */
export async function brokenPlugins(): Promise<(folder: string) => void> {
  const codes = await Promise.all(
    all.map(async (plugin) => ({ plugin, code: (await toSystemModule(plugin.code, undefined)).code })),
  );
  return (folder) => add(folder, codes);
}

function add(folder: string, packages: readonly { plugin: Broken; code: string }[]): void {
  const indexFile = join(folder, '.build/web/index.json');
  const index = webBuildSchema.parse(JSON.parse(readFileSync(indexFile, 'utf8')));
  for (const { plugin, code } of packages) {
    const descriptor = {
      id: plugin.id,
      version: '1.0.0',
      publisher: 'Acme',
      title: plugin.title,
      sdk: '^1.0.0',
      contributes: {
        pages: [
          {
            id: 'main',
            path: `/apps/${plugin.id}`,
            title: 'title',
            guard: { kind: 'member', roles: ['ROLE_SERVICE_PROVIDER'] },
            menu: { section: 'apps', order: 50, icon: 'app', label: 'title' },
          },
        ],
      },
    };
    write(join(folder, 'plugins', plugin.id, 'plugin.json'), JSON.stringify(descriptor));
    const contents = {
      'index.js': code,
      'locales/en_US.json': JSON.stringify({ title: plugin.title }),
    };
    const record: PluginBuild = {
      id: plugin.id,
      version: '1.0.0',
      entry: 'index.js',
      styles: [],
      depcache: {},
      files: Object.fromEntries(Object.entries(contents).map(([name, content]) => [name, digest(content)])),
    };
    for (const [name, content] of Object.entries(contents)) {
      write(join(folder, '.build/web', built(plugin.id), name), content);
    }
    write(join(folder, '.build/web', built(plugin.id), 'files.json'), JSON.stringify(record));
    signFolder(join(folder, '.build/web', built(plugin.id)), record, buildKey(join(folder, '.build')));
    index.plugins[plugin.id] = built(plugin.id);
  }
  writeFileSync(indexFile, JSON.stringify(index));
}

export const changeOnDisk = (folder: string, plugin: Broken): void =>
  appendFileSync(codeOf(folder, plugin), ';document.title = "changed";');

function write(path: string, content: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
}

const digest = (content: string): `sha384-${string}` =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** An address of its own for the app, where the files of some plugins are asked for and never answered. */
export function withHeldBack(appUrl: string, plugins: readonly Broken[]): Promise<{ url: string; server: Server }> {
  const held = plugins.map(({ id }) => `/plugins/${id}/`);
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    if (held.some((folder) => path.startsWith(folder))) return;
    const passed = request(appUrl + path, { method: asked.method, headers: asked.headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  return new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address && typeof address === 'object') listening({ url: `http://localhost:${address.port}`, server });
    });
  });
}
