import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileOperationResult } from '@sinter/sdk/contract/preparation/fileOperations';
import type { ErrorBody } from '@sinter/sdk/contract/errors';
import { expect, test } from 'playwright/test';
import * as z from 'zod';
import { ball, noise } from '../fixtures/solids.ts';
import { startApp, type App } from './app.ts';
import { openData, storedPaths, unfinishedPaths, type Data } from './data.ts';
import {
  download,
  ended,
  form,
  openUpload,
  operate,
  preparedPart,
  refusal,
  sendForm,
  sha256,
  signedIn,
  targetOf,
  until,
  upload,
  type Client,
} from './http.ts';
import { draftOrder, place } from './orders.ts';

const limit = 2_000_000;
const step = readFileSync(join(import.meta.dirname, '../fixtures/bracket.step'));
const text = (content: string) => new TextEncoder().encode(content);
const page = text('<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>Please sign in.</body></html>\n');

let app: App;
let buyer: Client;
let data: Data;

test.beforeAll(async () => {
  app = await startApp({ name: 'bad-input', env: { MAX_UPLOAD_BYTES: String(limit) } });
  buyer = await signedIn(app.url, 'buyer');
  data = await openData(app.dataDir);
});
test.afterAll(async () => {
  await data.close();
  await app.stop();
});

const rowCount = z.object({ count: z.number() });

/** What is stored now, to be compared with what is stored after a refusal. */
async function stored() {
  const [rows] = await data.rows(rowCount, 'select count(*)::int as count from stored_file');
  return { rows: rows?.count, files: storedPaths(app.dataDir).sort() };
}

async function refusedUpload(send: () => Promise<unknown>) {
  const before = await stored();
  const answer = await refusal(send());
  await expect.poll(stored).toEqual(before);
  return answer;
}

const needsConverter = 'This format needs a converter; ask your administrator.';

/** The worker is alive, whatever it was given before. */
const expectStillWorks = () => preparedPart(buyer, 'good.stl', ball(10, 12));

test.describe('what cannot be prepared says why, and stays with its owner', () => {
  const cases: [what: string, fileName: string, content: Uint8Array<ArrayBuffer>, message: string][] = [
    ['a web page', 'bracket.stl', page, 'The file is a web page, not a model. Download the model itself.'],
    ['random bytes', 'bracket.stl', noise(5000, 7), 'The content is not an STL file.'],
    [
      'a cut text STL',
      'cut.stl',
      text('solid cut\n facet normal 0 0'),
      'The STL file holds no facets. Export the part again.',
    ],
    [
      'only the header of an STL',
      'header.stl',
      ball(5, 4).slice(0, 84),
      'The STL file holds no facets. Export the part again.',
    ],
    [
      'a cut STEP',
      'cut.step',
      new Uint8Array(step.subarray(0, step.length / 2)),
      'The STEP file is damaged or incomplete. Export it again.',
    ],
    ['proprietary CAD', 'part.sldprt', noise(512, 3), needsConverter],
    ['proprietary CAD by its content', 'part.x_t', text('**ABCDEFGHIJKLMNOPQRSTUVWXYZ'), needsConverter],
  ];
  for (const [what, fileName, content, message] of cases) {
    test(what, async () => {
      const file = await upload(buyer, fileName, content);
      const operation = await operate(buyer, fileName.endsWith('.stl') ? 'VERIFY' : 'CONVERT', file);
      expect(await ended(buyer, operation)).toMatchObject({ status: 'FAILED', message });
      const result = await refusal(buyer.call(fileOperationResult, targetOf(operation)));
      expect(result).toMatchObject({
        code: what.startsWith('proprietary') ? 'NEEDS_CONVERTER' : 'FILE_UNREADABLE',
        message,
      });
      expect(sha256(await download(buyer, file))).toBe(sha256(content));
      await expectStillWorks();
    });
  }

  test('and cannot be ordered', async () => {
    const file = await upload(buyer, 'page.stl', page);
    expect(await refusal(place(buyer, await draftOrder(buyer, file, 'Page')))).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { 'rfqFileDTOs.0.fileId': "This file isn't prepared yet." },
    });
  });
});

test('a STEP file that is named .stl is read for what it is, and an STL is made of it', async () => {
  const file = await upload(buyer, 'bracket.stl', new Uint8Array(step));
  const operation = await operate(buyer, 'VERIFY', file);
  expect(await ended(buyer, operation)).toMatchObject({ status: 'SUCCESS', fileNeedsRepair: 'false' });
  const { fileDTOs, responseData } = await buyer.call(fileOperationResult, targetOf(operation));
  expect(responseData.volumeMm3).toBeCloseTo(27_743.8, -2);
  const [made] = fileDTOs;
  if (!made) throw new Error('No file was made.');
  expect(made.id).not.toBe(file.id);
  expect((await download(buyer, made)).length).toBe(84 + 50 * responseData.facets);
});

test('a cut binary STL can be looked at, with a warning', async () => {
  const whole = ball(10, 12);
  const file = await upload(buyer, 'cut.stl', whole.slice(0, 84 + 50 * 200 + 20));
  const operation = await operate(buyer, 'VERIFY', file);
  expect(await ended(buyer, operation)).toMatchObject({ status: 'SUCCESS', fileNeedsRepair: 'true' });
  const { responseData } = await buyer.call(fileOperationResult, targetOf(operation));
  expect(responseData).toMatchObject({ facets: 200, watertight: false });
  expect(responseData.warnings).toContainEqual({
    code: 'TRUNCATED',
    text: 'The file is cut off: 528 facets announced, 200 found.',
    said: { key: 'geometry.cutOff', params: { announced: 528, found: 200 } },
  });
});

test('two files of one name are both kept', async () => {
  const [one, other] = [ball(5, 12), ball(6, 12)];
  const [first, second, again] = [
    await upload(buyer, 'same.stl', one),
    await upload(buyer, 'same.stl', other),
    await upload(buyer, 'same.stl', one),
  ];
  expect([first.fileName, second.fileName, again.fileName]).toEqual(['same.stl', 'same.stl', 'same.stl']);
  expect(new Set([first.id, second.id, again.id]).size).toBe(3);
  expect(sha256(await download(buyer, first))).toBe(sha256(one));
  expect(sha256(await download(buyer, second))).toBe(sha256(other));
  expect(sha256(await download(buyer, again))).toBe(sha256(one));
});

test.describe('what cannot be taken says why, and leaves nothing behind', () => {
  const good = ball(7, 12);
  const cases: [what: string, body: () => FormData, answer: Partial<ErrorBody>][] = [
    [
      'no bytes',
      () => form(['file', 'empty.stl', '']),
      { code: 'INVALID_INPUT', fields: { file: 'The file is empty' } },
    ],
    [
      'too many bytes',
      () => form(['file', 'large.stl', noise(limit + 1, 1)]),
      { code: 'TOO_LARGE', message: 'The file is larger than the limit.' },
    ],
    [
      'far too many bytes',
      () => form(['file', 'large.stl', noise(20 * limit, 2)]),
      { code: 'TOO_LARGE', message: 'The file is larger than the limit.' },
    ],
    [
      'a wrong field',
      () => form(['upload', 'good.stl', good]),
      { code: 'INVALID_INPUT', fields: { file: 'The file must be in the field "file"' } },
    ],
    [
      'two files',
      () => form(['file', 'good.stl', good], ['file', 'other.stl', good]),
      { code: 'MALFORMED_BODY', message: 'The form has more than one file.' },
    ],
    ['no file', () => form(), { code: 'INVALID_INPUT', fields: { file: 'Please choose a file' } }],
  ];
  for (const [what, body, answer] of cases) {
    test(what, async () => {
      expect(await refusedUpload(() => sendForm(buyer, body()))).toMatchObject(answer);
      await upload(buyer, 'good.stl', good);
    });
  }

  test('not a form', async () => {
    const send = () =>
      buyer.fetch('/api/v1/files', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
    const before = await stored();
    const response = await send();
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'MALFORMED_BODY', message: 'A multipart form is needed.' },
    ]);
    expect(await stored()).toEqual(before);
  });

  for (const share of [0.1, 0.5, 1]) {
    test(`a connection that is lost after ${share * 100} % of the file`, async () => {
      const before = await stored();
      const bytes = noise(1_500_000, 9);
      const slow = openUpload(buyer, 'lost.stl', bytes.length);
      await slow.send(bytes.subarray(0, bytes.length * share));
      await until('the upload has begun', async () => unfinishedPaths(app.dataDir)[0], 5);
      slow.cut();
      await expect(slow.answer).rejects.toThrow();
      await expect.poll(stored).toEqual(before);
      expect((await upload(buyer, 'lost.stl', bytes)).size).toBe(bytes.length);
    });
  }
});

test('a full disk says so, leaves nothing behind, and is forgotten once there is room', async () => {
  const folder = join(app.dataDir, 'files');
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (!mounted) console.log('A full disk is not tried here: only root may mount a small one, and not everywhere.');
  test.skip(!mounted, 'No small disk could be mounted.');
  try {
    const send = () => upload(buyer, 'disk.stl', noise(1_500_000, 11));
    expect(await refusedUpload(send)).toEqual({
      code: 'STORAGE_FULL',
      message: 'The server has no space left for files. Ask your administrator.',
    });
    const small = await upload(buyer, 'small.stl', noise(100_000, 12));
    expect((await download(buyer, small)).length).toBe(100_000);
    // The disk is full: there is no room for the result of a preparation either.
    await Promise.allSettled([1, 2, 3].map((seed) => upload(buyer, 'fill.stl', noise(250_000, seed))));
  } finally {
    expect(spawnSync('umount', [folder]).status).toBe(0);
  }
  await expectStillWorks();
});
