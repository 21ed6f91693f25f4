import { connectionLost, fileGone } from './ownFailures.ts';
import type { UploadOptions } from './client.ts';

export interface Sending extends Pick<UploadOptions, 'signal' | 'onProgress' | 'itar'> {
  /**
   * Milliseconds without a sign of life after which the connection counts as lost; at once where the browser goes offline,
   * which it does not always say of a request under way. Left out: never.
   */
  stallMs?: number;
}

/** Sends bytes as the form field `file`. XMLHttpRequest, because fetch tells no upload progress. */
export function sendFile(
  method: string,
  address: string,
  file: Blob,
  headers: Record<string, string>,
  { signal, onProgress, itar = false, stallMs }: Sending,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let stalled = false;
    let watch: ReturnType<typeof setTimeout> | undefined;
    const giveUp = () => {
      stalled = true;
      request.abort();
    };
    const alive = () => {
      clearTimeout(watch);
      if (stallMs !== undefined) watch = setTimeout(giveUp, stallMs);
    };
    const settle = (finish: () => void) => {
      clearTimeout(watch);
      window.removeEventListener('offline', giveUp);
      signal?.removeEventListener('abort', abort);
      finish();
    };
    const aborted = () =>
      settle(() =>
        reject(stalled ? connectionLost() : (signal?.reason ?? new DOMException('Upload aborted', 'AbortError'))),
      );
    if (signal?.aborted) return aborted();

    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      alive();
      onProgress?.(Math.min(event.loaded, file.size), file.size);
    });
    request.addEventListener('load', () =>
      settle(() => resolve({ status: request.status, text: request.responseText })),
    );
    request.addEventListener('error', () => {
      settle(() => void stillReadable(file).then((is) => reject(is ? connectionLost() : fileGone())));
    });
    request.addEventListener('abort', aborted);
    signal?.addEventListener('abort', abort);

    const form = new FormData();
    // In front of the file: the server must know where to keep it before it comes.
    if (itar) form.append('itar', 'true');
    form.append('file', file);
    alive();
    if (stallMs !== undefined) window.addEventListener('offline', giveUp);
    request.send(form);
  });
}

/** The browser reads a file when it sends it, and says no more than that it failed when somebody has changed it. */
const stillReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
