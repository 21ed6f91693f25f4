import type { FileOperationOutcome, FileOperationRequest } from '@sinter/sdk/contract/preparation/operationRunner';
import type { PreparedPart, Rejected } from '@sinter/sdk/contract/preparation/filePreparation';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import type { UploadStep } from '@sinter/sdk/contract/preparation/fileOperations';
import { extensionOf } from '../geometry/sniff.ts';
import { runFileOperation, type OperationHost } from './runFileOperation.ts';

export type Operate = (type: Exclude<UploadStep, 'UPLOAD'>, file: FileDto) => Promise<FileOperationOutcome>;

/** A preparation that failed, with both files (specification 4.7). `cause` says why. */
export class PreparationFailed extends Error implements Rejected {
  override readonly name = 'PreparationFailed';
  readonly original: FileDto;
  readonly processed: FileDto;

  constructor({ original, processed, cause }: { original: FileDto; processed: FileDto; cause: unknown }) {
    super(String(cause), { cause });
    this.original = original;
    this.processed = processed;
  }
}

/**
 * From an uploaded file to a part that can be quoted: convert, verify, and repair where needed (specification 4.7).
 * @throws PreparationFailed
 */
export async function prepare(original: FileDto, operate: Operate): Promise<PreparedPart> {
  let processed = original;
  const next = async (type: Exclude<UploadStep, 'UPLOAD'>) => {
    const outcome = await operate(type, processed);
    processed = firstFile(outcome);
    return outcome;
  };
  try {
    let outcome = await next(firstOperation(original));
    let changes = outcome.responseData.changes;
    if (outcome.fileOperationType !== 'VERIFY') outcome = await next('VERIFY');
    const repaired = outcome.needsRepair;
    if (repaired) {
      changes = (await next('REPAIR')).responseData.changes;
      outcome = await next('VERIFY');
    }
    const { responseData, pngFileDTO } = outcome;
    return { original, processed, picture: pngFileDTO, report: { ...responseData, changes }, repaired };
  } catch (cause) {
    throw new PreparationFailed({ original, processed, cause });
  }
}

/** Any type but STL is converted first. */
export const firstOperation = ({ fileName }: { fileName: string }) =>
  extensionOf(fileName) === 'stl' ? 'VERIFY' : 'CONVERT';

/** Those that a person sees while `step` runs: one that turns out to be needed is put in its place. */
export function stepsAt(step: UploadStep, fileName: string, earlier: readonly UploadStep[] = []): UploadStep[] {
  const shown = new Set<UploadStep>(['UPLOAD', firstOperation({ fileName }), 'VERIFY', step, ...earlier]);
  return (['UPLOAD', 'CONVERT', 'REPAIR', 'VERIFY'] as const).filter((one) => shown.has(one));
}

/** Formats that do not say what their coordinates are in. */
export const hasNoUnits = (fileName: string): boolean => ['stl', 'obj', 'wrl'].includes(extensionOf(fileName));

function firstFile({ fileDTOs }: FileOperationOutcome): FileDto {
  const [file] = fileDTOs;
  if (!file) throw new Error('The operation answered no file.');
  return file;
}

/** Runs operations on the server. What was done once is not asked for again, so that a retry goes on where it failed. */
export function operations(host: OperationHost) {
  const done = new Map<string, FileOperationOutcome>();
  return async (request: FileOperationRequest): Promise<FileOperationOutcome> => {
    const key = `${request.type} ${request.fileId} ${request.units}`;
    const outcome = done.get(key) ?? (await runFileOperation(host, request));
    done.set(key, outcome);
    return outcome;
  };
}
