import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageOf, vendorKey } from '#host/server/extensions/testing.ts';
import { readAppForm, saveAppForm } from '@sinter/sdk/contract/apps/settings';
import { fileOperationResult } from '@sinter/sdk/contract/preparation/fileOperations';
import { readOrder } from '@sinter/sdk/contract/orders/orders';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import { expect, test } from 'playwright/test';
import * as z from 'zod';
import { ball, noise } from '../fixtures/solids.ts';
import { startApp, type App } from './app.ts';
import { age, damage, openData, underWay, unfinishedPaths, type Data } from './data.ts';
import {
  download,
  ended,
  openUpload,
  operate,
  preparedPart,
  sha256,
  signedIn,
  statusOf,
  targetOf,
  until,
  upload,
  type Client,
  type Operation,
} from './http.ts';
import { admitByCall, installByCall, offer } from './market.ts';
import { draftOrder, place } from './orders.ts';
import { isRunning } from './processes.ts';

test.describe.configure({ mode: 'serial' });

let app: App;
let buyer: Client;

test.beforeAll(async () => {
  app = await startApp({ name: 'kill' });
  buyer = await signedIn(app.url, 'buyer');
});
test.afterAll(() => app.stop());

/** A power failure and a new start. The session goes on. */
async function powerCut(): Promise<void> {
  await app.kill();
  await app.restart();
}

/** Looks into the database for as long as `look` takes; nobody must hold it while the power fails. */
async function inspect<T>(look: (opened: Data) => Promise<T>): Promise<T> {
  const opened = await openData(app.dataDir);
  try {
    return await look(opened);
  } finally {
    await opened.close();
  }
}

const expectWhole = async () => expect(await inspect((opened) => damage(opened, app.dataDir))).toEqual([]);

/** What was acknowledged, by what was sent; the others failed for want of a server, as they should. */
async function acknowledged<T>(answers: readonly Promise<T>[]): Promise<(T | undefined)[]> {
  const settled = await Promise.allSettled(answers);
  return settled.map((answer) => {
    if (answer.status === 'fulfilled') return answer.value;
    expect(String(answer.reason)).toMatch(/cannot be reached|fetch failed|ECONN|socket hang up|terminated|EPIPE/);
    return undefined;
  });
}

// Uploads

const contents = (round: number) => Array.from({ length: 6 }, (_, at) => noise(3_000_000 + at, 10 * round + at));

async function expectKept(files: readonly (FileDto | undefined)[], sent: readonly Uint8Array[]): Promise<void> {
  for (const [at, file] of files.entries()) {
    if (file) expect(sha256(await download(buyer, file))).toBe(sha256(sent[at] ?? new Uint8Array()));
  }
}

test('killed when the first of several uploads is acknowledged and one is half-way', async () => {
  const sent = contents(1);
  const slow = openUpload(buyer, 'half.stl', 2_000_000);
  await slow.send(noise(1_000_000, 1));
  await until('the upload has begun', async () => unfinishedPaths(app.dataDir)[0], 5);

  const uploads = sent.map((bytes, at) => upload(buyer, `part-${at}.stl`, bytes));
  const outcome = acknowledged([...uploads, slow.answer]);
  await Promise.race(uploads);
  await powerCut();

  const files = await outcome;
  expect(files.some((file) => file)).toBe(true);
  expect(files.at(-1)).toBeUndefined();
  await expectKept(files, sent);
  await expectWhole();
  // Sending the same again works, whether it had arrived or not.
  await expectKept(await Promise.all(sent.map((bytes, at) => upload(buyer, `part-${at}.stl`, bytes))), sent);
});

test('killed when the last bytes of several uploads have just been sent', async () => {
  const sent = contents(2);
  const uploads = sent.map((bytes, at) => openUpload(buyer, `late-${at}.stl`, bytes.length));
  await Promise.all(uploads.map((one, at) => one.send(sent[at] ?? new Uint8Array())));
  await Promise.all(uploads.map((one) => one.finish()));
  const outcome = acknowledged(uploads.map(({ answer }) => answer));
  await powerCut();

  await expectKept(await outcome, sent);
  await expectWhole();
});

// Orders

/** Sends the drafts, lets the power fail when `moment` has come, and sends them all again, twice. */
async function orderThrough(moment: (answers: readonly Promise<unknown>[]) => Promise<unknown>): Promise<void> {
  const part = await preparedPart(buyer, 'ball.stl', ball(10, 20));
  const drafts = await Promise.all(Array.from({ length: 8 }, (_, at) => draftOrder(buyer, part, `Ball ${at}`, at + 1)));
  const answers = drafts.map((draft) => place(buyer, draft));
  const outcome = acknowledged(answers);
  await moment(answers);
  await powerCut();

  const first = await outcome;
  for (const order of first) {
    if (order) expect(await buyer.call(readOrder, { params: { id: order.id } })).toEqual(order);
  }
  const repeated = await Promise.all(
    drafts.map((draft) => Promise.all([place(buyer, draft), place(buyer, draft), place(buyer, draft)])),
  );
  for (const [at, orders] of repeated.entries()) {
    const ids = new Set([...orders, first[at] ?? orders[0]].map((order) => order.id));
    expect(ids.size).toBe(1);
    expect(orders[0].requestStatus).toBe('DISTRIBUTED');
    expect(orders[0].rfqFileDTOs).toHaveLength(1);
  }
  const found = await inspect((opened) =>
    opened.rows(z.object({ id: z.coerce.number() }), 'select id from rfq_order where event_id = any($1)', [
      drafts.map(({ eventId }) => eventId),
    ]),
  );
  expect(found).toHaveLength(drafts.length);
  await expectWhole();
}

test('killed when the first of several orders is acknowledged', () => orderThrough((answers) => Promise.race(answers)));

test('killed while the first orders are being written', () => orderThrough(() => sleep(15)));

// Webhooks

const listener = 'acme.listener';
const heardSchema = z.object({ data: z.object({ orderId: z.number(), status: z.string() }) });

/** Installs an app whose server lives at this address and hears of orders. */
async function installListener(admin: Client, address: string): Promise<void> {
  const key = vendorKey();
  await admitByCall(admin, { id: 'acme', name: 'Acme', publicKey: key.text });
  const backend = { url: 'https://vendor.example', webhooks: [{ event: 'order.changed', reason: 'reason' }] };
  const version = await offer(admin, packageOf({ key, id: listener, descriptor: { backend } }), 'SANDBOXED');
  await installByCall(admin, listener, version, ['orders:read']);
  const params = { id: listener };
  const { revision } = await admin.call(readAppForm, { params });
  await admin.call(saveAppForm, { params, body: { revision, values: {}, backend: address } });
}

test('killed between an order and the webhook that tells of it', async () => {
  test.setTimeout(120_000);
  const heard: { id: string; about: string }[] = [];
  let answers = false;
  const vendor = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { orderId, status } = heardSchema.parse(JSON.parse(Buffer.concat(chunks).toString())).data;
      heard.push({ id: String(request.headers['webhook-id']), about: `${orderId} ${status}` });
      // What came before the power went was never answered, so that nobody knows whether it arrived.
      if (answers) response.writeHead(204).end();
    });
  });
  await once(vendor.listen(0, '127.0.0.1'), 'listening');
  const own = vendor.address();
  const port = own !== null && typeof own === 'object' ? own.port : 0;
  try {
    const admin = await signedIn(app.url, 'admin');
    await installListener(admin, `http://127.0.0.1:${port}`);
    const part = await preparedPart(buyer, 'told.stl', ball(10, 20));
    const drafts = await Promise.all(Array.from({ length: 4 }, (_, at) => draftOrder(buyer, part, `Told ${at}`, 1)));
    const orders = await Promise.all(drafts.map((draft) => place(buyer, draft)));
    await powerCut();

    answers = true;
    await expect
      .poll(() => orders.filter(({ id }) => !heard.some(({ about }) => about.startsWith(`${id} `))), {
        timeout: 60_000,
      })
      .toEqual([]);
    // Each thing that happened has one message, however often that was sent.
    const messages = new Map(heard.map(({ id, about }) => [id, about]));
    expect(new Set(messages.values()).size).toBe(messages.size);
  } finally {
    vendor.closeAllConnections();
    vendor.close();
  }
  await expectWhole();
});

// Preparation

// Several seconds of work: the power has to go before it ends.
const big = ball(40, 600);

/** Every operation that was acknowledged ends by itself, and made what it says, once. */
async function expectPrepared(operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) {
    expect(await ended(buyer, operation, 40)).toMatchObject({ status: 'SUCCESS', progress: 1 });
    const result = await buyer.call(fileOperationResult, targetOf(operation));
    expect(result.responseData).toMatchObject({ watertight: true });
    for (const file of [...result.fileDTOs, result.pngFileDTO]) {
      if (file) expect((await download(buyer, file)).length).toBe(file.size);
    }
  }
  const counts = z.object({ pending: z.number(), made: z.number(), known: z.number() });
  const [found] = await inspect((opened) =>
    opened.rows(
      counts,
      `select count(*) filter (where o.status = 'PENDING')::int as pending,
         (count(o.png_file_id) + (select count(*) from file_operation_output p join file_operation q on q.id = p.operation_id
           where q.file_id = any($1)))::int as known,
         (select count(*)::int from stored_file s where s.root_file_id = any($1)
           and s.id not in (select picture_file_id from file_preview_picture
             union all select preview_file_id from file_preview where preview_file_id is not null
             union all select full_file_id from file_preview where full_file_id is not null)) as made
       from file_operation o where o.file_id = any($1)`,
      [operations.map(({ fileId }) => fileId)],
    ),
  );
  expect(found).toEqual({ pending: 0, known: found?.made, made: found?.made });
  await expectWhole();
}

test('killed in the middle of a preparation', async () => {
  const files = await Promise.all([upload(buyer, 'big.stl', big), upload(buyer, 'small.stl', ball(5, 12))]);
  const operations = await Promise.all(files.map((file) => operate(buyer, 'VERIFY', file)));
  const [first] = operations;
  if (!first) throw new Error('There is no operation.');
  await inspect((opened) => underWay(opened, first));
  await powerCut();
  expect(await statusOf(buyer, first)).toMatchObject({ status: 'PENDING' });
  await expectPrepared(operations);
});

test('killed when preparations have just been asked for', async () => {
  const files = await Promise.all([4, 6, 8].map((radius) => upload(buyer, `ball-${radius}.stl`, ball(radius, 12))));
  const operations = await Promise.all(files.map((file) => operate(buyer, 'REPAIR', file)));
  await powerCut();
  await expectPrepared(operations);
});

// Its database alone

const postmaster = (): number =>
  Number(readFileSync(`${app.dataDir}/db/cluster/postmaster.pid`, 'utf8').split('\n')[0]);

test('a database that is killed comes back by itself; one that is stopped takes the server with it', async () => {
  process.kill(postmaster(), 'SIGKILL');
  await until('it is back', () => upload(buyer, 'back.stl', noise(1000, 1)).catch(() => undefined), 30);
  process.kill(postmaster(), 'SIGINT');
  await expect.poll(() => app.processes()).toEqual([]);
  expect(app.output()).toContain('The built-in database has stopped');
  await app.restart();
});

// Afterwards

test('nothing is left of the uploads that broke off, and nothing runs after a stop', async () => {
  // Those of the tests before may be so old that a start since has taken them away.
  const slow = openUpload(buyer, 'last.stl', 2_000_000);
  await slow.send(noise(1_000_000, 1));
  await until('the upload has begun', async () => unfinishedPaths(app.dataDir)[0], 5);
  const broken = acknowledged([slow.answer]);
  await powerCut();
  expect(await broken).toEqual([undefined]);
  const left = unfinishedPaths(app.dataDir);
  expect(left.length).toBeGreaterThan(0);
  age(left, 120);
  await app.stop();
  await app.restart();
  await expect.poll(() => unfinishedPaths(app.dataDir)).toEqual([]);
  await expectWhole();

  const tree = app.processes();
  expect(tree.length).toBeGreaterThan(5);
  await app.stop();
  await expect.poll(() => tree.filter(isRunning)).toEqual([]);
});
