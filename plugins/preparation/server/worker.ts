import { readlinkSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type * as z from 'zod';
import { operationDetailsSchemas, operationInputSchemas } from '@sinter/sdk/contract/preparation/operations';
import type { FileOperationType, OperationInput } from '@sinter/sdk/contract/preparation/operations';
import { pictureViewSchema } from '@sinter/sdk/contract/preparation/fileOperations';
import { meshReportSchema } from '@sinter/sdk/contract/preparation/mesh';
import { GeometryError, openModel, packModels, pictureOf, processModel, sniff } from '../geometry/index.ts';
import type { GeometryErrorCode, Processed, Silence } from '../geometry/index.ts';
import { joinMeshes } from '../geometry/mesh.ts';
import { millimetresHeader, writeBinaryStl } from '../geometry/readers/stl.ts';
import type { Reading } from '../geometry/readers/reading.ts';
import { spreadNormals } from '../geometry/shading.ts';
import { releaseMesh } from '../geometry/welder.ts';
import { pictureSize, previewFacets } from './limits.ts';
import {
  taskSchema,
  type Answer,
  type FullyPreviewed,
  type ModelFile,
  type Nested,
  type Operated,
  type Previewed,
  type refusalCodeSchema,
  type Result,
  type Task,
} from './pool/messages.ts';

/** Runs in a thread of the pool: one task after the other until the pool ends the thread. */

const refusals: Partial<Record<GeometryErrorCode, z.infer<typeof refusalCodeSchema>>> = {
  TOO_LARGE: 'TOO_LARGE',
  NEEDS_CONVERTER: 'NEEDS_CONVERTER',
  NEEDS_REPAIR: 'NOT_POSSIBLE',
  NOT_POSSIBLE: 'NOT_POSSIBLE',
};
const progressEveryMs = 400;
/** Progress at which reading ends, and at which the work itself ends. */
const read = 0.3;
const worked = 0.9;

const port = parentPort;
if (!port) throw new Error('This file runs in a worker thread.');
const tell = (answer: Answer, given: ArrayBuffer[] = []): void => port.postMessage(answer, given);

const schemas: { [T in FileOperationType]: z.ZodType<OperationInput<T>> } = operationInputSchemas;
const detailsSchemas: Partial<Record<FileOperationType, z.ZodType>> = operationDetailsSchemas;

let toldAt = 0;
function onProgress(progress: number): void {
  if (Date.now() - toldAt < progressEveryMs) return;
  toldAt = Date.now();
  tell({ kind: 'progress', progress });
}

async function operate({ type, input, files }: Extract<Task, { kind: 'operation' }>): Promise<Operated> {
  const readings = await readAll(files);
  const [first] = readings;
  const [file] = files;
  if (!first || !file) throw new Error('There is no file to work on.');
  const { reading } = first;
  const done =
    type === 'PACK3D'
      ? await packModels(readings, schemas.PACK3D.parse(input), onShare)
      : await runOnOne(type, input, reading);

  // Quotes and builds use an STL in millimetres. It is made even when nothing else had to change.
  const usable =
    type !== 'VERIFY' || (!file.converted && file.units === 'MM' && sniff(file.bytes, file.fileName) === 'STL');
  const made = usable ? done.meshes : [{ suffix: '', mesh: joinMeshes(reading.bodies) }];
  onProgress(worked);
  const header = readings.every((one) => one.reading.unitKnown) ? millimetresHeader : undefined;
  const operated: Operated = {
    kind: 'operation',
    report: meshReportSchema.parse({ ...done.report, changes: done.changes }),
    needsRepair: done.needsRepair,
    details: detailsSchemas[type]?.parse(done.details) ?? null,
    meshes: made.map(({ suffix, mesh }) => ({ suffix, stl: own(writeBinaryStl(mesh, header)) })),
    png: own(pictureOf(made[0]?.mesh ?? joinMeshes(reading.bodies), pictureSize)),
    map: type === 'WALL_THICKNESS' ? await mapOf(reading) : null,
  };
  for (const one of readings) release(one.reading);
  return operated;
}

async function readAll(files: readonly ModelFile[]): Promise<{ fileId: number; reading: Reading }[]> {
  const readings: { fileId: number; reading: Reading }[] = [];
  for (const { fileId, fileName, bytes, units } of files) {
    const before = (read * readings.length) / files.length;
    const until = (read * (readings.length + 1)) / files.length;
    const onSilence: Silence = (seconds) => {
      tell({ kind: 'silence', progress: before, until, seconds });
      toldAt = 0;
    };
    readings.push({ fileId, reading: await openModel(bytes, fileName, units, onSilence) });
    onProgress(until);
  }
  return readings;
}

const onShare = (share: number): void => onProgress(read + (worked - read) * share);

function runOnOne<T extends Exclude<FileOperationType, 'PACK3D'>>(
  type: T,
  input: unknown,
  reading: Reading,
): Promise<Processed> {
  return processModel(type, reading, schemas[type].parse(input), onShare);
}

async function mapOf({ bodies }: Reading): Promise<Uint8Array<ArrayBuffer>> {
  const { makePreview } = await import('../geometry/preview/encode.ts');
  const { thicknessMap } = await import('../geometry/thicknessMap.ts');
  const { buffer, byteOffset, byteLength } = thicknessMap(bodies, await makePreview(bodies, previewFacets));
  return own(new Uint8Array(buffer, byteOffset, byteLength));
}

async function arrange({ files, ...task }: Extract<Task, { kind: 'nest' }>): Promise<Nested> {
  const { nestTask } = await import('../geometry/packing/nestTask.ts');
  const readings = await readAll(files);
  const meshes = readings.map(({ reading }) => joinMeshes(reading.bodies));
  const enough = new Int32Array(task.enough);
  const parts = task.parts.map(({ file, ...part }) => {
    const mesh = meshes[file];
    if (!mesh) throw new Error(`Part ${part.id} has no file.`);
    return { ...part, mesh };
  });
  const isEnough = (): boolean => Atomics.load(enough, 0) !== 0;
  const found = nestTask(parts, { ...task, isEnough }, onShareOfNesting);
  // A sentence is more than its data.
  const left = found.left.map(({ why: { message, said }, ...each }) => ({ ...each, why: { message, said } }));
  return { kind: 'nest', ...found, left };
}

const onShareOfNesting = (share: number): void => onProgress(read + (1 - read) * share);

async function preview({ file }: Extract<Task, { kind: 'preview' }>): Promise<Previewed> {
  const { makePreview } = await import('../geometry/preview/encode.ts');
  const { warmUp } = await import('../geometry/preview/simplify.ts');
  await warmUp();
  const reading = await openModel(file.bytes, file.fileName, file.units);
  const { report, changes } = await processModel('VERIFY', reading, {}, () => {});
  const light = await makePreview(reading.bodies, previewFacets);
  release(reading);
  const normals = spreadNormals(light.triangles, light.normals);
  return {
    kind: 'preview',
    report: meshReportSchema.parse({ ...report, changes }),
    // A small picture looks the same with the light mesh, and draws several times as fast.
    pictures: pictureViewSchema.options.map((view) => ({
      view,
      png: own(pictureOf(light, pictureSize, view, normals)),
    })),
    preview: own(light.bytes),
  };
}

async function fullPreview({ file }: Extract<Task, { kind: 'fullPreview' }>): Promise<FullyPreviewed> {
  const { encodePreview } = await import('../geometry/preview/encode.ts');
  const reading = await openModel(file.bytes, file.fileName, file.units);
  const bytes = await encodePreview(reading.bodies, Infinity);
  release(reading);
  return { kind: 'fullPreview', preview: own(bytes) };
}

/** Frees the memory of a model for the next task when no result needs it any more. */
function release({ bodies }: Reading): void {
  for (const body of bodies) releaseMesh(body);
}

function perform(task: Task): Promise<Result> {
  switch (task.kind) {
    case 'operation':
      return operate(task);
    case 'nest':
      return arrange(task);
    case 'preview':
      return preview(task);
    case 'fullPreview':
      return fullPreview(task);
  }
}

/** The bytes in a buffer that can be transferred: it holds nothing else and is not shared. */
function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes);
}

function buffersOf(result: Result): ArrayBuffer[] {
  return bytesOf(result).map(({ buffer }) => buffer);
}

function bytesOf(result: Result): Uint8Array<ArrayBuffer>[] {
  switch (result.kind) {
    case 'operation':
      return [...result.meshes.map(({ stl }) => stl), result.png, ...(result.map ? [result.map] : [])];
    case 'nest':
      return result.builds.map(({ threeMf }) => threeMf);
    case 'preview':
      return [...result.pictures.map(({ png }) => png), result.preview];
    case 'fullPreview':
      return [result.preview];
  }
}

/** How a failed allocation shows when the machine or a typed array cannot hold it. */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof RangeError &&
  /allocation failed|invalid (typed )?array (buffer )?length|could not allocate/i.test(error.message);

/** The id that Linux has for this thread; `null` on other systems, where it is not needed. */
function osThreadId(): number | null {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return null;
  }
}

port.on('message', (message: unknown) => {
  const task = taskSchema.parse(message);
  toldAt = Date.now();
  perform(task).then(
    (result) => tell({ kind: 'done', result }, buffersOf(result)),
    (error: unknown) => {
      if (error instanceof GeometryError) {
        const { message, said } = error;
        tell({ kind: 'refused', code: refusals[error.code] ?? 'FILE_UNREADABLE', message, said });
      } else if (isOutOfMemory(error)) {
        tell({ kind: 'noMemory' });
      } else {
        // Thrown outside of the promise, so that the pool sees an error of the thread and starts a new one.
        setImmediate(() => {
          throw error;
        });
      }
    },
  );
});
tell({ kind: 'ready', threadId: osThreadId() });
