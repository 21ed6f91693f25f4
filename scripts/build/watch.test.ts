import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { pluginBuildSchema, webBuildSchema } from '#host/server/modules/buildOutput.ts';
import { fixtureProject } from './fixture.ts';
import { namesOf } from './sharedNames.ts';
import { watch, type Change } from './watch.ts';
import type { BuiltWeb } from './web.ts';

/** A build without libraries, which the plugins here do without. */
function start(files: Record<string, string>) {
  const project = { ...fixtureProject('watched', files), dev: true } as const;
  mkdirSync(join(project.sources, 'plugins'), { recursive: true });
  const part = { imports: {}, exports: {}, styles: {}, files: {} };
  const built: BuiltWeb = {
    project,
    parts: { shared: part, sdk: part, host: part, frame: part },
    plugins: [],
    barrels: {},
    names: namesOf(part),
    packs: [],
    map: { imports: {}, integrity: {}, depcache: {}, packs: {} },
    index: { base: '/assets/', system: { address: '', integrity: 'sha384-' }, hosts: {}, plugins: {}, pages: {} },
  };
  const [changes, problems]: [Change[], string[]] = [[], []];
  stop = watch(
    built,
    (change) => changes.push(change),
    (text) => problems.push(text),
  );
  const write = (file: string, text: string) => {
    const path = join(project.sources, 'plugins', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const web = join(project.out, 'web');
  const plugins = () => webBuildSchema.parse(JSON.parse(readFileSync(join(web, 'index.json'), 'utf8'))).plugins;
  return { project, built, changes, problems, write, web, plugins };
}

let stop = () => {};
afterEach(() => stop());

const descriptor = (title: string) =>
  JSON.stringify({ id: 'acme.hello', version: '1.0.0', contributes: { pages: [{ title, menu: { label: title } }] } });

describe('while somebody develops', () => {
  it('builds a folder that is added, shows a title without a text as a sentence, and forgets a folder that goes', async () => {
    const { project, changes, write, web, plugins } = start({});
    write('hello/plugin.json', descriptor('page.hello'));
    write('hello/client/index.ts', 'export default { id: "acme.hello", setup() {} };');
    await expect.poll(() => changes.at(-1)?.plugins).toEqual(['acme.hello']);
    await expect.poll(() => plugins()['acme.hello']).toMatch(/^plugins\/acme\.hello\/1\.0\.0-/);
    const folder = join(web, plugins()['acme.hello'] ?? '');
    expect(readFileSync(join(folder, 'locales/en_US.json'), 'utf8')).toContain('has no text');
    expect(pluginBuildSchema.parse(JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8'))).entry).toBe(
      'index.js',
    );

    write('hello/locales/en_US.json', '{"page.hello":"Hello"}');
    const texts = () => readFileSync(join(web, plugins()['acme.hello'] ?? '', 'locales/en_US.json'), 'utf8');
    await expect.poll(texts).toBe('{"page.hello":"Hello"}');

    rmSync(join(project.sources, 'plugins/hello'), { recursive: true });
    await expect.poll(plugins).toEqual({});
  });

  it('names the file that cannot be read, and builds it when it is mended', async () => {
    const { problems, write, changes } = start({});
    write('hello/client/index.ts', 'export default { id: "acme.hello", setup() {} };');
    write('hello/plugin.json', '{ "id": ');
    await expect.poll(() => problems.at(-1)).toMatch(/hello[\\/]plugin\.json is no JSON/);
    write('hello/plugin.json', descriptor('page.hello'));
    await expect.poll(() => changes.at(-1)?.plugins).toEqual(['acme.hello']);
  });
});
