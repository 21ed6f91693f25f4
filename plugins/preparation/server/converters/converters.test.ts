import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cancelFileOperation, filePreview, listFormats } from '@sinter/sdk/contract/preparation/fileOperations';
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { shapeStl } from '../../geometry/shapes.ts';
import { download, ended, operate, preparationTestServer, send, start } from '../testing.ts';
import { limitsMemory, runCommand } from './command.ts';
import { type ConverterConfig, readConverters } from './config.ts';

/** Replaces a vendor's program: does what the first line of the file says. */
const program = `
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
const [input, output] = process.argv.slice(2);
const [order, ...rest] = readFileSync(input, 'latin1').split('\\n');
const acts = {
  copy: () => writeFileSync(output, Buffer.from(rest.join('\\n'), 'latin1')),
  chatter: () => { console.log('x'.repeat(3e6)); console.error('y'.repeat(3e6)); acts.copy(); },
  nothing: () => {},
  rubbish: () => writeFileSync(output, 'x'.repeat(5000)),
  fail: () => { console.error('no licence'); process.exit(7); },
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  hang: () => { spawn('sleep', ['600'], { stdio: 'ignore' }); setInterval(() => {}, 1000); },
  memory: () => { const kept = []; for (;;) kept.push(Buffer.alloc(8e6, 1)); },
  pages: () => { for (;;) writeFileSync(output, Buffer.alloc(8e6, 1), { flag: 'a' }); },
  files: () => { for (let i = 0; ; i++) writeFileSync('scratch' + i, Buffer.alloc(1e6, 1)); },
  link: () => symlinkSync('/etc/passwd', output),
  tell: () => writeFileSync(output, JSON.stringify({ input, env: process.env, here: process.cwd() })),
};
acts[order]();
`;

const bracket = Buffer.from(shapeStl('angle-bracket')).toString('latin1');
const ordering = (order: string): Uint8Array => Buffer.from(`${order}\n${bracket}`, 'latin1');

let folder: string;
let configs: readonly ConverterConfig[];
let server: TestServer;
let buyer: TestClient;
let service: Server;
/** What the HTTP service received, and how it answers. */
const asked: { authorization: string | undefined; body: string }[] = [];
let answer: (path: string) => { status: number; headers?: Record<string, string>; body?: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sinter-converter-'));
  const script = join(folder, 'convert.mjs');
  await writeFile(script, program);
  service = createServer((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (text: string) => (body += text));
    request.on('end', () => {
      asked.push({ authorization: request.headers.authorization, body });
      const { status, headers, body: reply = '' } = answer(request.url ?? '');
      response.writeHead(status, headers).end(Buffer.from(reply, 'latin1'));
    });
  });
  await new Promise<void>((listening) => void service.listen(0, '127.0.0.1', listening));
  const address = service.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const command = [process.execPath, script, '{in}', '{out}'];
  const converters: readonly unknown[] = [
    {
      id: 'stand-in',
      driver: 'command',
      command,
      extensions: ['sldprt'],
      timeLimitSeconds: 3,
      memoryLimitMb: 1000,
      outputLimitMb: 40,
    },
    // This converter has enough time to fill its memory on a busy machine too.
    { id: 'patient', driver: 'command', command, extensions: ['sldasm'], memoryLimitMb: 1000 },
    { id: 'cleared', driver: 'command', command, extensions: ['catpart'], allowItar: true },
    {
      id: 'service',
      driver: 'http',
      url: `http://127.0.0.1:${port}/convert`,
      bearer: 'token',
      extensions: ['jt'],
      timeLimitSeconds: 3,
      outputLimitMb: 1,
    },
  ];
  configs = readConverters(JSON.stringify(converters));
  server = await preparationTestServer({ converters: configs });
  buyer = await server.client('buyer');
});
afterAll(async () => {
  service.close();
  await server.stop();
  await rm(folder, { recursive: true });
});
/** Folders in which converters work, in one of the two stores. */
const folders = async (store: 'files' | 'controlled' = 'files'): Promise<number> =>
  (await readdir(join(server.dataDir, store)).catch(() => [])).filter((name) => name.startsWith('working-')).length;

async function convert(fileName: string, content: Uint8Array, fields: Record<string, string> = {}) {
  const file = await send(buyer, fileName, content, fields);
  return operate(buyer, file, { type: 'CONVERT' });
}

describe('a command', () => {
  test('converts a part, whatever its user named the file', async () => {
    const { fileDTOs, responseData } = await convert('../../x;$(touch hacked) {out}.SLDPRT', ordering('copy'));
    expect(responseData).toMatchObject({
      watertight: true,
      bbox: { size: [64, expect.any(Number), expect.any(Number)] },
    });
    expect(fileDTOs).toHaveLength(1);
  });

  test('may print any amount of text', async () => {
    expect((await convert('part.sldprt', ordering('chatter'))).responseData.watertight).toBe(true);
  });

  test.for([
    ['nothing', /made nothing/],
    ['rubbish', /made of this one cannot be used\. The content is not an STL/],
    ['fail', /ended with 7/],
    ['crash', /crashed|ended with 139/],
    ['hang', /longer than 3 seconds/],
    ['pages', /wrote more than 40 MB/],
    ['files', /wrote more than 40 MB/],
    ['link', /made nothing/],
    ...(limitsMemory ? [['memory', /crashed|ended with/] as const] : []),
  ] as const)('that goes wrong ends in a clear message: %s', async ([order, message]) => {
    const fileName = order === 'memory' ? 'part.sldasm' : 'part.sldprt';
    await expect(convert(fileName, ordering(order))).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(message),
    });
    expect((await convert('part.sldprt', ordering('copy'))).responseData.watertight).toBe(true);
    expect(await folders()).toBe(0);
  });

  test('sees no secret of the server and not the name that the user gave the file', async () => {
    const [standIn] = configs;
    if (standIn?.driver !== 'command') throw new Error('no command');
    process.env['SECRET_KEY'] = 'secret';
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const file = { fileName: 'part.sldprt', bytes: new Uint8Array(Buffer.from('tell')), controlled: false };
    const { files } = server.services;
    const made = await runCommand(standIn, file, { signal: new AbortController().signal, log, files });
    delete process.env['SECRET_KEY'];
    const told = z
      .object({ input: z.string(), here: z.string(), env: z.record(z.string(), z.string()) })
      .parse(JSON.parse(Buffer.from(made).toString()));
    expect(Object.keys(told.env).sort()).toEqual(['HOME', 'LANG', 'PATH', 'TMPDIR']);
    expect(told.input).toBe(join(told.here, 'in.sldprt'));
  });
});

test('gives VERIFY a mesh in millimetres, and its preview shows the mesh', async () => {
  const file = await send(buyer, 'part.sldprt', ordering('copy'));
  const { fileDTOs, responseData } = await operate(buyer, file, { type: 'VERIFY', units: 'IN' });
  expect(responseData.bbox.size[0]).toBeCloseTo(64, 3);
  expect(fileDTOs).toMatchObject([{ fileName: 'part.stl' }]);
});

test('cancelling ends the program too', async () => {
  const file = await send(buyer, 'part.catpart', ordering('hang'));
  const target = await start(buyer, file, { type: 'CONVERT' });
  await expect.poll(folders).toBe(1);
  await buyer.call(cancelFileOperation, { params: target.params, body: target.query });
  expect(await ended(buyer, target)).toMatchObject({ status: 'FAILED', message: 'Cancelled.' });
  await expect.poll(folders).toBe(0);
});

test('works on an export-controlled file in the controlled store', async () => {
  const file = await send(buyer, 'part.catpart', ordering('hang'), { itar: 'true' });
  const target = await start(buyer, file, { type: 'CONVERT' });
  await expect.poll(() => folders('controlled')).toBe(1);
  expect(await folders()).toBe(0);
  await buyer.call(cancelFileOperation, { params: target.params, body: target.query });
  await expect.poll(() => folders('controlled')).toBe(0);
});

test('reports a disk without room for the answer, and the file may be tried again', async () => {
  const [standIn] = configs;
  if (standIn?.driver !== 'command') throw new Error('no command');
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const convertIn = (room: number, order: string) =>
    runCommand(
      standIn,
      { fileName: 'part.sldprt', bytes: new Uint8Array(ordering(order)), controlled: false },
      {
        signal: new AbortController().signal,
        log,
        files: { workFolder: async (options) => ({ ...(await server.services.files.workFolder(options)), room }) },
      },
    );
  await expect(convertIn(1000, 'copy')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  await expect(convertIn(1e6, 'pages')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(await folders()).toBe(0);
});

test('receives export-controlled files only when it may', async () => {
  await expect(convert('part.sldprt', ordering('copy'), { itar: 'true' })).rejects.toMatchObject({
    code: 'NEEDS_CONVERTER',
    message: expect.stringMatching(/export controlled/),
  });
  expect((await convert('part.catpart', ordering('copy'), { itar: 'true' })).responseData.watertight).toBe(true);
});

describe('a service', () => {
  test('receives the file and its token, and answers at once or later', async () => {
    asked.length = 0;
    answer = () => ({ status: 200, body: bracket });
    expect((await convert('part.jt', ordering('a'))).responseData.watertight).toBe(true);
    expect(asked).toMatchObject([{ authorization: 'Bearer token', body: expect.stringContaining('part.jt') }]);
    answer = (path) =>
      path === '/convert' ? { status: 202, headers: { location: '/done/1' } } : { status: 200, body: bracket };
    expect((await convert('part.jt', ordering('b'))).responseData.watertight).toBe(true);
  });

  test.for([
    ['an error', { status: 500 }, /answered 500/],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, /cannot be reached\.$/],
    ['a place elsewhere', { status: 202, headers: { location: 'http://127.0.0.1:1/' } }, /another server/],
    ['never an end', { status: 202, headers: { location: '/convert' } }, /longer than 3 seconds/],
    ['too much', { status: 200, body: 'x'.repeat(2 ** 20 + 1) }, /more than 1 MB/],
    ['nothing', { status: 200 }, /empty file/],
  ] as const)('that goes wrong ends in a clear message: %s', async ([, reply, message]) => {
    answer = () => reply;
    await expect(convert('part.jt', ordering('c'))).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringMatching(message),
    });
  });
});

test('without a converter the user is told, and keeps the upload', async () => {
  const content = ordering('copy');
  const file = await send(buyer, 'part.ipt', content);
  const target = await start(buyer, file, { type: 'CONVERT' });
  const needs = 'This format needs a converter; ask your administrator.';
  expect(await ended(buyer, target)).toMatchObject({ status: 'FAILED', message: needs });
  expect(Buffer.from(await download(buyer, file)).equals(content)).toBe(true);
  const preview = { params: { fileId: file.id }, query: {} };
  await expect.poll(() => buyer.call(filePreview, preview)).toMatchObject({ status: 'FAILED', message: needs });
});

test('says which files are read', async () => {
  const formats = new Map((await buyer.call(listFormats, {})).map(({ extension, readBy }) => [extension, readBy]));
  expect(formats.get('step')).toBe('BUILT_IN');
  expect(formats.get('jt')).toBe('CONVERTER');
  expect(formats.get('ipt')).toBe('NOBODY');
  expect(formats.size).toBe(19);
});

test('a wrong configuration stops the start with a text that says what is wrong', () => {
  const wrong: Partial<ConverterConfig>[] = [{ id: 'x', driver: 'command', command: ['convert'], extensions: ['jt'] }];
  expect(() => readConverters(JSON.stringify(wrong))).toThrow(/FILE_CONVERTERS.*\n.*\{in\}/);
  expect(() => readConverters('/nowhere.json')).toThrow(/FILE_CONVERTERS/);
  expect(readConverters(undefined)).toEqual([]);
});
