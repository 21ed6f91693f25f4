import { type FileHandle, open, statfs, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CallError } from '@sinter/sdk/contract/errors';

export const temporaryPrefix = 'writing-';
/** A writer, which may be on another machine, touches its file this often, also while the sender says nothing. */
const touchEvery = 10_000;
/** Bytes that stay free: the database is often on the same disk, and cannot even stop cleanly without room. */
const keptFree = { bytes: 1024 ** 3, share: 0.05 };
/** Below so much more than that there is a warning, long before anything is refused. */
const warnBelow = { bytes: 10 * 1024 ** 3, share: 0.1 };
/** A writer looks again after so many bytes. */
const lookEvery = 16 * 1024 ** 2;

interface Taking {
  maxBytes: number;
  onChunk?: (chunk: Uint8Array) => void;
}

/** Shows that `path` has a writer still, until the answer is called. */
export function keepTouched(path: string): () => void {
  const touch = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {}); // a disk in trouble fails the next write too
  }, touchEvery);
  return () => clearInterval(touch);
}

/** Bytes that may still be written into `folder`, which must be there. */
export const roomIn = async (folder: string): Promise<number> => (await spaceIn(folder)).room;

/** The same, and whether that is little. */
export const spaceIn = async (folder: string): Promise<Space> => spaceOf(await statfs(folder));

interface Space {
  room: number;
  low: boolean;
}

export function spaceOf({ bsize, blocks, bavail }: { bsize: number; blocks: number; bavail: number }): Space {
  const least = ({ bytes, share }: typeof keptFree): number => Math.min(bytes, bsize * blocks * share);
  const room = bsize * bavail - least(keptFree);
  return { room, low: room < least(warnBelow) };
}

/** Writes what comes into a new file, and answers how much that was. Durable only when `sync` is asked for. */
export async function takeIn(
  content: AsyncIterable<Uint8Array>,
  path: string,
  { maxBytes, onChunk, sync }: Taking & { sync: boolean },
): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    let looked = -Infinity;
    for await (const chunk of content) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('a file arrives as bytes');
      if (size - looked >= lookEvery) {
        if ((await roomIn(dirname(path))) < chunk.byteLength) throw new CallError('STORAGE_FULL');
        looked = size;
      }
      size += chunk.byteLength;
      if (size > maxBytes) throw new CallError('TOO_LARGE');
      const written = writeAll(file, chunk);
      onChunk?.(chunk); // while the disk is busy
      await written;
    }
    if (sync) await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

/** At `position` of the file, or where it stands. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position?: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    const at = position === undefined ? undefined : position + done;
    done += (await file.write(bytes, done, undefined, at)).bytesWritten;
  }
}

/** A file's name is durable only once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
const isDiskFull = (error: unknown): boolean => codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';

/** What a person is told about a disk in trouble. */
export const toStorageError = (error: unknown): unknown => (isDiskFull(error) ? new CallError('STORAGE_FULL') : error);
