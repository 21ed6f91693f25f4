import type { CallResult } from '../contract/call.ts';
import { CallError } from '../contract/errors.ts';
import { fileOperationChanged } from '../contract/preparation/events.ts';
import {
  fileOperationResult,
  fileOperationStatus,
  startFileOperation,
} from '../contract/preparation/fileOperations.ts';
import type { FileOperationType } from '../contract/preparation/fileOperations.ts';
import type { PluginHost } from '../plugin/definePlugin.ts';
import { waking } from './waking.ts';

const pollMs = 2000;

export interface FileOperationRequest {
  type: FileOperationType;
  fileId: number;
  /** For files without units of their own. */
  units?: 'MM' | 'IN' | 'CM';
  /** What the operation asks for (`operationInputSchemas`). */
  input?: Record<string, unknown>;
  /** Stops following; the operation itself goes on. */
  signal?: AbortSignal;
  /** The operation runs, or ran before, on the server. */
  onStarted?: (operationId: string) => void;
  /** Done share, 0 to 1. */
  onProgress?: (share: number) => void;
}

export type FileOperationOutcome = CallResult<typeof fileOperationResult> & {
  /** Known after VERIFY. */
  needsRepair: boolean;
};

/**
 * Runs one operation on a file: starts it, follows it by pushed events and by asking every 2000 ms, and answers its
 * result (specification 4.7). Throws the server's reason when it FAILED: FILE_UNREADABLE, NEEDS_CONVERTER, NOT_POSSIBLE,
 * TOO_LARGE or CANCELLED. A connection lost in between is waited for.
 */
export async function runFileOperation(
  host: Pick<PluginHost, 'api' | 'events'>,
  request: FileOperationRequest,
): Promise<FileOperationOutcome> {
  const { type, fileId, units, input, signal, onStarted, onProgress } = request;
  const options = signal ? { signal } : {};
  const { operationId } = await host.api.call(
    startFileOperation,
    { params: { type }, body: { fileId, units, input } },
    options,
  );
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
