import { buffer } from 'node:stream/consumers';
import { CallError } from '@sinter/sdk/contract';
import type { FileStore } from '@sinter/sdk/server';
import type { DocumentModel } from '@sinter/sdk/server/documents';

/** Of one file; larger ones would make every page as large. */
const largest = 400_000;
/** Of one document. */
const together = 64_000_000;

/** The pictures that a document shows, by their hash. What is gone or too large is left out: the paper counts more than its picture. */
export async function picturesOf(
  { files }: { files: FileStore },
  { sheets }: DocumentModel,
): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const hashes = new Set(
    sheets.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'picture' ? [block.sha256] : []))),
  );
  const found: Record<string, Uint8Array<ArrayBuffer>> = {};
  let size = 0;
  for (const sha256 of hashes) {
    const bytes = await read(files, sha256);
    if (!bytes || size + bytes.length > together) continue;
    size += bytes.length;
    found[sha256] = bytes;
  }
  return found;
}

async function read(files: FileStore, sha256: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const { stream, size } = await files.read(sha256, { controlled: false });
    if (size <= largest) return Uint8Array.from(await buffer(stream));
    stream.destroy();
    return null;
  } catch (error) {
    if (error instanceof CallError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
