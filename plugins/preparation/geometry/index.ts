import { analyze, type AnalysisReport } from './analyze.ts';
import { readModel } from './convert.ts';
import { joinMeshes, scaleMesh } from './mesh.ts';
import { encodePng } from './png.ts';
import type { Reading } from './readers/reading.ts';
import { writeBinaryStl } from './readers/stl.ts';
import { repair, type RepairChanges } from './repair.ts';
import { noChanges } from './repairs/changes.ts';
import { renderThumbnail } from './thumbnail.ts';
import { verify, type GeometryReport } from './verify.ts';

export type { AnalysisReport } from './analyze.ts';
export { GeometryError, type GeometryErrorCode } from './errors.ts';
export type { Warning, WarningCode } from './readers/reading.ts';
export type { RepairChanges } from './repair.ts';
export { extensionOf, isProprietaryExtension, sniff, type Format } from './sniff.ts';
export type { Defects, GeometryReport } from './verify.ts';

/** The file operations of this folder, by the names they have on the wire. */
export type GeometryOperation = 'VERIFY' | 'REPAIR' | 'CONVERT' | 'analyze';

/** Unit of the coordinates in a file whose format carries none (STL, OBJ). */
export type LengthUnit = 'MM' | 'IN' | 'CM';

export interface ProcessOptions {
  /** Name with extension; decides only where the content does not. */
  fileName: string;
  /** Default MM. Ignored for formats that carry their unit, and for VRML, whose unit is taken to be the millimetre too. */
  units?: LengthUnit;
  /** Called with the share done, 0 to 1. */
  onProgress?: (fraction: number) => void;
}

export interface ProcessResult {
  /** In mm, mm² and mm³. For REPAIR and CONVERT it describes the output. An AnalysisReport for `analyze`. */
  report: GeometryReport | AnalysisReport;
  /** What a repair did; all zero for the other operations. */
  changes: RepairChanges;
  /** Binary STL in millimetres, of REPAIR and CONVERT. Whoever keeps it must not apply the original's unit again. */
  outputStl?: Uint8Array;
  /** True when the mesh described by the report needs a repair. */
  needsRepair: boolean;
}

const MILLIMETRES: Record<LengthUnit, number> = { MM: 1, IN: 25.4, CM: 10 };

/** Runs one file operation on the bytes of a model file. Throws GeometryError when the file cannot be processed. */
export async function processFile(
  operation: GeometryOperation,
  bytes: Uint8Array,
  { fileName, units = 'MM', onProgress = () => {} }: ProcessOptions,
): Promise<ProcessResult> {
  onProgress(0);
  const reading = inMillimetres(await readModel(bytes, fileName), units);
  onProgress(0.4);
  const result = run(operation, reading, onProgress);
  onProgress(1);
  return result;
}

function run(operation: GeometryOperation, reading: Reading, onProgress: (fraction: number) => void): ProcessResult {
  const changes = noChanges();
  if (operation === 'VERIFY' || operation === 'analyze') {
    const mesh = joinMeshes(reading.bodies);
    const report = operation === 'VERIFY' ? verify(mesh, reading) : analyze(mesh, reading);
    return { report, changes, needsRepair: report.needsRepair };
  }
  if (operation === 'CONVERT') {
    const mesh = joinMeshes(reading.bodies);
    const report = verify(mesh, reading);
    onProgress(0.8);
    return { report, changes, outputStl: writeBinaryStl(mesh), needsRepair: report.needsRepair };
  }
  changes.nonFiniteRemoved = reading.nonFinite;
  // Body by body: touching parts of an assembly must not be stitched to each other.
  const repaired = reading.bodies.map((body, i) => {
    const one = repair(body);
    for (const key of CHANGE_KEYS) changes[key] += one.changes[key];
    onProgress(0.4 + (0.4 * (i + 1)) / reading.bodies.length);
    return one.mesh;
  });
  const mesh = joinMeshes(repaired);
  const report = verify(mesh, { nonFinite: 0, truncated: false, warnings: reading.warnings });
  return { report, changes, outputStl: writeBinaryStl(mesh), needsRepair: report.needsRepair };
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

function inMillimetres(reading: Reading, units: LengthUnit): Reading {
  if (reading.unitKnown) return reading;
  return { ...reading, bodies: reading.bodies.map((body) => scaleMesh(body, MILLIMETRES[units])) };
}

/** A picture of the model as PNG, `size` x `size` pixels, isometric, on a transparent background. */
export async function thumbnail(bytes: Uint8Array, size: number, fileName = ''): Promise<Uint8Array> {
  const { bodies } = await readModel(bytes, fileName);
  return encodePng(renderThumbnail(joinMeshes(bodies), size), size, size);
}
