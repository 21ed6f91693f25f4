import type { CallResult } from '../call.ts';
import { createToken } from '../../plugin/token.ts';
import type { fileOperationResult, FileOperationType } from './fileOperations.ts';

export interface FileOperationRequest {
  type: FileOperationType;
  fileId: number;
  /** For files without units of their own. */
  units?: 'MM' | 'IN' | 'CM';
  /** What the operation asks for (`operationInputSchemas`). */
  input?: Record<string, unknown>;
  /** Stops following; the operation itself goes on. */
  signal?: AbortSignal;
  /** Cancels the operation, also when the server has not answered yet that it began. */
  cancel?: AbortSignal;
  /** The operation runs, or ran before, on the server. */
  onStarted?: (operationId: string) => void;
  /** Done share, 0 to 1. */
  onProgress?: (share: number) => void;
}

export type FileOperationOutcome = CallResult<typeof fileOperationResult> & {
  /** Known after VERIFY. */
  needsRepair: boolean;
};

/** Operations on files, for any screen. */
export interface OperationRunner {
  /**
   * Runs one operation on a file: starts it, follows it by pushed events and by asking every 2000 ms, and answers its
   * result (specification 4.7). Throws the server's reason when it FAILED: FILE_UNREADABLE, NEEDS_CONVERTER, NOT_POSSIBLE,
   * TOO_LARGE or CANCELLED; or the reason of the signal that ended it. A connection lost in between is waited for.
   */
  run(request: FileOperationRequest): Promise<FileOperationOutcome>;
}
export const operationRunner = createToken<OperationRunner>('preparation/OperationRunner@1');
