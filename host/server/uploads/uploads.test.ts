import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallResult } from '@sinter/sdk/contract/call';
import { beginUpload, cancelUpload, uploadPiece, uploadSchema, uploadState } from '@sinter/sdk/contract/host/uploads';
import { FolderStore } from '../files/folder.ts';
import { type TestClient, type TestServer, testServer } from '../testing.ts';
import { hostDb } from '../allTables.ts';
import { removeOldUploads } from './uploads.ts';

const mebibyte = 1024 * 1024;
let server: TestServer;
let buyer: TestClient;
beforeAll(async () => {
  server = await testServer({ maxUploadBytes: 512 * mebibyte });
  buyer = await server.client('buyer');
});
afterAll(() => server.stop());

type State = CallResult<typeof uploadState>;

const begin = (size: number, more: { uploadId?: string; fileName?: string; itar?: boolean } = {}, client = buyer) =>
  client.call(beginUpload, { body: { uploadId: randomUUID(), fileName: 'part.stl', size, ...more } });
const state = (uploadId: string, client = buyer) => client.call(uploadState, { params: { uploadId } });

async function send(uploadId: string, offset: number, bytes: Uint8Array<ArrayBuffer>, client = buyer): Promise<State> {
  const path = uploadPiece.path.replace('{uploadId}', uploadId).replace('{offset}', String(offset));
  const response = await client.send(path, 'blob', bytes);
  const answer: unknown = await response.json();
  if (response.status !== 200) throw Object.assign(new Error('refused'), answer);
  return uploadSchema.parse(answer);
}

/** Somebody who begins to send a piece, and says no more. */
function halfAPiece(uploadId: string): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    [
      `POST /api/v1/uploads/${uploadId}/pieces/0 HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Cookie: ${[...buyer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
      `X-XSRF-TOKEN: ${buyer.cookies.get('XSRF-TOKEN')}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 150000',
      '',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\n\r\n',
    ].join('\r\n'),
  );
  socket.write(Buffer.alloc(100_000));
  return socket;
}

async function sendAll(uploadId: string, content: Uint8Array<ArrayBuffer>, pieceSize: number, from = 0) {
  let answer = await state(uploadId);
  for (let at = from; at < content.length; at += pieceSize) {
    answer = await send(uploadId, at, content.subarray(at, at + pieceSize));
  }
  return answer;
}

async function names(folder: 'files' | 'controlled'): Promise<string[]> {
  return readdir(join(server.dataDir, folder), { recursive: true }).catch(() => []);
}
const leftOver = async () => (await names('files')).filter((name) => /^(partial|writing)-/.test(name));
const storedFiles = async (sha256: string) =>
  server.services.db.selectFrom('stored_file').selectAll().where('sha256', '=', sha256).execute();
const audited = async (fileId: number) =>
  hostDb(server.services.db)
    .selectFrom('audit_entry')
    .select('after')
    .where('action', '=', 'file.uploaded')
    .where('object_id', '=', String(fileId))
    .execute();
const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

describe('an upload in pieces', () => {
  it('becomes a file that comes back byte for byte, and leaves nothing else', async () => {
    const content = randomBytes(300_000);
    const { uploadId, received, pieceSize } = await begin(content.length, { fileName: '../../part.stl' });
    expect([received, pieceSize]).toEqual([0, 8 * mebibyte]);
    const half = await send(uploadId, 0, content.subarray(0, 100_000));
    expect(half).toMatchObject({ received: 100_000, size: 300_000, file: null });
    const { file } = await send(uploadId, 100_000, content.subarray(100_000));
    expect(file).toMatchObject({ fileName: 'part.stl', size: 300_000 });
    const whole = await buyer.fetch(file?.fileURL ?? '');
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    expect(await state(uploadId)).toMatchObject({ received: 300_000, file });
    expect(await leftOver()).toEqual([]);
    expect(await audited(file?.id ?? 0)).toEqual([
      { after: { fileName: 'part.stl', size: 300_000, controlled: false } },
    ]);
  });

  it('takes what is there already as sent, and refuses gaps, strange lengths and nothing', async () => {
    const content = randomBytes(10_000);
    const { uploadId } = await begin(content.length);
    await send(uploadId, 0, content.subarray(0, 4000));
    await expect(send(uploadId, 5000, content.subarray(5000))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await send(uploadId, 0, content.subarray(0, 4000))).toMatchObject({ received: 4000 });
    expect(await send(uploadId, 1000, content.subarray(1000, 6000))).toMatchObject({ received: 6000 });
    await expect(send(uploadId, 6000, randomBytes(4001))).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await expect(send(uploadId, 6000, new Uint8Array())).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const { file } = await send(uploadId, 6000, content.subarray(6000));
    expect(await storedFiles(hashOf(content))).toMatchObject([{ id: file?.id }]);
  });

  it('is begun once however often it is asked for, and for one file only', async () => {
    const uploadId = randomUUID();
    await begin(5000, { uploadId });
    await send(uploadId, 0, new Uint8Array(2000));
    expect(await begin(5000, { uploadId })).toMatchObject({ received: 2000 });
    await expect(begin(5001, { uploadId })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(begin(5000, { uploadId, itar: true })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is refused when it is empty or too large', async () => {
    await expect(begin(0)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(begin(512 * mebibyte + 1)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: 'The file is larger than the limit of 512 MiB.',
    });
  });

  it('makes one file when its last piece comes many times at once', async () => {
    const content = randomBytes(200_000);
    const { uploadId } = await begin(content.length);
    await send(uploadId, 0, content.subarray(0, 100_000));
    const last = () => send(uploadId, 100_000, content.subarray(100_000)).catch((error: unknown) => error);
    const answers = await Promise.all([last(), last(), last(), last()]);
    const { file } = await send(uploadId, 100_000, content.subarray(100_000));
    for (const answer of answers) {
      expect(answer).toMatchObject(answer instanceof Error ? { code: 'CONFLICT' } : { file });
    }
    expect(await storedFiles(hashOf(content))).toHaveLength(1);
    expect(await audited(file?.id ?? 0)).toHaveLength(1);
  });

  it('goes on at another node, and after bytes were written that nobody has counted', async () => {
    const content = randomBytes(90_000);
    const other = await server.another();
    try {
      const { uploadId } = await begin(content.length);
      const there = await other.client('buyer');
      await send(uploadId, 0, content.subarray(0, 30_000));
      await send(uploadId, 30_000, content.subarray(30_000, 60_000), there);
      // As a node leaves it that is killed after it wrote a piece and before it said so.
      await writeFile(join(server.dataDir, 'files', `partial-${uploadId}`), randomBytes(20_000), { flag: 'a' });
      await send(uploadId, 60_000, content.subarray(60_000, 70_000));
      const { file } = await send(uploadId, 70_000, content.subarray(70_000), there);
      const whole = await buyer.fetch(file?.fileURL ?? '');
      expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
      expect(await storedFiles(hashOf(content))).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  it('becomes a file when the node was killed between the last byte and that', async () => {
    const content = randomBytes(5000);
    const { uploadId } = await begin(content.length);
    const { file } = await sendAll(uploadId, content, 5000);
    const db = hostDb(server.services.db);
    await db.updateTable('upload').set({ file_id: null }).where('id', '=', uploadId).execute();
    const again = await state(uploadId);
    expect(again.file?.id).not.toBe(file?.id);
    expect((await buyer.fetch(again.file?.fileURL ?? '')).status).toBe(200);
  });

  it('shares its content with an equal one', async () => {
    const content = randomBytes(5000);
    const first = await sendAll((await begin(5000)).uploadId, content, 2000);
    const second = await sendAll((await begin(5000)).uploadId, content, 5000);
    expect(first.file?.id).not.toBe(second.file?.id);
    expect((await names('files')).filter((name) => name.endsWith(hashOf(content)))).toHaveLength(1);
  });

  it('is kept apart from its first byte on when it is export controlled', async () => {
    const content = randomBytes(5000);
    const { uploadId } = await begin(5000, { itar: true });
    await send(uploadId, 0, content.subarray(0, 2000));
    expect(await names('controlled')).toContain(`partial-${uploadId}`);
    expect(await names('files')).not.toContain(`partial-${uploadId}`);
    await send(uploadId, 2000, content.subarray(2000));
    expect((await names('controlled')).some((name) => name.endsWith(hashOf(content)))).toBe(true);
    expect((await names('files')).some((name) => name.endsWith(hashOf(content)))).toBe(false);
    const { file } = await state(uploadId);
    expect(await audited(file?.id ?? 0)).toEqual([{ after: { size: 5000, controlled: true } }]);
  });

  it('is known to who began it only', async () => {
    const { uploadId } = await begin(5000);
    const colleague = await server.client('engineer');
    const hidden = { code: 'NOT_FOUND' };
    await expect(state(uploadId, colleague)).rejects.toMatchObject(hidden);
    await expect(send(uploadId, 0, new Uint8Array(5000), colleague)).rejects.toMatchObject(hidden);
    await expect(begin(5000, { uploadId }, colleague)).rejects.toMatchObject(hidden);
    await expect(colleague.call(cancelUpload, { params: { uploadId } })).rejects.toMatchObject(hidden);
    expect(await state(uploadId)).toMatchObject({ received: 0 });
  });

  it('is forgotten with all that came of it when it is cancelled', async () => {
    const { uploadId } = await begin(5000);
    await send(uploadId, 0, new Uint8Array(2000));
    await buyer.call(cancelUpload, { params: { uploadId } });
    await expect(state(uploadId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await names('files')).not.toContain(`partial-${uploadId}`);
    expect(await begin(5000, { uploadId })).toMatchObject({ received: 0 });
  });

  it('is forgotten after a day in which nobody went on with it', async () => {
    const { partials } = new FolderStore({
      folder: join(server.dataDir, 'files'),
      controlledFolder: join(server.dataDir, 'controlled'),
    });
    const old = await begin(5000);
    const fresh = await begin(5000);
    for (const { uploadId } of [old, fresh]) await send(uploadId, 0, new Uint8Array(2000));
    const db = hostDb(server.services.db);
    await sql`update upload set touched_at = now() - interval '25 hours' where id = ${old.uploadId}`.execute(db);
    await expect(state(old.uploadId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await removeOldUploads(db, partials);
    await expect(state(old.uploadId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await state(fresh.uploadId)).toMatchObject({ received: 2000 });
    const left = await names('files');
    expect(left).not.toContain(`partial-${old.uploadId}`);
    expect(left).toContain(`partial-${fresh.uploadId}`);
  });

  it('is one of at most a hundred of a person', async () => {
    const planner = await server.client('planner');
    for (let one = 0; one < 100; one++) await begin(10, {}, planner);
    await expect(begin(10, {}, planner)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('100'),
    });
  });

  it('is refused when what a person has announced would be more than four of the largest files', async () => {
    const third = await server.client('third');
    const largest = () => begin(512 * mebibyte, {}, third);
    const [first] = [await largest(), await largest(), await largest(), await largest()];
    const refused = { code: 'CONFLICT', message: expect.stringContaining('2 GiB') };
    await expect(begin(1, {}, third)).rejects.toMatchObject(refused);
    await third.call(cancelUpload, { params: { uploadId: first.uploadId } });
    expect(await begin(1, {}, third)).toMatchObject({ received: 0 });
  });

  it('is refused at once where the disk has no room for it', async () => {
    const roomy = await testServer({ maxUploadBytes: 1e15 });
    try {
      const there = await roomy.client('buyer');
      const uploadId = randomUUID();
      await expect(begin(9e14, { uploadId }, there)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
      await expect(state(uploadId, there)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    } finally {
      await roomy.stop();
    }
  });

  it('takes in three pieces at a time', async () => {
    const content = randomBytes(200_000);
    const { uploadId } = await begin(content.length);
    const before = (await leftOver()).length;
    const slow = [1, 2, 3].map(() => halfAPiece(uploadId));
    await expect.poll(async () => (await leftOver()).length).toBe(before + 3);
    await expect(send(uploadId, 0, content)).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const socket of slow) socket.destroy();
    await expect.poll(async () => (await leftOver()).length).toBe(before);
    expect(await send(uploadId, 0, content)).toMatchObject({ received: content.length });
  });

  it('takes no more memory for being large', async () => {
    const size = 256 * mebibyte;
    const piece = randomBytes(8 * mebibyte);
    const { uploadId } = await begin(size);
    let most = 0;
    await send(uploadId, 0, piece);
    const before = process.memoryUsage().rss;
    let last: State | undefined;
    for (let at = piece.length; at < size; at += piece.length) {
      last = await send(uploadId, at, piece);
      most = Math.max(most, process.memoryUsage().rss - before);
    }
    expect(last?.file).toMatchObject({ size });
    expect(most).toBeLessThan(size / 2); // this process is the sender too
    const expected = createHash('sha256');
    for (let at = 0; at < size; at += piece.length) expected.update(piece);
    const stored = join(server.dataDir, 'files');
    const sha256 = expected.digest('hex');
    expect((await stat(join(stored, sha256.slice(0, 2), sha256))).size).toBe(size);
  });
});
