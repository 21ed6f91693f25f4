import { mkdir, rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Threads that do what the name of the file says, so that tests need no model for each way to fail. */
const program = `
import { readlinkSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';
const report = { facets: 1, vertices: 3, shells: 1, watertight: false, volumeMm3: 0, areaMm2: 1,
  bbox: { min: [0, 0, 0], max: [1, 1, 1], size: [1, 1, 1] },
  defects: { openEdges: 0, nonManifoldEdges: 0, touchingEdges: 0, flippedEdges: 0, degenerate: 0, duplicate: 0, nonFinite: 0 },
  warnings: [], changes: {} };
const kept = [];
const acts = {
  async good(wait) {
    await new Promise((done) => setTimeout(done, Math.min(wait, 500)));
    parentPort.postMessage({ kind: 'done', result: { kind: 'operation', report, needsRepair: false,
      details: { threadId }, meshes: [], png: new Uint8Array(1), map: null } });
  },
  refuse: () => parentPort.postMessage({ kind: 'refused', code: 'NOT_POSSIBLE', message: 'Too thin.' }),
  crash: () => { throw new TypeError('a bug'); },
  exit: () => process.exit(3),
  spin: () => { parentPort.postMessage({ kind: 'progress', progress: 0.5 }); for (;;); },
  heap: () => { for (;;) kept.push(Array.from({ length: 1e5 }, (_, i) => ({ i }))); },
  arrays: () => { for (;;) kept.push(new Uint8Array(1e6).fill(1)); },
  wasm: () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 });
    for (;;) { memory.grow(100); new Uint8Array(memory.buffer).fill(1, memory.buffer.byteLength - 6_000_000); }
  },
};
parentPort.on('message', ({ file, files: [{ fileName, fileId }] = [file] }) => acts[fileName.split('.')[0]](fileId));
parentPort.postMessage({ kind: 'ready', threadId: process.platform === 'linux' ? Number(readlinkSync('/proc/thread-self').split('/').at(-1)) : null });
`;

/** The file of that program. */
export async function actingThread(): Promise<URL> {
  const folder = resolve('.build/test-programs');
  await mkdir(folder, { recursive: true });
  const file = resolve(folder, 'acting-thread.mjs');
  // Another test file may be loading it.
  const written = `${file}.${process.pid}`;
  await writeFile(written, program);
  await rename(written, file);
  return pathToFileURL(file);
}
