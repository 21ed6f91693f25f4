import { waking } from '@sinter/sdk/api';
import { CallError } from '@sinter/sdk/contract/errors';
import { fileOperationChanged } from '@sinter/sdk/contract/preparation/events';
import {
  fileOperationResult,
  fileOperationStatus,
  startFileOperation,
} from '@sinter/sdk/contract/preparation/fileOperations';
import type { FileOperationOutcome, FileOperationRequest } from '@sinter/sdk/contract/preparation/operationRunner';
import type { PluginHost } from '@sinter/sdk/plugin';

const pollMs = 2000;

/** See `OperationRunner`. */
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
