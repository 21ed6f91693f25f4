import type { CallResult } from '../contract/call.ts';
import { CallError } from '../contract/errors.ts';
import { fileOperationChanged } from '../contract/events.ts';
import { fileOperationResult, fileOperationStatus, startFileOperation } from '../contract/preparation.ts';
import type { FileOperationType } from '../contract/preparation.ts';
import type { PluginHost } from '../plugin/definePlugin.ts';

const pollMs = 2000;

export interface FileOperationRequest {
  type: FileOperationType;
  fileId: number;
  /** For files without units of their own. */
  units?: 'MM' | 'IN' | 'CM';
  /** Stops following; the operation itself goes on. */
  signal?: AbortSignal;
  /** Done share, 0 to 1. */
  onProgress?: (share: number) => void;
}

export type FileOperationOutcome = CallResult<typeof fileOperationResult> & {
  /** Known after VERIFY. */
  needsRepair: boolean;
};

/**
 * Runs one operation on a file: starts it, follows it by pushed events and by asking every 2000 ms, and answers its
 * result (specification 4.7). Throws `FILE_UNREADABLE` with the server's reason when it FAILED; a connection lost in
 * between is waited for.
 */
export async function runFileOperation(
  host: Pick<PluginHost, 'api' | 'events'>,
  request: FileOperationRequest,
): Promise<FileOperationOutcome> {
  const { type, fileId, units, signal, onProgress } = request;
  const options = signal ? { signal } : {};
  const { operationId } = await host.api.call(
    startFileOperation,
    { params: { type }, body: { fileId, units } },
    options,
  );
  const target = { params: { id: operationId }, query: { fileId } };

  let wake = () => {};
  const forget = host.events.on(fileOperationChanged, (change) => {
    if (change.operationId !== operationId) return;
    onProgress?.(change.progress);
    if (change.status !== 'PENDING') wake();
  });
  try {
    for (;;) {
      const state = await host.api.call(fileOperationStatus, target, options).catch(waitForConnection);
      if (state) onProgress?.(state.progress);
      if (state?.status === 'FAILED') throw new CallError('FILE_UNREADABLE', state.message);
      if (state?.status === 'SUCCESS') {
        const result = await host.api.call(fileOperationResult, target, options);
        return { ...result, needsRepair: state.fileNeedsRepair === 'true' };
      }
      await pause(signal, (resume) => (wake = resume));
    }
  } finally {
    forget();
  }
}

function waitForConnection(error: unknown): undefined {
  if (error instanceof CallError && error.code === 'UNAVAILABLE') return undefined;
  throw error;
}

/** Until the next poll, or until `early` hands its resume to an event. */
function pause(signal: AbortSignal | undefined, early: (resume: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const resume = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(resume, pollMs);
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    early(resume);
  });
}
