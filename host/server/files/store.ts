import type { Hash } from 'node:crypto';
import { createToken } from '@sinter/sdk/plugin';
import type { FileStore as ServedStore } from '@sinter/sdk/server';

/** Which of the two separate places: export-controlled content is never in the same one as the rest. */
export interface Placement {
  controlled: boolean;
}

/** Contents by their hash. The same content is stored once per placement, however often it is written. */
export interface FileStore extends ServedStore {
  readonly partials: Partials;
  has(sha256: string, placement: Placement): Promise<boolean>;
  /** Removes a content; none there is fine. */
  remove(sha256: string, placement: Placement): Promise<void>;
  /** The hashes of the contents, some at a time. */
  contents(placement: Placement): AsyncIterable<readonly string[]>;
  /** Whether a content has been there for so long (ms) without being written again; one that is not there has not. */
  isOlder(sha256: string, age: number, placement: Placement): Promise<boolean>;
  /** Bytes that may still be written, of the fuller of the places, and whether that is little. */
  space(): Promise<{ room: number; low: boolean }>;
  /** Removes what writers that were killed have left behind; call now and then. Returns how many. */
  sweep(): Promise<number>;
}

export const fileStore = createToken<FileStore>('host/FileStore@1');

/** Some bytes that have come in and belong to no content yet. */
export interface Piece {
  path: string;
  size: number;
  /** Call it in any case, once it was added or not. */
  discard(): Promise<void>;
}

/**
 * Contents that come in pieces, known by a UUID until they are whole. The caller sees to it that nobody else works on
 * the same one, and remembers how much of it is there.
 */
export interface Partials {
  /** Bytes that may still be written; the rest of the disk is kept free. */
  room(placement: Placement): Promise<number>;
  /** Takes a piece in as fast as its sender gives it. @throws CallError TOO_LARGE, STORAGE_FULL */
  receive(content: AsyncIterable<Uint8Array>, options: Placement & { maxBytes: number }): Promise<Piece>;
  /** Adds the piece without its first `skip` bytes at `offset`; durable when it resolves. `hash` takes what is added. */
  add(id: string, piece: Piece, options: Placement & { skip: number; offset: number; hash: Hash }): Promise<void>;
  /** Gives `hash` the bytes from `start` to before `end`. */
  hash(id: string, options: Placement & { start: number; end: number; hash: Hash }): Promise<void>;
  /** Makes it a content, of the hash that the caller knows; done again it does no harm. */
  finish(id: string, sha256: string, placement: Placement): Promise<void>;
  /** None there is fine. */
  remove(id: string, placement: Placement): Promise<void>;
}
