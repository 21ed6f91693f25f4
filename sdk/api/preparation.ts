import type { FileDto } from '../contract/host.ts';
import type { MeshReport, UploadStep } from '../contract/preparation.ts';
import { createToken } from '../plugin/token.ts';
import type { Readable } from '../plugin/readable.ts';

/** A file on its way from the person's disk to a part that can be quoted (specification 4.7). */
export interface PartPreparation {
  /** Stays the same when the page is loaded again. */
  readonly id: string;
  readonly fileName: string;
  readonly state: Readable<PreparationState>;
  /** Stops at once; nothing of it is kept by the screen. */
  cancel(): void;
  /** Begins again where it failed: with the upload, or with the uploaded file. */
  retry(): void;
}

export type PreparationState =
  | { kind: 'running'; step: UploadStep; /** 0 to 1 of this step. */ progress: number }
  | { kind: 'ready'; part: PreparedPart }
  | { kind: 'failed'; step: UploadStep; message: string; original: FileDto | null }
  | { kind: 'cancelled' };

export interface PreparedPart {
  original: FileDto;
  /** The mesh to quote and build; the original when nothing had to be changed. */
  processed: FileDto;
  picture: FileDto | null;
  report: MeshReport;
  repaired: boolean;
}

/** Uploads and prepares files. Running preparations go on while other pages are open. */
export interface FilePreparation {
  /** Of the files that can be prepared, in lower case and without the dot. */
  readonly extensions: readonly string[];
  /** A file that cannot be taken is on the list as failed, with the reason. */
  start(file: File): PartPreparation;
  /** Those started in this tab and not cancelled, and those of an earlier visit that were not ended yet. */
  readonly all: Readable<readonly PartPreparation[]>;
  /** Takes a part off the list, because it was ordered or is not wanted. */
  forget(preparation: PartPreparation): void;
}
export const filePreparation = createToken<FilePreparation>('preparation/FilePreparation@1');
