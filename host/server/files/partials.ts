import { randomUUID, type Hash } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import {
  isMissing,
  keepTouched,
  roomIn,
  syncFolder,
  takeIn,
  temporaryPrefix,
  toStorageError,
  writeAll,
} from './disk.ts';
import type { Partials, Piece, Placement } from './store.ts';

export const partialPrefix = 'partial-';
const idPattern = /^[0-9a-f-]{36}$/;
const bufferBytes = 1024 * 1024;

export interface Places {
  /** Folder of a placement. */
  root(placement: Placement): string;
  /** Where a content of this hash stands, whether it is there or not. */
  path(sha256: string, placement: Placement): string;
}

/** `partial-<id>` beside the contents of its placement; the pieces come in as `writing-…` like everything else. */
export class FolderPartials implements Partials {
  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  async room(placement: Placement): Promise<number> {
    const root = this.#places.root(placement);
    await mkdir(root, { recursive: true, mode: 0o700 });
    return roomIn(root);
  }

  async receive(
    content: AsyncIterable<Uint8Array>,
    { maxBytes, ...placement }: Placement & { maxBytes: number },
  ): Promise<Piece> {
    const root = this.#places.root(placement);
    const path = join(root, temporaryPrefix + randomUUID());
    // Until it is discarded: much may have to be read, or waited for, before it is added.
    const letGo = keepTouched(path);
    const discard = () => {
      letGo();
      return rm(path, { force: true });
    };
    try {
      await mkdir(root, { recursive: true, mode: 0o700 });
      return { path, size: await takeIn(content, path, { maxBytes, sync: false }), discard };
    } catch (error) {
      if (content instanceof Readable) content.destroy();
      await discard();
      throw toStorageError(error);
    }
  }

  async add(
    id: string,
    piece: Piece,
    { skip, offset, hash, ...placement }: Placement & { skip: number; offset: number; hash: Hash },
  ): Promise<void> {
    const path = this.#path(id, placement);
    const from = await open(piece.path);
    try {
      const made = offset === 0;
      const to = await open(path, made ? 'w' : 'r+', 0o600);
      try {
        for await (const { bytes, at } of read(from, skip, piece.size)) {
          const written = writeAll(to, bytes, offset + at - skip);
          hash.update(bytes); // while the disk is busy
          await written;
        }
        await to.datasync();
      } finally {
        await to.close();
      }
      if (made) await syncFolder(dirname(path));
    } catch (error) {
      throw toStorageError(error);
    } finally {
      await from.close();
    }
  }

  async hash(
    id: string,
    { start, end, hash, ...placement }: Placement & { start: number; end: number; hash: Hash },
  ): Promise<void> {
    const file = await open(this.#path(id, placement));
    try {
      for await (const { bytes } of read(file, start, end)) hash.update(bytes);
    } finally {
      await file.close();
    }
  }

  async finish(id: string, sha256: string, placement: Placement): Promise<void> {
    const content = this.#places.path(sha256, placement);
    const shard = dirname(content);
    const made = await mkdir(shard, { recursive: true, mode: 0o700 });
    try {
      // The same content may be there already: replacing it by its equal disturbs no reader.
      await rename(this.#path(id, placement), content);
    } catch (error) {
      // It was renamed before, by a process that was killed before it could report it.
      if (!isMissing(error)) throw error;
      await stat(content);
    }
    await syncFolder(shard);
    if (made !== undefined) await syncFolder(dirname(shard));
  }

  async remove(id: string, placement: Placement): Promise<void> {
    await rm(this.#path(id, placement), { force: true });
  }

  #path(id: string, placement: Placement): string {
    if (!idPattern.test(id)) throw new TypeError('an upload is named by a UUID');
    return join(this.#places.root(placement), partialPrefix + id);
  }
}

/** The bytes from `start` to before `end`, in one buffer that is used again. Throws where the file is shorter. */
async function* read(file: FileHandle, start: number, end: number): AsyncGenerator<{ bytes: Uint8Array; at: number }> {
  const buffer = Buffer.allocUnsafe(Math.min(bufferBytes, Math.max(end - start, 1)));
  for (let at = start; at < end;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at);
    if (bytesRead === 0) throw new RangeError(`The file ends at ${at}, not at ${end}.`);
    yield { bytes: buffer.subarray(0, bytesRead), at };
    at += bytesRead;
  }
}
