import { beforeAll, describe, expect, test } from 'vitest';
import { type OperationTask, Pool, type RunOptions } from './pool.ts';
import { actingThread } from './testing.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
let file: URL;

beforeAll(async () => {
  file = await actingThread();
});

const createPool = (size: number, timeLimitMs = 20_000): Pool =>
  new Pool({ file, size, memoryLimitMb: 256, timeLimitMs, log: silent });

function act(what: string, { wait = 0, signal = new AbortController().signal } = {}): [OperationTask, RunOptions] {
  const files = [{ fileId: wait, fileName: what, bytes: new Uint8Array(1), units: 'MM' as const, converted: false }];
  return [{ kind: 'operation', type: 'VERIFY', input: {}, files }, { signal }];
}

describe('a task that fails does not affect others, and says why', () => {
  test.for([
    ['crash', 'FILE_UNREADABLE', /crashed/],
    ['exit', 'FILE_UNREADABLE', /crashed/],
    ['spin', 'TOO_LARGE', /too long.*1 seconds/],
    ['heap', 'TOO_LARGE', /memory.*256 MB/],
    ['arrays', 'TOO_LARGE', /memory.*256 MB/],
    ['wasm', 'TOO_LARGE', /memory.*256 MB/],
    ['refuse', 'NOT_POSSIBLE', /Too thin/],
  ] as const)('%s', { timeout: 30_000 }, async ([what, code, message]) => {
    const pool = createPool(2, what === 'spin' ? 1000 : 20_000);
    const beside = pool.run(...act('good', { wait: 500 }));
    await expect(pool.run(...act(what))).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    expect(await beside).toMatchObject({ kind: 'operation' });
    expect(await pool.run(...act('good'))).toMatchObject({ kind: 'operation' });
  });
});

test('stopping a task ends its thread, and a waiting task leaves the queue', async () => {
  const pool = createPool(1);
  const [stop, leave] = [new AbortController(), new AbortController()];
  const spinning = pool.run(...act('spin', { signal: stop.signal }));
  const waiting = pool.run(...act('good', { signal: leave.signal }));
  const last = pool.run(...act('good'));
  leave.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  stop.abort(new Error('cancelled'));
  await expect(spinning).rejects.toThrow('cancelled');
  expect(await last).toMatchObject({ kind: 'operation' });
  await expect(pool.run(...act('good', { signal: stop.signal }))).rejects.toThrow('cancelled');
});

test('runs as many tasks at once as there are threads, and reuses the threads', async () => {
  const pool = createPool(2);
  const results = await Promise.all(Array.from({ length: 12 }, () => pool.run(...act('good', { wait: 5 }))));
  const threads = new Set(results.map(({ details }) => JSON.stringify(details)));
  expect(threads.size).toBe(2);
});

test('a thread that cannot be loaded fails its task, not the process', async () => {
  const missing = new URL('./missing.mjs', file);
  const pool = new Pool({ file: missing, size: 1, memoryLimitMb: 256, timeLimitMs: 1000, log: silent });
  await expect(pool.run(...act('good'))).rejects.toThrow(/missing/);
  await expect(pool.run(...act('good'))).rejects.toThrow(/missing/);
});
