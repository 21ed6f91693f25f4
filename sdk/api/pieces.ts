import type { CallResult } from '../contract/call.ts';
import type { FileDto } from '../contract/host/files.ts';
import { beginUpload, uploadPiece } from '../contract/host/uploads.ts';
import type { UploadState } from '../contract/host/uploads.ts';
import type { ApiClient, UploadOptions } from './client.ts';
import { patiently } from './patiently.ts';

/** Larger files go in pieces. */
export const largestWhole = 8 * 1024 ** 2;
const smallestPiece = 256 * 1024;

export interface PieceSender {
  call: ApiClient['call'];
  /** Sends one piece, and tells how many bytes of it are on their way. */
  send(
    call: typeof uploadPiece,
    input: { params: { uploadId: string; offset: number } },
    piece: Blob,
    options: { signal?: AbortSignal; onProgress: (sent: number) => void },
  ): Promise<CallResult<typeof uploadPiece>>;
}

/**
 * Sends a large file in pieces, each again until it is there; begins where the upload of this id has stopped. Progress
 * never goes back. While a connection keeps breaking the pieces become smaller, so that some of them get through.
 */
export async function sendInPieces(
  { call, send }: PieceSender,
  file: File,
  uploadId: string,
  { signal, onProgress, itar = false, resume }: UploadOptions,
): Promise<FileDto> {
  const options = signal ? { signal } : {};
  const body = { uploadId, fileName: file.name, size: file.size, itar };
  let most = -1;
  const tell = (sent: number) => {
    if (sent <= most) return;
    most = sent;
    onProgress?.(Math.min(sent, file.size), file.size);
  };
  let begun = false;
  let pieceSize = Infinity;
  // Another sender adds a piece, or the server has forgotten the upload: beginning it again solves both.
  const passing = ['CONFLICT', 'NOT_FOUND'];

  return patiently(
    {
      signal,
      onWaiting: resume?.onWaiting,
      mayPass: ({ code }) => code === 'RATE_LIMITED' || (begun && passing.includes(code)),
    },
    async ({ reached, advanced }) => {
      begun = false;
      let state: UploadState = await call(beginUpload, { body }, options);
      begun = true;
      reached();
      while (state.file === null) {
        const { received } = state;
        tell(received);
        pieceSize = Math.min(pieceSize, state.pieceSize);
        const piece = file.slice(received, received + pieceSize);
        try {
          state = await send(uploadPiece, { params: { uploadId, offset: received } }, piece, {
            ...options,
            onProgress: (sent) => tell(received + Math.min(sent, piece.size)),
          });
        } catch (error) {
          pieceSize = Math.max(pieceSize / 2, smallestPiece);
          throw error;
        }
        pieceSize *= 2;
        advanced();
      }
      tell(file.size);
      return state.file;
    },
  );
}
