import { CallError, fileOperationChanged, type ErrorCode } from '@sinter/sdk/contract';
import type { FileOperationType, MeshReport } from '@sinter/sdk/contract/preparation';
import { defineJob, storedFiles, type FileRecord, type JobContext, type Services, type Work } from '@sinter/sdk/server';
import * as z from 'zod';
import type { PreparationTables } from './tables.ts';
import { prepareInThread, type Prepared } from './thread.ts';

/** The operations this version has. */
export const available: ReadonlySet<FileOperationType> = new Set(['VERIFY', 'REPAIR', 'CONVERT', 'analyze']);

export const runOperation = defineJob({
  name: 'preparation.run',
  payload: z.object({ operationId: z.string() }),
  lane: 'heavy',
  maxAttempts: 3,
});

/** Shown when the thread died rather than the file being refused; the cause is in the log. */
const stopped = 'The preparation stopped unexpectedly. Please try again, or ask your administrator.';

type Operation = Awaited<ReturnType<typeof pendingOperation>>;

/** Everything an operation makes appears in one transaction, so a killed worker leaves either all of it or nothing. */
export async function runFileOperation(context: JobContext, { operationId }: { operationId: string }): Promise<void> {
  const operation = await pendingOperation(context, operationId);
  if (!operation) return;
  try {
    const source = await context.get(storedFiles).byId(operation.file_id);
    if (!source) throw new Error(`File ${operation.file_id} of operation ${operationId} is gone.`);
    const prepared = await prepareInThread({
      type: operation.type,
      units: operation.units,
      fileName: source.fileName,
      bytes: await readAll(context, source),
      signal: context.signal,
      onProgress: (progress) => void reportProgress(context, operation, progress),
    });
    await finish(context, operation, source, prepared);
  } catch (error) {
    if (context.signal.aborted) throw error;
    if (error instanceof CallError) return fail(context, operation, error.code, error.message);
    if (!context.lastAttempt) throw error;
    context.log.error('file operation gave up', { operationId, error: String(error) });
    await giveUpOperation(context, { operationId });
  }
}

/** A file that ends its worker, or a worker that is killed again and again, must not leave an operation pending. */
export async function giveUpOperation(services: Services, { operationId }: { operationId: string }): Promise<void> {
  const operation = await pendingOperation(services, operationId);
  if (operation) await fail(services, operation, 'FILE_UNREADABLE', stopped);
}

async function pendingOperation(context: Services, operationId: string) {
  return context.db
    .withTables<PreparationTables>()
    .selectFrom('file_operation')
    .select(['id', 'type', 'file_id', 'units', 'company_id', 'facility_id'])
    .where('id', '=', operationId)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
}

async function readAll(context: JobContext, file: FileRecord): Promise<Uint8Array<ArrayBuffer>> {
  const { stream } = await context.files.read(file.sha256, { controlled: file.controlled });
  const bytes = new Uint8Array(file.size);
  let at = 0;
  for await (const chunk of stream) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const audience = (operation: NonNullable<Operation>) => ({
  companyIds: operation.company_id === null ? [] : [operation.company_id],
  facilityIds: operation.facility_id === null ? [] : [operation.facility_id],
});

async function reportProgress(context: JobContext, operation: NonNullable<Operation>, progress: number): Promise<void> {
  try {
    await context.write(async (unit) => {
      await unit.db
        .withTables<PreparationTables>()
        .updateTable('file_operation')
        .set({ progress })
        .where('id', '=', operation.id)
        .where('status', '=', 'PENDING')
        .execute();
      await announce(unit, operation, 'PENDING', progress);
    });
  } catch (error) {
    context.log.warn('progress could not be told', { operationId: operation.id, error: String(error) });
  }
}

function announce(unit: Work, operation: NonNullable<Operation>, status: string, progress: number): Promise<void> {
  return unit.emit(
    fileOperationChanged,
    { operationId: operation.id, fileId: operation.file_id, status, progress },
    audience(operation),
  );
}

async function finish(
  context: JobContext,
  operation: NonNullable<Operation>,
  source: FileRecord,
  prepared: Prepared,
): Promise<void> {
  const { controlled } = source;
  const store = async (bytes: Uint8Array) => context.files.write(chunks(bytes), { controlled, maxBytes: Infinity });
  const mesh = prepared.stl && (await store(prepared.stl));
  const picture = await store(prepared.png);

  await context.write(async (unit) => {
    const files = context.get(storedFiles);
    const made = { controlled, createdBy: null, owner: {}, madeFromFileId: source.id };
    const baseName = source.fileName.replace(/\.[^.]+$/, '');
    const output = mesh && (await files.add(unit, { ...made, ...mesh, fileName: `${baseName}.stl` }));
    const png = await files.add(unit, { ...made, ...picture, fileName: `${baseName}.png` });
    const db = unit.db.withTables<PreparationTables>();
    const ended = await db
      .updateTable('file_operation')
      .set({
        status: 'SUCCESS',
        progress: 1,
        needs_repair: prepared.needsRepair,
        report: JSON.stringify(prepared.report),
        output_file_id: output?.id ?? null,
        png_file_id: png.id,
        ended_at: new Date(),
      })
      .where('id', '=', operation.id)
      .where('status', '=', 'PENDING')
      .executeTakeFirst();
    if (ended.numUpdatedRows !== 1n) throw new Error(`Operation ${operation.id} was ended by another worker.`);
    await saveFacts(unit, output?.id ?? source.id, prepared.report, png.id);
    await announce(unit, operation, 'SUCCESS', 1);
  });
}

/** The facts of a file never change, as its bytes never do. */
export async function saveFacts(unit: Work, fileId: number, report: MeshReport, pngFileId: number): Promise<void> {
  const [x, y, z] = report.bbox.size;
  await unit.db
    .insertInto('file_facts')
    .values({
      file_id: fileId,
      volume_mm3: report.volumeMm3,
      area_mm2: report.areaMm2,
      size_x_mm: x,
      size_y_mm: y,
      size_z_mm: z,
      facets: report.facets,
      shells: report.shells,
      watertight: report.watertight,
      thumbnail_file_id: pngFileId,
    })
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .execute();
}

async function fail(
  services: Services,
  operation: NonNullable<Operation>,
  code: ErrorCode,
  message: string,
): Promise<void> {
  await services.write(async (unit) => {
    await unit.db
      .withTables<PreparationTables>()
      .updateTable('file_operation')
      .set({ status: 'FAILED', failure_code: code, message, ended_at: new Date() })
      .where('id', '=', operation.id)
      .where('status', '=', 'PENDING')
      .execute();
    await announce(unit, operation, 'FAILED', 1);
  });
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const size = 1 << 20;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
