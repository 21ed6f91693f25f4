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
 * A converter did not make what it should. The message continues "The converter for .jt files" and is for all users.
 * Details about this machine and its programs are in `cause`, for the log.
 */
export class ConversionFailure extends Error {}
