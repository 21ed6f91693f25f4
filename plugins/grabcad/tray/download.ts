import { createHash } from 'node:crypto';
import type { TrayModel } from './messages.ts';

export type DownloadFailure =
  'URL_REFUSED' | 'TOO_LARGE' | 'DOWNLOAD_FAILED' | 'SIZE_MISMATCH' | 'HASH_MISMATCH' | 'CANCELLED';

const largestBytes = 512 * 1024 * 1024;
const patienceMs = 100_000;

export interface DownloadOptions {
  /** Where files may come from. */
  origins: ReadonlySet<string>;
  signal: AbortSignal;
  onProgress(receivedBytes: number): void;
}

/** The model's bytes, whole and checked against its size and hash, or why there are none. Asks for the address once. */
export async function download(model: TrayModel, options: DownloadOptions): Promise<Uint8Array | DownloadFailure> {
  if (!options.origins.has(new URL(model.url).origin)) return 'URL_REFUSED';
  if (model.size > largestBytes) return 'TOO_LARGE';
  const bytes = new Uint8Array(model.size);
  const hash = createHash('sha256');
  let received = 0;
  let reported = 0;
  // `AbortSignal.timeout` may be collected before its time has come where only a signal made of it is held.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), patienceMs);
  try {
    const signal = AbortSignal.any([options.signal, limit.signal]);
    const response = await fetch(model.url, { redirect: 'error', signal });
    if (!response.ok || !response.body) return 'DOWNLOAD_FAILED';
    for await (const chunk of response.body) {
      if (received + chunk.length > model.size) return 'SIZE_MISMATCH';
      bytes.set(chunk, received);
      hash.update(chunk);
      received += chunk.length;
      if (received - reported >= model.size / 10) {
        reported = received;
        options.onProgress(received);
      }
    }
  } catch {
    return options.signal.aborted ? 'CANCELLED' : 'DOWNLOAD_FAILED';
  } finally {
    clearTimeout(timer);
  }
  if (received !== model.size) return 'SIZE_MISMATCH';
  return hash.digest('hex') === model.sha256 ? bytes : 'HASH_MISMATCH';
}
