import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageFilesSchema, packageSignatureSchema } from '#registry/packages';
import { fileIntegrity, verifyPackage } from '#registry/signing';
import { readPackage } from '../../sdk/cli/packageFile.ts';
import { installOutside } from './outside.ts';
import { tarball, writePublishedSdk } from './pack.ts';

/** A vendor's way from an empty folder, with the tarball alone: nothing is imported from this repository. */

const root = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'sinter-vendor-'));
const [published, plugin] = [join(folder, 'published'), join(folder, 'plugin')];
const installed = join(plugin, 'node_modules/@sinter/sdk');
const steps: [string, number][] = [];

/** Runs a program of the vendor in the plugin's folder, without anything of the test's own environment. */
function run(...args: string[]): { status: number | null; text: string } {
  const started = performance.now();
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: plugin, encoding: 'utf8', env });
  steps.push([args.join(' ').replace(/^.*node_modules\//, ''), performance.now() - started]);
  return { status, text: stdout + stderr };
}
const tool = (...args: string[]) => run(join(installed, 'cli/sinter-plugin.mjs'), ...args);

beforeAll(async () => {
  await writePublishedSdk(root, published);
  const file = tarball(published, folder);
  // Where npx would have it.
  installOutside(join(folder, 'npx'), file, root);
  const program = join(folder, 'npx/node_modules/@sinter/sdk/cli/sinter-plugin.mjs');
  spawnSync(process.execPath, [program, 'create', 'acme.first', plugin]);
  installOutside(plugin, file, root);
});
afterAll(() => {
  console.log(steps.map(([step, ms]) => `${(ms / 1000).toFixed(1).padStart(5)} s  ${step}`).join('\n'));
  rmSync(folder, { recursive: true, force: true });
});

describe('the packed SDK', () => {
  it('holds no room of the server, no test and no TypeScript but the template', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /^server|\.test\.|(^|\/)tables\./.test(file) && !/template/.test(file))).toEqual([]);
    expect(files.filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !/template/.test(file))).toEqual([]);
  });

  it('names no folder of this machine', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true });
    const texts = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    expect(texts.filter((file) => readFileSync(file, 'utf8').includes(root))).toEqual([]);
  });

  it('can be loaded module by module', () => {
    const modules = ['contract', 'contract/orders/rows', 'plugin', 'api', 'i18n', 'state'];
    const text = modules.map((name) => `await import('@sinter/sdk/${name}');`).join('\n');
    expect(run('--input-type=module', '-e', text).text).toBe('');
  });
});

describe('a new plugin', () => {
  it('has no type error, in itself or in the declarations of the SDK', () => {
    expect(run('node_modules/typescript/bin/tsc', '-p', '.').text).toBe('');
  });

  it('passes its own tests', () => {
    const { status, text } = run('node_modules/vitest/vitest.mjs', 'run');
    expect(status, text).toBe(0);
    expect(text).toContain('2 passed');
  });

  it('becomes a signed package that holds what it lists', () => {
    expect(tool('pack')).toMatchObject({ status: 0 });
    expect(tool('keygen', 'publisher.key')).toMatchObject({ status: 0 });
    const file = 'acme.first-0.1.0.sinterplugin';
    expect(tool('sign', file, '--key', 'publisher.key')).toMatchObject({ status: 0 });

    const files = readPackage(readFileSync(join(plugin, file)));
    const json = (name: string): unknown => JSON.parse(new TextDecoder().decode(files.get(name)));
    const list = packageFilesSchema.parse(json('files.json'));
    expect([...files.keys()].sort()).toEqual([...Object.keys(list.files), 'files.json', 'signature.json'].sort());
    for (const [name, integrity] of Object.entries(list.files))
      expect(fileIntegrity(files.get(name) ?? new Uint8Array())).toBe(integrity);
    const key = createPublicKey(readFileSync(join(plugin, 'publisher.key.pub')));
    expect(verifyPackage(list, packageSignatureSchema.parse(json('signature.json')), key)).toBe(true);
  });

  it('takes its libraries from the page', () => {
    const files = readPackage(readFileSync(join(plugin, 'acme.first-0.1.0.sinterplugin')));
    const scripts = [...files].filter(([name]) => name.endsWith('.js'));
    const imported = scripts.flatMap(([, bytes]) => {
      const list = /^System\.register\((\[.*?\])/.exec(new TextDecoder().decode(bytes))?.[1] ?? '[]';
      return (JSON.parse(list) as string[]).filter((one) => !one.startsWith('.'));
    });
    expect(imported).toEqual(expect.arrayContaining(['@sinter/sdk/plugin', '@sinter/sdk/ui', 'react/jsx-runtime']));
    expect(imported.filter((one) => one.includes('contract/orders'))).toEqual([]);
  });
});

describe('what goes wrong is said', () => {
  it.each([
    [['create', 'nodots', 'other'], /vendor\.name/],
    [['create', 'acme.second', '.'], /not empty/],
    [['pack', 'client'], /plugin\.json/],
    [['sign', 'nothing.sinterplugin', '--key', 'publisher.key'], /does not exist/],
    [['sign', 'acme.first-0.1.0.sinterplugin', '--key', 'plugin.json'], /Ed25519/],
    [['keygen', 'publisher.key'], /never overwritten/],
    [['unknown'], /no command/],
  ])('%j', (args, text) => {
    expect(tool(...args)).toMatchObject({ status: 1, text: expect.stringMatching(text) });
    expect(existsSync(join(plugin, 'other'))).toBe(false);
  });
});
