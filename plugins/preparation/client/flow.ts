import { runFileOperation } from '@sinter/sdk/api';
import type { FileOperationOutcome, FileOperationRequest, PreparedPart } from '@sinter/sdk/api';
import type { FileDto } from '@sinter/sdk/contract/host';
import type { UploadStep } from '@sinter/sdk/contract/preparation';
import type { PluginHost } from '@sinter/sdk/plugin';
import { extensionOf } from '../geometry/sniff.ts';

export type Operate = (type: Exclude<UploadStep, 'UPLOAD'>, file: FileDto) => Promise<FileOperationOutcome>;

/** From an uploaded file to a part that can be quoted: convert, verify, and repair where needed (specification 4.7). */
export async function prepare(original: FileDto, operate: Operate): Promise<PreparedPart> {
  let outcome = await operate(firstOperation(original), original);
  let changes = outcome.responseData.changes;
  if (outcome.fileOperationType !== 'VERIFY') outcome = await operate('VERIFY', firstFile(outcome));
  const repaired = outcome.needsRepair;
  if (repaired) {
    const repair = await operate('REPAIR', firstFile(outcome));
    changes = repair.responseData.changes;
    outcome = await operate('VERIFY', firstFile(repair));
  }
  const { responseData, pngFileDTO } = outcome;
  return {
    original,
    processed: firstFile(outcome),
    picture: pngFileDTO,
    report: { ...responseData, changes },
    repaired,
  };
}

/** Any type but STL is converted first. */
export const firstOperation = ({ fileName }: FileDto) => (extensionOf(fileName) === 'stl' ? 'VERIFY' : 'CONVERT');

function firstFile({ fileDTOs }: FileOperationOutcome): FileDto {
  const [file] = fileDTOs;
  if (!file) throw new Error('The operation answered no file.');
  return file;
}

/** Runs operations on the server. What was done once is not asked for again, so that a retry goes on where it failed. */
export function operations(host: Pick<PluginHost, 'api' | 'events'>) {
  const done = new Map<string, FileOperationOutcome>();
  return async (request: FileOperationRequest): Promise<FileOperationOutcome> => {
    const key = `${request.type} ${request.fileId}`;
    const outcome = done.get(key) ?? (await runFileOperation(host, request));
    done.set(key, outcome);
    return outcome;
  };
}
