import { CallError, errorCatalogue, errorCodeSchema, type Principal } from '@sinter/sdk/contract';
import { fileOperationChanged } from '@sinter/sdk/contract/preparation/events';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { operationInputSchemas } from '@sinter/sdk/contract/preparation/operations';
import {
  fileOperationTypeSchema,
  operationResultSchema,
  operationStatusSchema,
  type cancelFileOperation,
  type FileOperationType,
  type fileOperationResult,
  type fileOperationStatus,
  type startFileOperation,
} from '@sinter/sdk/contract/preparation/fileOperations';
import { storedFiles, type CallContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import { accountOf, audienceOf } from './audience.ts';
import { stored, told } from './failure.ts';
import { runOperation } from './jobs.ts';
import { requireFitting } from './source.ts';
import type { PreparationTables } from './tables.ts';
import { say } from './texts.ts';
import type { Tools } from './tools.ts';
import { invalidInput } from '@sinter/sdk/server';

/** Limits of waiting and running operations, so that one user cannot make all others wait. */
const mostPending = { user: 200, place: 1000 };

/** Operations of the caller's own company or facility. */
const ownedBy = ({ companyId, facilityId }: Principal) =>
  sql<boolean>`company_id is not distinct from ${companyId}::bigint
    and facility_id is not distinct from ${facilityId}::bigint`;

/** Starts an operation, or answers the one that already runs or succeeded with the same file and input. */
export async function startOperation(
  context: CallContext,
  { pool }: Tools,
  { params: { type }, body: { fileId, units = 'MM', input } }: CallArguments<typeof startFileOperation>,
): Promise<CallResult<typeof startFileOperation>> {
  const checked = checkInput(type, input);
  const files = context.get(storedFiles);
  await files.require(context.user, fileId);
  if (type === 'PACK3D') {
    const { parts } = operationInputSchemas.PACK3D.parse(checked);
    const ids = [...new Set(parts.map((part) => part.fileId))];
    requireFitting(await Promise.all(ids.map((id) => files.require(context.user, id))), pool.memoryLimitMb);
  }

  return context.write(async (unit) => {
    const db = unit.db.withTables<PreparationTables>();
    const operationId = uuidv7();
    const { userId, companyId, facilityId } = context.user;
    const same = { type, file_id: fileId, units, input: JSON.stringify(checked) };
    const inserted = await db
      .insertInto('file_operation')
      .values({ id: operationId, ...same, user_id: userId, company_id: companyId, facility_id: facilityId })
      .onConflict((conflict) =>
        conflict
          .columns(['file_id', 'type', 'units', 'input_key', 'company_id', 'facility_id'])
          .where('status', '<>', 'FAILED')
          .doNothing(),
      )
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) {
      await requireFew(unit, context.user);
      const account = accountOf({ company_id: companyId, facility_id: facilityId });
      await unit.enqueue(runOperation, { operationId }, { key: operationId, account });
      return { operationId };
    }
    const existing = await db
      .selectFrom('file_operation')
      .select('id')
      .where('file_id', '=', fileId)
      .where('type', '=', type)
      .where('units', '=', units)
      .where('input_key', '=', (where) =>
        where.fn('md5', [where.cast(where.cast(where.val(same.input), 'jsonb'), 'text')]),
      )
      .where('status', '<>', 'FAILED')
      .where(ownedBy(context.user))
      .executeTakeFirst();
    // It failed or was cancelled in this moment.
    if (!existing) throw new CallError('CONFLICT');
    return { operationId: existing.id };
  });
}

/**
 * Counts the operation that was just inserted too. Two that start at once may both pass: the limits need not be
 * exact.
 */
async function requireFew(unit: Work, user: Principal): Promise<void> {
  const pending = await unit.db
    .withTables<PreparationTables>()
    .selectFrom('file_operation')
    .select(({ fn }) => [
      fn.countAll<number>().as('place'),
      fn.countAll<number>().filterWhere('user_id', '=', user.userId).as('user'),
    ])
    .where('status', '=', 'PENDING')
    .where(ownedBy(user))
    .executeTakeFirstOrThrow();
  if (pending.user > mostPending.user) {
    throw new CallError('RATE_LIMITED', say('tooManyOwn', { most: mostPending.user }));
  }
  if (pending.place > mostPending.place) {
    throw new CallError('RATE_LIMITED', say('tooManyHere', { most: mostPending.place }));
  }
}

function checkInput(type: FileOperationType, input: unknown): Record<string, unknown> {
  const parsed = operationInputSchemas[type].safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues, ['input']);
}

/** An operation of the caller's own company or facility. Operations of others on the same file are not visible. */
async function requireOperation(context: CallContext, operationId: string, fileId: number) {
  await context.get(storedFiles).require(context.user, fileId);
  const operation = await context.db
    .withTables<PreparationTables>()
    .selectFrom('file_operation')
    .selectAll()
    .where('id', '=', operationId)
    .where('file_id', '=', fileId)
    .where(ownedBy(context.user))
    .executeTakeFirst();
  if (!operation) throw new CallError('NOT_FOUND');
  return operation;
}

export async function operationStatus(
  context: CallContext,
  { params: { id }, query: { fileId } }: CallArguments<typeof fileOperationStatus>,
): Promise<CallResult<typeof fileOperationStatus>> {
  const operation = await requireOperation(context, id, fileId);
  return {
    status: operationStatusSchema.parse(operation.status),
    progress: operation.progress,
    ...(operation.needs_repair === null ? {} : { fileNeedsRepair: operation.needs_repair ? 'true' : 'false' }),
    ...told(operation),
  };
}

export async function operationResult(
  context: CallContext,
  { params: { id }, query: { fileId } }: CallArguments<typeof fileOperationResult>,
): Promise<CallResult<typeof fileOperationResult>> {
  const operation = await requireOperation(context, id, fileId);
  if (operation.status === 'FAILED') {
    const code = errorCodeSchema.parse(operation.failure_code);
    throw CallError.received({ code, message: errorCatalogue[code].message, ...told(operation) });
  }
  if (operation.status !== 'SUCCESS') throw new CallError('CONFLICT', say('notEnded'));
  const files = context.get(storedFiles);
  const outputs = await context.db
    .withTables<PreparationTables>()
    .selectFrom('file_operation_output')
    .select('file_id as fileId')
    .where('operation_id', '=', id)
    .orderBy('position')
    .execute();
  const read = async (one: number) => files.dto(await files.require(context.user, one));
  const made = outputs.map((output) => output.fileId);
  const { png_file_id: png, map_file_id: map } = operation;
  return {
    fileDTOs: await Promise.all((made.length > 0 ? made : [fileId]).map(read)),
    responseData: operationResultSchema.parse({
      ...z.record(z.string(), z.unknown()).parse(operation.report),
      details: operation.details,
    }),
    fileOperationType: fileOperationTypeSchema.parse(operation.type),
    pngFileDTO: png === null ? null : await read(png),
    mapFileDTO: map === null ? null : await read(map),
  };
}

/** The event tells the worker to stop. */
export async function cancelOperation(
  context: CallContext,
  { params: { id }, body: { fileId } }: CallArguments<typeof cancelFileOperation>,
): Promise<CallResult<typeof cancelFileOperation>> {
  const operation = await requireOperation(context, id, fileId);
  return context.write(async (unit) => {
    const db = unit.db.withTables<PreparationTables>();
    const cancelled = await db
      .updateTable('file_operation')
      .set({ status: 'FAILED', failure_code: 'CANCELLED', ...stored(say('cancelled')), ended_at: new Date() })
      .where('id', '=', id)
      .where('status', '=', 'PENDING')
      .executeTakeFirst();
    if (cancelled.numUpdatedRows === 1n) {
      const change = { operationId: id, fileId, status: 'FAILED', progress: 1 };
      await unit.emit(fileOperationChanged, change, await audienceOf(context, unit, fileId, operation));
      return { status: 'FAILED' };
    }
    const { status } = await db
      .selectFrom('file_operation')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { status: operationStatusSchema.parse(status) };
  });
}
