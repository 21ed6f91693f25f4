import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { spaceOf } from './disk.ts';
import { FolderStore } from './folder.ts';

const open = { controlled: false };
const controlled = { controlled: true };
const limit = { ...open, maxBytes: 1_000_000 };

let place: string;
let store: FolderStore;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'files-test-'));
  store = new FolderStore({ folder: join(place, 'open'), controlledFolder: join(place, 'controlled') });
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const filesIn = (folder: string): string[] =>
  readdirSync(join(place, folder), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => one.name);

const inPieces = (content: Buffer): Readable =>
  Readable.from([content.subarray(0, 1000), content.subarray(1000)], { objectMode: false });

test('what was written is read back, whole and in part', async () => {
  const content = randomBytes(300_000);
  const { sha256, size } = await store.write(inPieces(content), limit);
  expect({ sha256, size }).toEqual({ sha256: createHash('sha256').update(content).digest('hex'), size: 300_000 });
  expect(await store.has(sha256, open)).toBe(true);
  const whole = await store.read(sha256, open);
  expect(whole.size).toBe(300_000);
  expect((await buffer(whole.stream)).equals(content)).toBe(true);
  const part = await store.read(sha256, { ...open, range: { start: 10, end: 19 } });
  expect(part.size).toBe(300_000);
  expect((await buffer(part.stream)).equals(content.subarray(10, 20))).toBe(true);
  await expect(store.read(sha256, { ...open, range: { start: 0, end: 300_000 } })).rejects.toThrow(RangeError);
});

test('an empty file is a file', async () => {
  const { sha256, size } = await store.write(Readable.from([]), limit);
  expect(size).toBe(0);
  expect((await buffer((await store.read(sha256, open)).stream)).length).toBe(0);
});

test('the same content is stored once, also when written twice at the same time', async () => {
  const content = randomBytes(200_000);
  const both = await Promise.all([store.write(inPieces(content), limit), store.write(inPieces(content), limit)]);
  expect(both[0]).toEqual(both[1]);
  expect(filesIn('open')).toEqual([both[0].sha256]);
});

test('export-controlled content is only among its own kind', async () => {
  const { sha256 } = await store.write(inPieces(randomBytes(2000)), { ...limit, ...controlled });
  expect(filesIn('controlled')).toEqual([sha256]);
  expect(await store.has(sha256, open)).toBe(false);
  await expect(store.read(sha256, open)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a write that is aborted, fails or is too large leaves nothing', async () => {
  const aborted = new Readable({ read() {} });
  aborted.push(randomBytes(1000));
  setTimeout(() => aborted.destroy(), 20);
  await expect(store.write(aborted, limit)).rejects.toThrow();

  async function* failing(): AsyncGenerator<Buffer> {
    yield randomBytes(1000);
    throw new Error('the sender is gone');
  }
  await expect(store.write(Readable.from(failing()), limit)).rejects.toThrow('the sender is gone');

  const large = inPieces(randomBytes(2000));
  await expect(store.write(large, { ...open, maxBytes: 1999 })).rejects.toMatchObject({ code: 'TOO_LARGE' });
  expect(large.destroyed).toBe(true);
  expect(filesIn('open')).toEqual([]);
});

test('removes contents; names that are no hash are not found', async () => {
  const { sha256 } = await store.write(inPieces(randomBytes(2000)), limit);
  await store.remove(sha256, open);
  await store.remove(sha256, open);
  expect(await store.has(sha256, open)).toBe(false);
  await expect(store.read('../../etc/passwd', open)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('sweeps what killed writers left, not what is being written', async () => {
  expect(await store.sweep()).toBe(0);
  const { sha256 } = await store.write(inPieces(randomBytes(2000)), limit);
  writeFileSync(join(place, 'open/writing-old'), 'half');
  utimesSync(join(place, 'open/writing-old'), 1, 1);
  writeFileSync(join(place, 'open/writing-new'), 'half');
  const daysAgo = (days: number) => Date.now() / 1000 - days * 86_400;
  for (const days of [1, 3]) {
    writeFileSync(join(place, `open/partial-${days}`), 'half');
    utimesSync(join(place, `open/partial-${days}`), daysAgo(days), daysAgo(days));
  }
  expect(await store.sweep()).toBe(2);
  expect(filesIn('open').sort()).toEqual([sha256, 'partial-1', 'writing-new'].sort());
});

test('a folder to work in is beside contents of its kind, and swept once its maker is gone', async () => {
  const work = await store.workFolder(controlled);
  expect(work.path.startsWith(join(place, 'controlled/'))).toBe(true);
  expect(work.room).toBeGreaterThan(0);
  writeFileSync(join(work.path, 'in.jt'), 'secret');
  expect(await store.sweep()).toBe(0);
  const left = await store.workFolder(controlled);
  mkdirSync(join(left.path, 'deeper'));
  writeFileSync(join(left.path, 'deeper/in.jt'), 'secret');
  utimesSync(left.path, 1, 1);
  expect(await store.sweep()).toBe(1);
  await work.remove();
  expect(readdirSync(join(place, 'controlled'))).toEqual([]);
  await left.remove();
});

test('a piece that waits to be added is not swept, and leaves nothing when it is discarded', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const piece = await store.partials.receive(inPieces(randomBytes(2000)), limit);
    utimesSync(piece.path, 1, 1);
    vi.advanceTimersByTime(20_000);
    await expect.poll(() => Date.now() - statSync(piece.path).mtimeMs).toBeLessThan(60_000);
    expect(await store.sweep()).toBe(0);
    await piece.discard();
    vi.advanceTimersByTime(20_000);
    expect(filesIn('open')).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test.runIf(canMount())('the last room of a disk is left to the database', async () => {
  mkdirSync(join(place, 'open'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', join(place, 'open')]);
  try {
    writeFileSync(join(place, 'open/other'), randomBytes(252_000));
    const full = { code: 'STORAGE_FULL' };
    await expect(store.write(inPieces(randomBytes(2000)), limit)).rejects.toMatchObject(full);
    await expect(store.partials.receive(inPieces(randomBytes(2000)), limit)).rejects.toMatchObject(full);
    expect(await store.partials.room(open)).toBeLessThan(2000);
    expect(filesIn('open')).toEqual(['other']);
  } finally {
    execFileSync('umount', [join(place, 'open')]);
  }
});

test.runIf(canMount())('a full disk is reported as such and leaves nothing', async () => {
  mkdirSync(join(place, 'open'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', join(place, 'open')]);
  try {
    const refused = store.write(inPieces(randomBytes(600_000)), limit);
    await expect(refused).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(filesIn('open')).toEqual([]);
    expect((await store.write(inPieces(randomBytes(2000)), limit)).size).toBe(2000);
  } finally {
    execFileSync('umount', [join(place, 'open')]);
  }
});

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'mount-test-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a disk is low long before it takes nothing more, a small one at a tenth', () => {
  const gibibyte = 1024 ** 3;
  const space = (whole: number, free: number) => spaceOf({ bsize: gibibyte, blocks: whole, bavail: free });
  expect(space(1000, 11)).toEqual({ room: 10 * gibibyte, low: false });
  expect(space(1000, 10)).toEqual({ room: 9 * gibibyte, low: true });
  expect(space(1000, 1)).toEqual({ room: 0, low: true });
  expect(space(20, 3)).toEqual({ room: 2 * gibibyte, low: false });
  expect(space(20, 2)).toEqual({ room: gibibyte, low: true });
});
