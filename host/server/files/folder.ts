import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CallError } from '@sinter/sdk/contract/errors';
import type { StoredFile } from '@sinter/sdk/server';
import type { FileStore, Placement } from './store.ts';

export interface FolderStoreOptions {
  /** Folder of the ordinary contents. */
  folder: string;
  /** Folder of the export-controlled contents; on a volume of its own if so wanted. */
  controlledFolder: string;
}

const temporaryPrefix = 'writing-';
/** A writer, which may be on another machine, touches its file this often, also while the sender says nothing. */
const touchEvery = 10_000;
/** A temporary file that nobody has touched for so long has lost its writer. */
const staleAfter = 60_000;
const hashPattern = /^[0-9a-f]{64}$/;

/** Contents in folders: `<folder>/ab/abcdef…`, and `writing-…` beside the two-digit folders while they come in. */
export class FolderStore implements FileStore {
  readonly #options: FolderStoreOptions;

  constructor(options: FolderStoreOptions) {
    this.#options = options;
  }

  async write(
    content: AsyncIterable<Uint8Array>,
    { maxBytes, ...placement }: Placement & { maxBytes: number },
  ): Promise<StoredFile> {
    const root = this.#root(placement);
    const temporary = join(root, temporaryPrefix + randomUUID());
    try {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const stored = await receive(content, temporary, maxBytes);
      const shard = join(root, stored.sha256.slice(0, 2));
      const made = await mkdir(shard, { recursive: true, mode: 0o700 });
      // The same content may be there already: replacing it by its equal disturbs no reader.
      await rename(temporary, join(shard, stored.sha256));
      await syncFolder(shard);
      if (made !== undefined) await syncFolder(root);
      return stored;
    } catch (error) {
      // A sender whose bytes were never asked for would wait for ever.
      if (content instanceof Readable) content.destroy();
      await rm(temporary, { force: true });
      throw isDiskFull(error) ? new CallError('STORAGE_FULL') : error;
    }
  }

  async read(
    sha256: string,
    { range, ...placement }: Placement & { range?: { start: number; end: number } },
  ): Promise<{ stream: Readable; size: number }> {
    const file = await open(this.#path(sha256, placement)).catch(notFound);
    try {
      const { size } = await file.stat();
      if (range && !(range.start >= 0 && range.start <= range.end && range.end < size)) {
        throw new RangeError(`bytes ${range.start}-${range.end} of ${size}`);
      }
      return { stream: file.createReadStream({ ...range, highWaterMark: 256 * 1024 }), size };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async has(sha256: string, placement: Placement): Promise<boolean> {
    try {
      return (await stat(this.#path(sha256, placement))).isFile();
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async remove(sha256: string, placement: Placement): Promise<void> {
    await rm(this.#path(sha256, placement), { force: true });
  }

  async sweep(): Promise<number> {
    let removed = 0;
    for (const root of [this.#options.folder, this.#options.controlledFolder]) {
      const names = await readdir(root).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const name of names.filter((one) => one.startsWith(temporaryPrefix))) {
        const path = join(root, name);
        const found = await stat(path).catch(() => undefined); // its writer may just have finished
        if (!found || Date.now() - found.mtimeMs < staleAfter) continue;
        await rm(path, { force: true });
        removed += 1;
      }
    }
    return removed;
  }

  #root({ controlled }: Placement): string {
    return controlled ? this.#options.controlledFolder : this.#options.folder;
  }

  #path(sha256: string, placement: Placement): string {
    if (!hashPattern.test(sha256)) throw new CallError('NOT_FOUND');
    return join(this.#root(placement), sha256.slice(0, 2), sha256);
  }
}

async function receive(content: AsyncIterable<Uint8Array>, path: string, maxBytes: number): Promise<StoredFile> {
  const file = await open(path, 'wx', 0o600);
  const touch = setInterval(() => {
    const now = new Date();
    file.utimes(now, now).catch(() => {}); // a disk in trouble fails the next write too
  }, touchEvery);
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of content) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('a file arrives as bytes');
      size += chunk.byteLength;
      if (size > maxBytes) throw new CallError('TOO_LARGE');
      const written = writeAll(file, chunk);
      hash.update(chunk); // while the disk is busy
      await written;
    }
    await file.sync();
    return { sha256: hash.digest('hex'), size };
  } finally {
    clearInterval(touch);
    await file.close();
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    done += (await file.write(bytes, done)).bytesWritten;
  }
}

/** A file's name is durable only once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
const isDiskFull = (error: unknown): boolean => codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';

function notFound(error: unknown): never {
  throw isMissing(error) ? new CallError('NOT_FOUND') : error;
}
