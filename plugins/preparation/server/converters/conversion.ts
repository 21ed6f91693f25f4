import type { Sentence } from '@sinter/sdk/contract/texts';
import type { Logger } from '@sinter/sdk/plugin';
import type { FileStore } from '@sinter/sdk/server';

export interface Unconverted {
  fileName: string;
  bytes: Uint8Array<ArrayBuffer>;
  controlled: boolean;
}

export interface ConversionOptions {
  signal: AbortSignal;
  log: Logger;
  /** Where programs work on the file. */
  files: Pick<FileStore, 'workFolder'>;
}

/** The sentence for users, about a converter for files with this ending. */
export type Why = (extension: string) => Sentence;

/**
 * A converter did not make what it should. Details about this machine and its programs are in `cause`, for the log.
 */
export class ConversionFailure extends Error {
  readonly why: Why;

  constructor(why: Why, options?: ErrorOptions) {
    super('A converter failed.', options);
    this.why = why;
  }
}
