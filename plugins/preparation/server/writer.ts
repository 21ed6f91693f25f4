import { storedFiles, type JobContext, type StoredFile } from '@sinter/sdk/server';

/** Writes what is made of a file, in the store of its kind. */
export interface Writer {
  write(bytes: Uint8Array): Promise<StoredFile>;
  /** Removes it all where it did not become files. Never throws: the cause is what counts. */
  discard(): Promise<void>;
}

export function createWriter(context: JobContext, controlled: boolean): Writer {
  const written: { sha256: string; controlled: boolean }[] = [];
  return {
    async write(bytes) {
      const stored = await context.files.write(chunks(bytes), { controlled, maxBytes: Infinity });
      written.push({ sha256: stored.sha256, controlled });
      return stored;
    },
    discard: () =>
      context
        .get(storedFiles)
        .discard(written)
        .catch((error: unknown) => context.log.warn('what was made could not be removed', { error: String(error) })),
  };
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const size = 1 << 20;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
