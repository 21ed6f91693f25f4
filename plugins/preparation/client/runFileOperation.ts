import { waking } from '@sinter/sdk/api';
import { CallError } from '@sinter/sdk/contract/errors';
import { fileOperationChanged } from '@sinter/sdk/contract/preparation/events';
import {
  cancelFileOperation,
  fileOperationResult,
  fileOperationStatus,
  startFileOperation,
} from '@sinter/sdk/contract/preparation/fileOperations';
import type { FileOperationOutcome, FileOperationRequest } from '@sinter/sdk/contract/preparation/operationRunner';
import type { PluginHost } from '@sinter/sdk/plugin';

const pollMs = 2000;

export type OperationHost = Pick<PluginHost, 'api' | 'events' | 'log'>;

/** See `OperationRunner`. */
export async function runFileOperation(
  host: OperationHost,
  request: FileOperationRequest,
): Promise<FileOperationOutcome> {
  const { cancel, ...followed } = request;
  const { type, fileId, units, input, signal } = followed;
  const target = { params: { type }, body: { fileId, units, input } };
  if (!cancel) {
    const { operationId } = await host.api.call(startFileOperation, target, signal ? { signal } : {});
    return follow(host, operationId, followed);
  }
  const left = AbortSignal.any(signal ? [signal, cancel] : [cancel]);
  left.throwIfAborted();
  // Asked to the end: only the answer says what the server is to cancel.
  const started = host.api.call(startFileOperation, target);
  const ended = new AbortController();
  const once = { once: true, signal: ended.signal };
  cancel.addEventListener('abort', () => void cancelOnServer(host, started, fileId), once);
  const stopped = new Promise<never>((_, reject) => {
    left.addEventListener('abort', () => reject(left.reason), once);
  });
  const run = started.then(({ operationId }) => {
    left.throwIfAborted();
    return follow(host, operationId, { ...followed, signal: left });
  });
  return Promise.race([run, stopped]).finally(() => ended.abort());
}

async function cancelOnServer(
  { api, log }: OperationHost,
  started: Promise<{ operationId: string }>,
  fileId: number,
): Promise<void> {
  const begun = await started.catch(() => null);
  if (!begun) return;
  const target = { params: { id: begun.operationId }, body: { fileId } };
  await api.call(cancelFileOperation, target).catch((error: unknown) => {
    log.warn('an operation could not be cancelled', { operation: begun.operationId, error: String(error) });
  });
}

async function follow(
  host: OperationHost,
  operationId: string,
  { fileId, signal, onStarted, onProgress }: FileOperationRequest,
): Promise<FileOperationOutcome> {
  const options = signal ? { signal } : {};
  onStarted?.(operationId);
  const target = { params: { id: operationId }, query: { fileId } };

  const { wake, listen } = waking(signal);
  const forget = host.events.on(fileOperationChanged, (change) => {
    if (change.operationId !== operationId) return;
    onProgress?.(change.progress);
    if (change.status !== 'PENDING') wake();
  });
  try {
    for (;;) {
      const sleep = listen();
      const state = await host.api.call(fileOperationStatus, target, options).catch(waitForConnection);
      if (state) onProgress?.(state.progress);
      if (state && state.status !== 'PENDING') {
        // Of a failed one, this throws the reason.
        const result = await host.api.call(fileOperationResult, target, options);
        return { ...result, needsRepair: state.fileNeedsRepair === 'true' };
      }
      await sleep(pollMs);
    }
  } finally {
    forget();
  }
}

function waitForConnection(error: unknown): undefined {
  if (error instanceof CallError && error.code === 'UNAVAILABLE') return undefined;
  throw error;
}
