import { Worker } from 'node:worker_threads';
import { CallError } from '@sinter/sdk/contract';
import type { MeshReport } from '@sinter/sdk/contract/preparation';
import { threadFile } from '@sinter/sdk/server';

export interface Preparation {
  type: string;
  units: string;
  fileName: string;
  bytes: Uint8Array<ArrayBuffer>;
  signal: AbortSignal;
  /** 0 to 1, at most a few times a second. */
  onProgress(progress: number): void;
}

export interface Prepared {
  report: MeshReport;
  needsRepair: boolean;
  /** The changed mesh, binary STL in mm; nothing when the operation only looks. */
  stl: Uint8Array | null;
  png: Uint8Array;
}

/** What the thread answers. */
export type ThreadMessage =
  | { kind: 'progress'; progress: number }
  | { kind: 'done'; prepared: Prepared }
  | { kind: 'refused'; code: 'FILE_UNREADABLE' | 'NEEDS_CONVERTER' | 'TOO_LARGE'; message: string };

/** No file of a kind that can be made needs this long. */
const timeLimitMs = 10 * 60_000;

/**
 * Runs one operation in a thread of its own, so that a crash or a runaway takes only this operation down. Throws a
 * CallError with the reason when the file itself is at fault.
 */
export function prepareInThread(preparation: Preparation): Promise<Prepared> {
  const { type, units, fileName, bytes, signal, onProgress } = preparation;
  return new Promise((done, failed) => {
    const thread = new Worker(threadFile('geometry-worker'), {
      workerData: { type, units, fileName, bytes },
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: 4096 },
    });
    const abort = () => void thread.terminate();
    signal.addEventListener('abort', abort, { once: true });
    const limit = setTimeout(() => {
      failed(new CallError('FILE_UNREADABLE', 'The file is too complex: its preparation took more than 10 minutes.'));
      abort();
    }, timeLimitMs);
    thread.on('message', (message: ThreadMessage) => {
      if (message.kind === 'progress') onProgress(message.progress);
      else if (message.kind === 'done') done(message.prepared);
      else failed(new CallError(message.code, message.message));
    });
    thread.on('error', failed);
    thread.on('exit', (code) => {
      clearTimeout(limit);
      signal.removeEventListener('abort', abort);
      failed(new Error(signal.aborted ? 'The worker is stopping.' : `The geometry thread ended with code ${code}.`));
    });
  });
}
