import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CallError } from '@sinter/sdk/contract/errors';
import type { StoredFile, WorkFolder } from '@sinter/sdk/server';
import {
  isMissing,
  keepTouched,
  roomIn,
  spaceIn,
  syncFolder,
  takeIn,
  temporaryPrefix,
  toStorageError,
} from './disk.ts';
import { FolderPartials, partialPrefix } from './partials.ts';
import type { FileStore, Placement } from './store.ts';

export interface FolderStoreOptions {
  /** Folder of the ordinary contents. */
  folder: string;
  /** Folder of the export-controlled contents; on a volume of its own if so wanted. */
  controlledFolder: string;
}

const workPrefix = 'working-';
/** A file of this name that was not touched for so long (ms) has lost its writer. */
const staleAfter = {
  [temporaryPrefix]: 60_000,
  [workPrefix]: 60_000,
  // Those that are known to the database are removed by it, after a day.
  [partialPrefix]: 2 * 24 * 3_600_000,
};
const hashPattern = /^[0-9a-f]{64}$/;

/** Contents in folders: `<folder>/ab/abcdef…`, and `writing-…` beside the two-digit folders while they come in. */
export class FolderStore implements FileStore {
  readonly partials = new FolderPartials({
    root: (placement) => this.#root(placement),
    path: (sha256, placement) => this.#path(sha256, placement),
  });
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
    const letGo = keepTouched(temporary);
    try {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      const onChunk = (chunk: Uint8Array) => void hash.update(chunk);
      const size = await takeIn(content, temporary, { maxBytes, onChunk, sync: true });
      const stored = { sha256: hash.digest('hex'), size };
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
      throw toStorageError(error);
    } finally {
      letGo();
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

  async *contents(placement: Placement): AsyncIterable<readonly string[]> {
    const root = this.#root(placement);
    for (const shard of await namesIn(root)) {
      if (/^[0-9a-f]{2}$/.test(shard))
        yield (await namesIn(join(root, shard))).filter((name) => hashPattern.test(name));
    }
  }

  async isOlder(sha256: string, age: number, placement: Placement): Promise<boolean> {
    try {
      // The time of its name, not of its bytes: a content that came in pieces is renamed long after they were written.
      return (await stat(this.#path(sha256, placement))).ctimeMs < Date.now() - age;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async workFolder(placement: Placement): Promise<WorkFolder> {
    const root = this.#root(placement);
    await mkdir(root, { recursive: true, mode: 0o700 });
    const path = await mkdtemp(join(root, workPrefix));
    const letGo = keepTouched(path);
    return {
      path,
      room: Math.max(0, await roomIn(root)),
      remove: async () => {
        letGo();
        await rm(path, { recursive: true, force: true });
      },
    };
  }

  async space(): Promise<{ room: number; low: boolean }> {
    const { folder, controlledFolder } = this.#options;
    const [open, controlled] = await Promise.all([spaceAt(folder), spaceAt(controlledFolder)]);
    const { room, low } = open.room < controlled.room ? open : controlled;
    return { room: Math.max(0, Math.floor(room)), low: low || open.low || controlled.low };
  }

  async sweep(): Promise<number> {
    let removed = 0;
    for (const root of [this.#options.folder, this.#options.controlledFolder]) {
      for (const name of await namesIn(root)) {
        const [, limit] = Object.entries(staleAfter).find(([prefix]) => name.startsWith(prefix)) ?? [];
        if (limit === undefined) continue;
        const path = join(root, name);
        const found = await stat(path).catch(() => undefined); // its writer may just have finished
        if (!found || Date.now() - found.mtimeMs < limit) continue;
        await rm(path, { recursive: true, force: true });
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

async function spaceAt(folder: string): ReturnType<typeof spaceIn> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return spaceIn(folder);
}

/** None of a folder that is not there. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function notFound(error: unknown): never {
  throw isMissing(error) ? new CallError('NOT_FOUND') : error;
}
