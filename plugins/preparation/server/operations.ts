import { CallError, errorCodeSchema } from '@sinter/sdk/contract';
import type { CallResult } from '@sinter/sdk/contract/call';
import {
  fileOperationTypeSchema,
  meshReportSchema,
  type fileOperationResult,
  type fileOperationStatus,
  type FileOperationType,
} from '@sinter/sdk/contract/preparation';
import { storedFiles, type CallContext } from '@sinter/sdk/server';
import { uuidv7 } from 'uuidv7';
import { available, runOperation } from './run.ts';
import type { PreparationTables } from './tables.ts';

/** Starts an operation, or answers the one that is already running or done on the same file. */
export async function startOperation(context: CallContext, type: FileOperationType, fileId: number, units: string) {
  if (!available.has(type)) throw new CallError('UNFINISHED', `${type} is not available in this version.`);
  await context.get(storedFiles).require(context.user, fileId);

  return context.write(async (unit) => {
    const db = unit.db.withTables<PreparationTables>();
    const operationId = uuidv7();
    const { companyId, facilityId } = context.user;
    const inserted = await db
      .insertInto('file_operation')
      .values({ id: operationId, type, file_id: fileId, units, company_id: companyId, facility_id: facilityId })
      .onConflict((conflict) =>
        conflict.columns(['file_id', 'type', 'units']).where('status', '<>', 'FAILED').doNothing(),
      )
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) {
      await unit.enqueue(runOperation, { operationId }, { key: operationId });
      return { operationId };
    }
    const existing = await db
      .selectFrom('file_operation')
      .select('id')
      .where('file_id', '=', fileId)
      .where('type', '=', type)
      .where('units', '=', units)
      .where('status', '<>', 'FAILED')
      .executeTakeFirstOrThrow();
    return { operationId: existing.id };
  });
}

async function requireOperation(context: CallContext, operationId: string, fileId: number) {
  await context.get(storedFiles).require(context.user, fileId);
  const operation = await context.db
    .withTables<PreparationTables>()
    .selectFrom('file_operation')
    .selectAll()
    .where('id', '=', operationId)
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  if (!operation) throw new CallError('NOT_FOUND');
  return operation;
}

export async function operationStatus(
  context: CallContext,
  operationId: string,
  fileId: number,
): Promise<CallResult<typeof fileOperationStatus>> {
  const operation = await requireOperation(context, operationId, fileId);
  const status = operation.status === 'SUCCESS' || operation.status === 'FAILED' ? operation.status : 'PENDING';
  return {
    status,
    progress: operation.progress,
    ...(operation.needs_repair === null ? {} : { fileNeedsRepair: operation.needs_repair ? 'true' : 'false' }),
    ...(operation.message === null ? {} : { message: operation.message }),
  };
}

export async function operationResult(
  context: CallContext,
  operationId: string,
  fileId: number,
): Promise<CallResult<typeof fileOperationResult>> {
  const operation = await requireOperation(context, operationId, fileId);
  if (operation.status === 'FAILED') {
    throw new CallError(errorCodeSchema.parse(operation.failure_code), operation.message ?? undefined);
  }
  if (operation.status !== 'SUCCESS') throw new CallError('NOT_FOUND', 'The operation has not ended yet.');
  const files = context.get(storedFiles);
  const output = await files.require(context.user, operation.output_file_id ?? fileId);
  const picture = operation.png_file_id === null ? null : await files.require(context.user, operation.png_file_id);
  return {
    fileDTOs: [files.dto(output)],
    responseData: meshReportSchema.parse(operation.report),
    fileOperationType: fileOperationTypeSchema.parse(operation.type),
    pngFileDTO: picture && files.dto(picture),
  };
}
