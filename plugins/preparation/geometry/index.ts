import type { FileOperationType, OperationInput } from '@sinter/sdk/contract/operations';
import { analyze, type AnalysisReport } from './analyze.ts';
import { readModel } from './convert.ts';
import { GeometryError } from './errors.ts';
import { convexHull, hullVolume } from './hull.ts';
import { facetCount, joinMeshes, scaleMesh, type Mesh } from './mesh.ts';
import { runOnMesh } from './operations/index.ts';
import type { Outcome, Progress } from './operations/operation.ts';
import { encodePng } from './png.ts';
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
export type { RepairChanges } from './repair.ts';
export { extensionOf, isProprietaryExtension, isProprietaryFormat, sniff, type Format } from './sniff.ts';
export type { PictureView } from './thumbnail.ts';
export type { LengthUnit } from './units.ts';
export type { Defects, GeometryReport } from './verify.ts';

export interface Processed {
  /** In mm, mm² and mm³: of the first mesh that was made, else of the model itself. */
  report: GeometryReport | AnalysisReport;
  /** What a repair did; all zero for the other operations. */
  changes: RepairChanges;
  /** What this kind of operation finds out beside the report; `null` for those that have nothing more to say. */
  details: unknown;
  /** What was made, in millimetres; empty when the operation only looked. */
  meshes: readonly { suffix: string; mesh: Mesh }[];
  /** True when the mesh described by the report needs a repair. */
  needsRepair: boolean;
}

const MILLIMETRES: Record<LengthUnit, number> = { MM: 1, IN: 25.4, CM: 10 };

/**
 * Reads a model file of any open format, into millimetres. `fileName` decides only where the content does not; `units`
 * is ignored for formats that carry their own, and for STL that says it is in millimetres.
 */
export async function openModel(bytes: Uint8Array, fileName: string, units: LengthUnit = 'MM'): Promise<Reading> {
  const reading = await readModel(bytes, fileName);
  const bodies = reading.unitKnown ? reading.bodies : reading.bodies.map((body) => scaleMesh(body, MILLIMETRES[units]));
  const doubt = placeWarning(bodies);
  const warnings = doubt ? [...reading.warnings, doubt] : reading.warnings;
  return { ...reading, bodies, unitKnown: reading.unitKnown || units !== 'MM', warnings };
}

/** Runs one operation on one model. Throws GeometryError when it cannot be done. `onProgress`: 0 to 1. */
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

/** The packed build, described as one mesh. */
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
  // Body by body: touching parts of an assembly must not be stitched to each other.
  const repaired = reading.bodies.map((body, i) => {
    const one = repair(body);
    for (const key of CHANGE_KEYS) changes[key] += one.changes[key];
    onProgress((0.8 * (i + 1)) / reading.bodies.length);
    return one.mesh;
  });
  const mesh = joinMeshes(repaired);
  if (facetCount(mesh) === 0) {
    throw new GeometryError(
      'NO_TRIANGLES',
      'Nothing of the surface is left after the repair: every facet had no area, or another one took it back.',
    );
  }
  const { unitKnown, warnings } = reading;
  const report = verify(mesh, { nonFinite: 0, truncated: false, unitKnown, warnings });
  return { ...described(report, { meshes: [{ suffix: '', mesh }], details: null }), changes };
}

const CHANGE_KEYS = [
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
  /** Binary STL in millimetres, of REPAIR and CONVERT. Whoever keeps it must not apply the original's unit again. */
  outputStl?: Uint8Array;
}

/** Reads a model, runs one of the operations without an input on it, and writes what it made. */
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
 * A picture of a mesh as PNG, `size` x `size` pixels, on a transparent background. `normals`, one per corner: for several
 * pictures of one mesh.
 */
export function pictureOf(mesh: Mesh, size: number, view: PictureView = 'ISO', normals?: Float32Array): Uint8Array {
  return encodePng(renderThumbnail(mesh, size, view, normals), size, size);
}

/** A picture of the model in a file, isometric. */
export async function thumbnail(bytes: Uint8Array, size: number, fileName = ''): Promise<Uint8Array> {
  const { bodies } = await readModel(bytes, fileName);
  return pictureOf(joinMeshes(bodies), size);
}
