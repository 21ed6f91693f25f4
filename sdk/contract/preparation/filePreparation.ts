import type { CallResult } from '../call.ts';
import type { FileDto } from '../host/files.ts';
import type { listFormats, UploadStep } from './fileOperations.ts';
import type { MeshReport } from './mesh.ts';
import type { LengthUnit } from './lengthUnit.ts';
import { createToken } from '../../plugin/token.ts';
import type { Readable } from '../../plugin/readable.ts';

/** What a file is brought for: it shows on the screens of that purpose. */
export type PreparationPurpose = 'ORDER' | 'REQUEST' | 'INVENTORY';

/** A file on its way from the person's disk to a part that can be quoted (specification 4.7). */
export interface PartPreparation {
  /** Stays the same when the page is loaded again. */
  readonly id: string;
  readonly fileName: string;
  readonly purpose: PreparationPurpose;
  readonly state: Readable<PreparationState>;
  /** What its coordinates are in, as the person says; `null` for formats that say it themselves. */
  readonly units: Readable<LengthUnit | null>;
  /** Prepares the file again, in this unit. */
  chooseUnits(units: LengthUnit): void;
  /** Goes on with a paused upload; `false`, and nothing happens, when `file` is not the one that was begun. */
  resume(file: File): boolean;
  /** Stops at once, on the server too; nothing of it is kept by the screen. */
  cancel(): void;
  /** Begins again where it failed: with the upload, or with the uploaded file. */
  retry(): void;
}

export type PreparationState =
  | {
      kind: 'running';
      step: UploadStep;
      /** 0 to 1 of this step. */
      progress: number;
      /** Those behind it, itself, and those that are known to follow. */
      steps: readonly UploadStep[];
      /** Why it does not move: other files go first, or the connection is lost and it goes on by itself. */
      waitsFor: 'TURN' | 'CONNECTION' | null;
    }
  /** The page was closed in the middle of the upload: the person has to choose the file again. */
  | { kind: 'paused'; /** 0 to 1 that is on the server. */ progress: number }
  | { kind: 'ready'; part: PreparedPart }
  | ({ kind: 'failed'; step: UploadStep; message: string; steps: readonly UploadStep[] } & Rejected)
  | { kind: 'cancelled' };

/** Both files of a preparation that failed (specification 4.7 and 8). `null` before there is one. */
export interface Rejected {
  original: FileDto | null;
  /** As far as it came; the original while nothing had been changed. */
  processed: FileDto | null;
}

export interface PreparedPart {
  original: FileDto;
  /** The mesh to quote and build; the original when nothing had to be changed. */
  processed: FileDto;
  picture: FileDto | null;
  report: MeshReport;
  repaired: boolean;
}

export type FileFormat = CallResult<typeof listFormats>[number];

/** Uploads and prepares files. Running preparations go on while other pages are open. */
export interface FilePreparation {
  /** Of the files that can be prepared, in lower case and without the dot. */
  readonly extensions: readonly string[];
  /** Which of them this server reads, so that it can be said before an upload; empty when it cannot be asked. */
  formats(): Promise<readonly FileFormat[]>;
  /**
   * A file that cannot be taken is on the list as failed, with the reason. One whose upload is paused goes on where it
   * stopped, unless it was begun as an ordinary one and is export controlled now.
   */
  start(file: File, purpose: PreparationPurpose, options?: { itar?: boolean }): PartPreparation;
  /**
   * Begins with a file that is on the server already: what was done with it once is there at once. With `part`, which is
   * what came of it, there is nothing to do.
   */
  adopt(
    file: FileDto,
    options: { purpose: PreparationPurpose; units: LengthUnit | null; part?: PreparedPart },
  ): PartPreparation;
  /** Those started in this tab and not cancelled, and those of an earlier visit that were not ended yet. */
  readonly all: Readable<readonly PartPreparation[]>;
  /** Takes a part off the list, because it was ordered or is not wanted; what is under way for it is cancelled. */
  forget(preparation: PartPreparation): void;
}
export const filePreparation = createToken<FilePreparation>('preparation/FilePreparation@1');
