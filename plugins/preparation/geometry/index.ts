import { encode } from 'fast-png';
import type { FileOperationType, OperationInput } from '@sinter/sdk/contract/preparation/operations';
import { analyze, type AnalysisReport } from './analyze.ts';
import { readModel } from './convert.ts';
import { GeometryError } from './errors.ts';
import { say } from './say.ts';
import { convexHull, hullVolume } from './hull.ts';
import { facetCount, joinMeshes, scaleMesh, type Mesh } from './mesh.ts';
import { runOnMesh } from './operations/index.ts';
import type { Outcome, Progress } from './operations/operation.ts';
import type { Silence } from './readers/cad.ts';
import type { Reading } from './readers/reading.ts';
import { writeBinaryStl } from './readers/stl.ts';
import { repair, type RepairChanges } from './repair.ts';
import { noChanges } from './repairs/changes.ts';
import { renderThumbnail, type PictureView } from './thumbnail.ts';
import { placeWarning, type LengthUnit } from './units.ts';
import { verify, type GeometryReport } from './verify.ts';

export type { AnalysisReport } from './analyze.ts';
export { GeometryError, type GeometryErrorCode } from './errors.ts';
export type { Warning, WarningCode } from './readers/reading.ts';
export type { Silence } from './readers/cad.ts';
export type { RepairChanges } from './repair.ts';
export { extensionOf, isProprietaryExtension, isProprietaryFormat, sniff, type Format } from './sniff.ts';
export type { PictureView } from './thumbnail.ts';
export type { LengthUnit } from './units.ts';
export type { Defects, GeometryReport } from './verify.ts';

export interface Processed {
  /** In mm, mm² and mm³: about the first mesh that was made, else about the model itself. */
  report: GeometryReport | AnalysisReport;
  /** What a repair changed; all zero for other operations. */
  changes: RepairChanges;
  /** What this operation finds out beyond the report; `null` for operations without details. */
  details: unknown;
  /** The meshes that were made, in millimetres; empty when the operation made none. */
  meshes: readonly { suffix: string; mesh: Mesh }[];
  /** The mesh of the report needs a repair. */
  needsRepair: boolean;
}

const millimetresPerUnit: Record<LengthUnit, number> = { MM: 1, IN: 25.4, CM: 10 };

/**
 * Reads a model file of any open format into millimetres. `fileName` counts only when the content does not tell the
 * format. `units` is ignored for formats that carry their own, and for STL that says it is in millimetres. `onSilence` is
 * told before a long step that cannot say how far it is.
 */
export async function openModel(
  bytes: Uint8Array,
  fileName: string,
  units: LengthUnit = 'MM',
  onSilence?: Silence,
): Promise<Reading> {
  const reading = await readModel(bytes, fileName, onSilence);
  const bodies = reading.unitKnown
    ? reading.bodies
    : reading.bodies.map((body) => scaleMesh(body, millimetresPerUnit[units]));
  const doubt = placeWarning(bodies);
  const warnings = doubt ? [...reading.warnings, doubt] : reading.warnings;
  return { ...reading, bodies, unitKnown: reading.unitKnown || units !== 'MM', warnings };
}

/**
 * Runs one operation on one model. Throws GeometryError when the operation is not possible. `onProgress` receives 0
 * to 1.
 */
export async function processModel<T extends Exclude<FileOperationType, 'PACK3D'>>(
  type: T,
  reading: Reading,
  input: OperationInput<T>,
  onProgress: Progress,
): Promise<Processed> {
  switch (type) {
    case 'VERIFY':
    case 'CONVERT': {
      const mesh = joinMeshes(reading.bodies);
      const meshes = type === 'CONVERT' ? [{ suffix: '', mesh }] : [];
      return described(verify(mesh, reading), { meshes, details: null });
    }
    case 'analyze': {
      const mesh = joinMeshes(reading.bodies);
      const report = analyze(mesh, reading);
      return described(report, { meshes: [], details: { ...report, hullVolumeMm3: hullVolume(convexHull(mesh)) } });
    }
    case 'REPAIR':
      return repairModel(reading, onProgress);
    default:
      return fromOutcome(await runOnMesh(type, joinMeshes(reading.bodies), input, onProgress), reading);
  }
}

/** Packs several models; the report is about the packed build as one mesh. */
export async function packModels(
  parts: readonly { fileId: number; reading: Reading }[],
  input: OperationInput<'PACK3D'>,
  onProgress: Progress,
): Promise<Processed> {
  const { pack } = await import('./operations/packing/index.ts');
  const meshes = new Map(parts.map(({ fileId, reading }) => [fileId, joinMeshes(reading.bodies)]));
  const wanted = input.parts.map(({ fileId, quantity }) => {
    const mesh = meshes.get(fileId);
    if (!mesh) throw new Error(`Part ${fileId} was not handed over.`);
    return { fileId, mesh, quantity };
  });
  return fromOutcome(await pack(wanted, input, onProgress), parts[0]?.reading);
}

function described(
  report: GeometryReport | AnalysisReport,
  { meshes, details }: Pick<Processed, 'meshes' | 'details'>,
): Processed {
  return { report, changes: noChanges(), details, meshes, needsRepair: report.needsRepair };
}

function fromOutcome({ meshes, details, warnings }: Outcome<unknown>, source?: Reading): Processed {
  const made = meshes[0];
  if (made) {
    const notes = { nonFinite: 0, truncated: false, warnings: [...(source?.warnings ?? []), ...warnings] };
    return described(verify(made.mesh, notes), { meshes, details });
  }
  const looked = source ?? { bodies: [], nonFinite: 0, truncated: false, warnings: [] };
  const report = verify(joinMeshes(looked.bodies), { ...looked, warnings: [...looked.warnings, ...warnings] });
  return described(report, { meshes, details });
}

function repairModel(reading: Reading, onProgress: Progress): Processed {
  const changes = { ...noChanges(), nonFiniteRemoved: reading.nonFinite };
  // Each body by itself, so that touching parts of an assembly are not stitched to each other.
  const repaired = reading.bodies.map((body, i) => {
    const one = repair(body);
    for (const key of changeKeys) changes[key] += one.changes[key];
    onProgress((0.8 * (i + 1)) / reading.bodies.length);
    return one.mesh;
  });
  const mesh = joinMeshes(repaired);
  if (facetCount(mesh) === 0) {
    throw new GeometryError('NO_TRIANGLES', say('nothingLeft'));
  }
  const { unitKnown, warnings } = reading;
  const report = verify(mesh, { nonFinite: 0, truncated: false, unitKnown, warnings });
  return { ...described(report, { meshes: [{ suffix: '', mesh }], details: null }), changes };
}

const changeKeys = [
  'nonFiniteRemoved',
  'degenerateRemoved',
  'duplicatesRemoved',
  'finsRemoved',
  'verticesMerged',
  'edgesSplit',
  'facetsFlipped',
  'shellsFlipped',
  'holesFilled',
  'facetsAdded',
] as const satisfies readonly (keyof RepairChanges)[];

export interface ProcessOptions {
  fileName: string;
  units?: LengthUnit;
  onProgress?: Progress;
}

export interface ProcessResult extends Processed {
  /**
   * Binary STL in millimetres, for REPAIR and CONVERT. Its coordinates must not be converted by the unit of the
   * original again.
   */
  outputStl?: Uint8Array;
}

/** Reads a model, runs an operation that needs no input, and writes what it made. */
export async function processFile(
  type: 'VERIFY' | 'REPAIR' | 'CONVERT' | 'analyze',
  bytes: Uint8Array,
  { fileName, units, onProgress = () => {} }: ProcessOptions,
): Promise<ProcessResult> {
  onProgress(0);
  const reading = await openModel(bytes, fileName, units);
  onProgress(0.4);
  const result = await processModel(type, reading, {}, (share) => onProgress(0.4 + share * 0.5));
  const made = result.meshes[0];
  const outputStl = made && writeBinaryStl(made.mesh);
  onProgress(1);
  return outputStl ? { ...result, outputStl } : result;
}

/**
 * A PNG picture of a mesh, `size` x `size` pixels, on a transparent background. `normals`, one for each corner, save
 * time when several pictures of one mesh are made.
 */
export function pictureOf(mesh: Mesh, size: number, view: PictureView = 'ISO', normals?: Float32Array): Uint8Array {
  const data = renderThumbnail(mesh, size, view, normals);
  return encode({ width: size, height: size, data, channels: 4 }, { zlib: { level: 6 } });
}

/** An isometric picture of the model in a file. */
export async function thumbnail(bytes: Uint8Array, size: number, fileName = ''): Promise<Uint8Array> {
  const { bodies } = await readModel(bytes, fileName);
  return pictureOf(joinMeshes(bodies), size);
}
