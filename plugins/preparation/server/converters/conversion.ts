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

/**
 * A converter has not made what it should. The message goes on after "The converter for .jt files", and is for everybody:
 * what tells of this machine and its programs is the cause, for the log.
 */
export class ConversionFailure extends Error {}
