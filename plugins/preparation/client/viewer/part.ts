import type { FileDto } from '@sinter/sdk/contract/host/files';
import { CallError } from '@sinter/sdk/contract/errors';
import { decodePreview } from '../../geometry/preview/decode.ts';
import type { Preview } from '../../geometry/preview/format.ts';

/** Lets the page draw and handle events before the work continues. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Downloads a stored file; `onProgress` receives the share that is loaded. */
export async function fetchBytes(
  { fileURL, size }: FileDto,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => {},
): Promise<Uint8Array> {
  const response = await fetch(fileURL, { signal, credentials: 'same-origin' }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new CallError('UNAVAILABLE');
  });
  if (!response.ok) throw new CallError(response.status === 404 ? 'NOT_FOUND' : 'UNAVAILABLE');
  const reader = response.body?.getReader();
  if (!reader) throw new CallError('UNAVAILABLE');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    received += value.length;
    onProgress(size > 0 ? Math.min(received / size, 1) : 0);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function fetchMesh(
  file: FileDto,
  signal: AbortSignal,
  onProgress?: (share: number) => void,
): Promise<Preview> {
  const bytes = await fetchBytes(file, signal, onProgress);
  const preview = await decodePreview(bytes, breathe);
  signal.throwIfAborted();
  return preview;
}
