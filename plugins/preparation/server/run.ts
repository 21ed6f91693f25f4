import type { ErrorCode } from '@sinter/sdk/contract';
import { operationInputSchemas } from '@sinter/sdk/contract/preparation/operations';
import { storedFiles, type FileRecord, type JobContext, type Services } from '@sinter/sdk/server';
import { stored, type Failure } from './failure.ts';
import { finalReason, stopped } from './jobs.ts';
import { storeResult } from './storeResult.ts';
import { announce, operationSchema, type Operation } from './operation.ts';
import type { ModelFile } from './pool/messages.ts';
import { explainFailure, openSource, requireFitting } from './source.ts';
import type { PreparationTables } from './tables.ts';
import type { Tools } from './tools.ts';

export interface OperationRunner {
  run(context: JobContext, payload: { operationId: string }): Promise<void>;
  /** Fails an operation whose worker died in the last attempt, so that it does not stay pending. */
  giveUp(services: Services, payload: { operationId: string }): Promise<void>;
  /** The operation has ended, here or on another node: stops the work on it here. */
  ended(operationId: string): void;
}

export function createOperationRunner(tools: Tools): OperationRunner {
  const running = new Map<string, AbortController>();
  return {
    async run(context, { operationId }) {
      const stop = new AbortController();
      // Registered before the row is read, so that no cancellation is missed.
      running.set(operationId, stop);
      try {
        const operation = await pendingOperation(context, operationId);
        if (operation) await perform(context, tools, operation, stop);
      } catch (error) {
        if (stop.signal.aborted) return;
        if (context.signal.aborted || !context.lastAttempt) throw error;
        context.log.error('file operation gave up', { operationId, error: String(error) });
        await giveUp(context, operationId);
      } finally {
        if (running.get(operationId) === stop) running.delete(operationId);
      }
    },
    giveUp: (services, { operationId }) => giveUp(services, operationId),
    ended: (operationId) => running.get(operationId)?.abort(),
  };
}

async function giveUp(services: Services, operationId: string): Promise<void> {
  const operation = await pendingOperation(services, operationId);
  if (operation) await fail(services, operation, 'FILE_UNREADABLE', stopped);
}

/** Everything an operation makes appears in one transaction, so that a killed worker leaves all of it or nothing. */
async function perform(
  context: JobContext,
  { pool, converters }: Tools,
  operation: Operation,
  stop: AbortController,
): Promise<void> {
  const signal = AbortSignal.any([context.signal, stop.signal]);
  try {
    const sources = await sourcesOf(context, operation);
    const { memoryLimitMb } = pool;
    const { type, input } = operation;
    requireFitting(sources, memoryLimitMb);
    const files: ModelFile[] = [];
    // One after the other: a converter is a process of its own with large files.
    for (const source of sources) {
      const units = unitsOf(operation, source);
      files.push(await openSource(context, source, { converters, memoryLimitMb, units, signal }));
    }
    const task = { kind: 'operation' as const, type, input, files };
    const onProgress = (progress: number) => void reportProgress(context, operation, progress, stop);
    const operated = await pool.run(task, { signal, onProgress }).catch((error: unknown) => {
      throw explainFailure(error, sources, files, context.log);
    });
    await storeResult(context, { operation, sources, operated });
  } catch (error) {
    const reason = signal.aborted ? null : finalReason(error, context.lastAttempt);
    if (!reason) throw error;
    await fail(context, operation, reason.code, { message: reason.message, said: reason.details.said });
  }
}

async function pendingOperation(context: Services, operationId: string): Promise<Operation | null> {
  const row = await context.db
    .withTables<PreparationTables>()
    .selectFrom('file_operation')
    .select(['id', 'type', 'file_id', 'units', 'input', 'company_id', 'facility_id'])
    .where('id', '=', operationId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
  return row ? operationSchema.parse(row) : null;
}

async function sourcesOf(context: JobContext, { id, type, file_id, input }: Operation): Promise<FileRecord[]> {
  const parts = type === 'PACK3D' ? operationInputSchemas.PACK3D.parse(input).parts : [{ fileId: file_id }];
  const ids = [...new Set(parts.map(({ fileId }) => fileId))];
  const found = await Promise.all(ids.map((fileId) => context.get(storedFiles).byId(fileId)));
  return found.map((file, i) => {
    if (!file) throw new Error(`File ${ids[i]} of operation ${id} is gone.`);
    return file;
  });
}

function unitsOf({ type, units, input }: Operation, { id }: FileRecord): Operation['units'] {
  if (type !== 'PACK3D') return units;
  const { parts } = operationInputSchemas.PACK3D.parse(input);
  return parts.find(({ fileId }) => fileId === id)?.units ?? units;
}

async function reportProgress(
  context: JobContext,
  operation: Operation,
  progress: number,
  stop: AbortController,
): Promise<void> {
  try {
    await context.write(async (unit) => {
      const told = await unit.db
        .withTables<PreparationTables>()
        .updateTable('file_operation')
        .set({ progress })
        .where('id', '=', operation.id)
        .where('status', '=', 'PENDING')
        .executeTakeFirst();
      if (told.numUpdatedRows === 1n) await announce(context, unit, operation, 'PENDING', progress);
      // The operation was cancelled, and the event has not arrived here.
      else stop.abort();
    });
  } catch (error) {
    context.log.warn('progress could not be told', { operationId: operation.id, error: String(error) });
  }
}

async function fail(services: Services, operation: Operation, code: ErrorCode, failure: Failure): Promise<void> {
  await services.write(async (unit) => {
    const failed = await unit.db
      .withTables<PreparationTables>()
      .updateTable('file_operation')
      .set({ status: 'FAILED', failure_code: code, ...stored(failure), ended_at: new Date() })
      .where('id', '=', operation.id)
      .where('status', '=', 'PENDING')
      .executeTakeFirst();
    if (failed.numUpdatedRows === 1n) await announce(services, unit, operation, 'FAILED', 1);
  });
}
