import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPackageFile } from '#registry/packageFile';
import { publicKeyOf, verifyPackage } from '#registry/signing';
import { browserRules } from '../../sdk/cli/browser/check.ts';
import { publish } from '../../sdk/cli/publish.ts';
import { rules } from '../../sdk/cli/rules/index.ts';
import { apiReport, readReport, wrongSince } from './apiReport.ts';
import { checkExamples } from './examples.ts';
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
}, 300_000);
afterAll(() => {
  console.log(steps.map(([step, ms]) => `${(ms / 1000).toFixed(1).padStart(5)} s  ${step}`).join('\n'));
  rmSync(folder, { recursive: true, force: true });
});

it('has a page for every rule', () => {
  const ids = ['descriptor', 'build', ...rules.map(({ id }) => id), ...browserRules].sort();
  const pages = readdirSync('sdk/docs/rules').map((file) => file.replace('.md', ''));
  expect(pages.sort()).toEqual(ids);
});

describe('the packed SDK', () => {
  it('has all that the last release had, and a version that says what came since', async () => {
    const version = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync('sdk/package.json', 'utf8'))).version;
    const released = readReport(readFileSync('sdk/api-report.md', 'utf8'));
    expect(wrongSince(released, version, await apiReport(published))).toEqual([]);
  });

  it('holds no room of the server, no test and no TypeScript but the template and the examples', () => {
    const all = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    const files = all.filter((file) => !/^cli\/template|^docs\/examples/.test(file));
    expect(files.filter((file) => /^server|\.test\.|(^|\/)tables\./.test(file))).toEqual([]);
    expect(files.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
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

  it('has nothing that a reviewer would send back, drawn in a browser too where there is one', () => {
    expect(tool('check').text).toMatch(/^(Not checked: .*\n\n)?Nothing to mend\.\n$/);
  });

  it('becomes a signed package that holds what it lists', () => {
    expect(tool('pack')).toMatchObject({ status: 0 });
    expect(tool('keygen', 'publisher.key')).toMatchObject({ status: 0 });
    const file = 'acme.first-0.1.0.sinterplugin';
    expect(tool('sign', file, '--key', 'publisher.key')).toMatchObject({ status: 0 });

    const { files, signature } = readPackageFile(readFileSync(join(plugin, file)));
    const key = publicKeyOf(readFileSync(join(plugin, 'publisher.key.pub'), 'utf8'));
    expect(signature && verifyPackage(files, signature, key)).toBe(true);
  });

  it('takes its libraries from the page', () => {
    const { contents } = readPackageFile(readFileSync(join(plugin, 'acme.first-0.1.0.sinterplugin')));
    const scripts = [...contents].filter(([name]) => name.endsWith('.js'));
    const imported = scripts.flatMap(([, bytes]) => {
      const list = /^System\.register\((\[.*?\])/.exec(new TextDecoder().decode(bytes))?.[1] ?? '[]';
      return (JSON.parse(list) as string[]).filter((one) => !one.startsWith('.'));
    });
    expect(imported).toEqual(expect.arrayContaining(['@sinter/sdk/plugin', '@sinter/sdk/ui', 'react/jsx-runtime']));
    expect(imported.filter((one) => one.includes('contract/orders'))).toEqual([]);
  });
});

checkExamples(folder, plugin);

describe('publish', () => {
  const file = join(plugin, 'acme.first-0.1.0.sinterplugin');
  /** A server that answers once, and what it was sent. */
  async function answering<T>(status: number, body: unknown, ask: (address: string) => Promise<T>) {
    const sent: { authorization: string | undefined; form: FormData }[] = [];
    const server = createServer((request, response) => {
      const given = new Response(Readable.toWeb(request) as ReadableStream, {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      });
      void given.formData().then((form) => {
        sent.push({ authorization: request.headers.authorization, form });
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      return { answer: await ask(`http://127.0.0.1:${port}`).catch(String), sent };
    } finally {
      server.close();
    }
  }

  it('sends the package with the key, and says what the server found', async () => {
    const report = [{ level: 'WARNING', file: 'index.js', message: 'Large.' }];
    const { answer, sent } = await answering(200, { state: 'CHECKED', report }, (address) =>
      publish(file, address, 'amk_u_key', 'The first one.'),
    );
    expect(answer).toMatch(/^acme\.first 0\.1\.0 is CHECKED on .*\n {2}WARNING {2}index\.js {2}Large\.$/);
    expect(sent[0]?.authorization).toBe('Bearer amk_u_key');
    expect(sent[0]?.form.get('changes')).toBe('The first one.');
    expect(sent[0]?.form.get('file')).toMatchObject({ name: 'acme.first-0.1.0.sinterplugin' });
  });

  it('says why the server refuses', async () => {
    const refusal = { code: 'CONFLICT', message: 'Version 0.1.0 was submitted already.' };
    const { answer } = await answering(409, refusal, (address) => publish(file, address, 'amk_u_key', ''));
    expect(answer).toMatch(/refuses it: Version 0\.1\.0 was submitted already\./);
    const nobody = await publish(file, 'http://127.0.0.1:1', 'amk_u_key', '').catch(String);
    expect(nobody).toMatch(/cannot be reached/);
  });
});

describe('check', () => {
  const spoiled = join(folder, 'spoiled');
  const change = (file: string, edit: (text: string) => string) =>
    writeFileSync(join(spoiled, file), edit(readFileSync(join(spoiled, file), 'utf8')));

  it('names file, rule and what to do, with a page for each rule', () => {
    cpSync(plugin, spoiled, { recursive: true, filter: (path) => !/node_modules|\.sinter/.test(path) });
    symlinkSync(join(plugin, 'node_modules'), join(spoiled, 'node_modules'), 'junction');
    change('plugin.json', (text) =>
      text
        .replace('shell/Search@1', 'shell/Serch@1')
        .replace('orders:read', 'catalog:read')
        .replace('order.changed', 'job.changed')
        .replace('"entryKb": 20', '"entryKb": 0.1'),
    );
    change('client/index.ts', (text) => text.replace("page('orders'", "page('other'"));
    change('locales/en_US.json', (text) => text.replace('"Order"', '""'));
    change(
      'client/LatestOrders.ts',
      (text) => `import { readModules } from '@sinter/sdk/contract/host/modules';
        import * as React from '../node_modules/react/index.js';
        export const bad = () => [readModules, React, fetch('https://elsewhere.example')];\n${text}`,
    );
    const { status, text } = run(join(installed, 'cli/sinter-plugin.mjs'), 'check', spoiled, '--no-browser');
    expect(status).toBe(1);
    for (const place of [
      'plugin.json  [pages]',
      'client/index.ts:8  [pages]',
      'plugin.json  [slots]\n  No screen has the slot "shell/Serch@1".\n  Did you mean shell/Search@1',
      'client/OrdersPage.tsx:20  [texts]',
      'client/LatestOrders.ts:1  [scopes]',
      'client/LatestOrders.ts:6  [scopes]',
      'plugin.json  [scopes]',
      'client/LatestOrders.ts:5  [events]',
      'client/LatestOrders.ts:3  [csp]',
      'client/  [shared-modules]',
      'client/index.ts  [budgets]',
    ])
      expect(text).toContain(place);
    const pages = [...text.matchAll(/More: node_modules\/@sinter\/sdk\/(.+)$/gm)].map(([, page = '']) => page);
    expect(pages.filter((page) => !existsSync(join(installed, page)))).toEqual([]);
  });

  it('knows which events its server may hear of, and where it may be called', () => {
    cpSync(join(plugin, 'plugin.json'), join(spoiled, 'plugin.json'));
    const webhooks = ['order.changed', 'job.changed', 'job.exploded'].map((event) => ({
      event,
      reason: 'webhook.why',
    }));
    const schedules = [
      { id: 'away', every: 15, path: '../admin' },
      { id: 'events', dailyAt: '02:30', path: 'webhooks' },
      { id: 'sync', every: 5, path: 'sync' },
    ];
    const backend = JSON.stringify({ url: 'https://acme.example/v1', webhooks, schedules });
    change('plugin.json', (text) => text.replace('"budgets"', `"backend": ${backend}, "budgets"`));
    const { text } = run(join(installed, 'cli/sinter-plugin.mjs'), 'check', spoiled, '--no-browser');
    for (const said of [
      '[webhooks]\n  Your server hears of "job.changed" only with the scope scheduling:read',
      '[webhooks]\n  No server outside is told of "job.exploded".\n  Choose among these: job.changed.',
      '[schedules]\n  The path of the schedule "away" leads out of https://acme.example/v1',
      '[schedules]\n  The schedule "events" is called where your server is told of events.',
      '[texts]\n  "webhook.why" is not among the English texts',
    ])
      expect(text).toContain(said);
    expect(text).not.toMatch(/"order\.changed"|"sync"/);
  });

  it.each([
    ['plugin.json', '{ "id": "acme.first", ', '[descriptor]\n  It is no JSON'],
    ['plugin.json', '{ "id": "acme.first" }', '[descriptor]\n  version: '],
    ['locales/en_US.json', '[]', '[texts]'],
    [
      'client/index.ts',
      `import '../../elsewhere.ts';`,
      'client/index.ts:1  [build]\n  "../../elsewhere.ts" lies outside',
    ],
  ])('%s that holds %j', (file, content, place) => {
    cpSync(join(plugin, 'plugin.json'), join(spoiled, 'plugin.json'));
    writeFileSync(join(spoiled, file), content);
    const { status, text } = run(join(installed, 'cli/sinter-plugin.mjs'), 'check', spoiled, '--no-browser');
    expect(status).toBe(1);
    expect(text).toContain(place);
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

  it('a tool of another place than the SDK of the plugin', () => {
    const { status, text } = run(join(folder, 'npx/node_modules/@sinter/sdk/cli/sinter-plugin.mjs'), 'pack');
    expect([status, text]).toEqual([1, expect.stringMatching(/SDK of its own.*npx sinter-plugin/)]);
  });
});
