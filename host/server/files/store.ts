import type { Readable } from 'node:stream';

export interface Stored {
  /** The content's SHA-256, 64 lower-case hex digits: its name in the store. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** Which of the two separate places: export-controlled content is never in the same one as the rest. */
export interface Placement {
  controlled: boolean;
}

/** Contents by their hash. The same content is stored once per placement, however often it is written. */
export interface FileStore {
  /**
   * Stores all of `stream`; when it resolves the content is durable. If the stream fails or ends early nothing is left.
   * @throws CallError TOO_LARGE beyond `maxBytes` (the rest of the stream is not read), STORAGE_FULL on a full disk
   */
  write(stream: Readable, options: Placement & { maxBytes: number }): Promise<Stored>;
  /**
   * Reads a content, or the bytes `start` to `end` (both included) of it. `size` is the whole content's.
   * @throws CallError NOT_FOUND; RangeError if `range` is not inside the content
   */
  read(
    sha256: string,
    options: Placement & { range?: { start: number; end: number } },
  ): Promise<{ stream: Readable; size: number }>;
  has(sha256: string, placement: Placement): Promise<boolean>;
  /** Removes a content; none there is fine. */
  remove(sha256: string, placement: Placement): Promise<void>;
  /** Removes what writers that were killed have left behind; call now and then. Returns how many. */
  sweep(): Promise<number>;
}
