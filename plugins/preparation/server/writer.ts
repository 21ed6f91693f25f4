import { storedFiles, type JobContext, type StoredFile } from '@sinter/sdk/server';

/** Writes made files into the store of their source. */
export interface Writer {
  write(bytes: Uint8Array): Promise<StoredFile>;
  /**
   * Removes all written files that did not become stored files. Never throws, so that the original error is reported.
   */
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
