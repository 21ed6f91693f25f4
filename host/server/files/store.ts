import type { FileStore as ServedStore } from '@sinter/sdk/server';

/** Which of the two separate places: export-controlled content is never in the same one as the rest. */
export interface Placement {
  controlled: boolean;
}

/** Contents by their hash. The same content is stored once per placement, however often it is written. */
export interface FileStore extends ServedStore {
  has(sha256: string, placement: Placement): Promise<boolean>;
  /** Removes a content; none there is fine. */
  remove(sha256: string, placement: Placement): Promise<void>;
  /** Removes what writers that were killed have left behind; call now and then. Returns how many. */
  sweep(): Promise<number>;
}
