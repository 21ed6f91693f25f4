import { waking } from '@sinter/sdk/api';
import type { CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import { filePreviewChanged } from '@sinter/sdk/contract/preparation/events';
import { filePreview } from '@sinter/sdk/contract/preparation/fileOperations';
import { translated } from '@sinter/sdk/i18n/said';
import type { PluginHost } from '@sinter/sdk/plugin';

const pollMs = 2000;

export type PreviewAnswer = CallResult<typeof filePreview>;
export interface ViewedFile {
  fileId: number;
  /** The unit of a file that has none of its own. */
  units?: 'MM' | 'IN' | 'CM';
}

/**
 * Each state of a preview: after an event of the server, and every 2000 ms until there is a mesh (specification 9).
 * It never ends, because the full mesh may follow. Throws FILE_UNREADABLE with the reason when no preview can be
 * made.
 */
export async function* followPreview(
  host: Pick<PluginHost, 'api' | 'events'>,
  { fileId, units }: ViewedFile,
  signal: AbortSignal,
): AsyncGenerator<PreviewAnswer, never> {
  const { wake, listen } = waking(signal);
  const forget = host.events.on(filePreviewChanged, (change) => change.fileId === fileId && wake());
  try {
    for (;;) {
      const sleep = listen();
      const answer = await ask();
      signal.throwIfAborted();
      if (answer) yield answer;
      if (answer?.status === 'FAILED') throw await failureOf(answer);
      await sleep(answer?.status === 'SUCCESS' ? undefined : pollMs);
    }
  } finally {
    forget();
  }

  async function ask(): Promise<PreviewAnswer | undefined> {
    try {
      return await host.api.call(filePreview, { params: { fileId }, query: units ? { units } : {} }, { signal });
    } catch (error) {
      // Waits until a lost connection is back.
      if (error instanceof CallError && error.code === 'UNAVAILABLE' && !signal.aborted) return undefined;
      throw error;
    }
  }
}

const failureOf = async ({ message, said }: PreviewAnswer): Promise<CallError> =>
  message
    ? CallError.received({ code: 'FILE_UNREADABLE', message: await translated(message, said) })
    : new CallError('FILE_UNREADABLE');
