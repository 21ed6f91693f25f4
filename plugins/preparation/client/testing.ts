import { CallError } from '@sinter/sdk/contract/errors';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import {
  fileOperationResult,
  fileOperationStatus,
  startFileOperation,
} from '@sinter/sdk/contract/preparation/fileOperations';
import type { FileOperationType } from '@sinter/sdk/contract/preparation/fileOperations';
import { uploadState } from '@sinter/sdk/contract/host/uploads';
import type { UploadState } from '@sinter/sdk/contract/host/uploads';
import { newId } from '@sinter/sdk/plugin';
import { buyerUser, cubeReport, fakeFile, fakeHost } from '@sinter/sdk/testing';

interface FakeOperation {
  /** Left out: the operation goes on for ever. */
  outcome?:
    { needsRepair?: boolean; file?: FileDto; type?: FileOperationType; changes?: Record<string, number> } | CallError;
}

/** A server whose operations end as told: `'VERIFY 1'` (type and file id) to what it answers. */
export function fakeServer(
  operations: Record<string, FakeOperation>,
  /** What it knows of an upload that is asked for. */
  known: (uploadId: string) => UploadState | CallError = () => new CallError('NOT_FOUND'),
) {
  const fake = fakeHost({ id: 'preparation', user: buyerUser() });
  const { api } = fake;
  const started: string[] = [];
  const running = new Map<string, { type: FileOperationType; fileId: number }>();
  let lost = 0;
  const operationOf = (id: string) => {
    const operation = running.get(id);
    if (!operation) throw new CallError('NOT_FOUND');
    return { ...operation, outcome: operations[`${operation.type} ${operation.fileId}`]?.outcome };
  };

  api.answer(startFileOperation, ({ params: { type }, body: { fileId, units } }) => {
    if (lost-- > 0) return new CallError('UNAVAILABLE');
    const operationId = newId();
    started.push(units && units !== 'MM' ? `${type} ${fileId} ${units}` : `${type} ${fileId}`);
    running.set(operationId, { type, fileId });
    return { operationId };
  });
  api.answer(fileOperationStatus, ({ params }) => {
    const { outcome } = operationOf(params.id);
    if (!outcome) return { status: 'PENDING', progress: 0.4 };
    if (outcome instanceof CallError) {
      if (outcome.code !== 'FILE_UNREADABLE') return outcome;
      return { status: 'FAILED', progress: 1, message: outcome.message };
    }
    return { status: 'SUCCESS', progress: 1, fileNeedsRepair: outcome.needsRepair ? 'true' : 'false' };
  });
  api.answer(fileOperationResult, ({ params }) => {
    const { type, fileId, outcome } = operationOf(params.id);
    if (!outcome) return new CallError('NOT_FOUND');
    if (outcome instanceof CallError) return outcome;
    return {
      fileDTOs: [outcome.file ?? fakeFile(fileId, 'part.stl')],
      responseData: { ...cubeReport, details: null, changes: outcome.changes ?? {} },
      fileOperationType: outcome.type ?? type,
      pngFileDTO: fakeFile(900, 'part.png'),
      mapFileDTO: null,
    };
  });
  api.answer(uploadState, ({ params }) => known(params.uploadId));
  /** The next operations cannot be started. */
  const lose = (times: number) => void (lost = times);
  return { ...fake, lose, started, uploads: api.uploads(uploadFile), operations };
}
