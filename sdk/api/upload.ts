import { connectionLost } from './connectionLost.ts';
import type { UploadOptions } from './client.ts';

/** Sends one file as the form field `file`. XMLHttpRequest, because fetch tells no upload progress. */
export function sendFile(
  method: string,
  address: string,
  file: File,
  headers: Record<string, string>,
  { signal, onProgress }: UploadOptions,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = (finish: () => void) => {
      signal?.removeEventListener('abort', abort);
      finish();
    };
    const aborted = () => settle(() => reject(signal?.reason ?? new DOMException('Upload aborted', 'AbortError')));
    if (signal?.aborted) return aborted();

    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => onProgress?.(Math.min(event.loaded, file.size), file.size));
    request.addEventListener('load', () =>
      settle(() => resolve({ status: request.status, text: request.responseText })),
    );
    request.addEventListener('error', () => settle(() => reject(connectionLost())));
    request.addEventListener('abort', aborted);
    signal?.addEventListener('abort', abort);

    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}
