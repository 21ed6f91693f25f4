import type { Mesh } from './mesh.ts';
import { guessUnit, type UnitGuess } from './units.ts';
import { verify, type GeometryReport, type ReadingNotes, type Triple } from './verify.ts';

/** The facts of VERIFY, and those that quoting and build preparation need beyond them. */
export interface AnalysisReport extends GeometryReport {
  /** Centre of gravity of the enclosed volume, mm. The middle of the box when no volume is enclosed. */
  centroid: Triple;
  /** Volume of the axis-parallel box, mm³. */
  boxVolumeMm3: number;
  /** Part volume over box volume, 0 to 1. */
  boxFill: number;
  /** Area that faces down at 45 degrees or more and is not on the lowest plane, mm². */
  overhangAreaMm2: number;
  /** Area on the lowest plane, mm². */
  baseAreaMm2: number;
  /** The unit that the coordinates were most likely meant in. A hint: the numbers above are always in mm. */
  unitGuess: UnitGuess;
}

const overhangCosine = Math.cos(Math.PI / 4);

/** Analyses a mesh in millimetres, z up. */
export function analyze(mesh: Mesh, notes?: ReadingNotes): AnalysisReport {
  const report = verify(mesh, notes);
  const { min, max, size } = report.bbox;
  const [ox, oy, oz] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const { positions, triangles } = mesh;
  const baseHeight = size[2] * 1e-4;
  let volume = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let overhang = 0;
  let base = 0;
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = (triangles[corner] ?? 0) * 3;
    const b = (triangles[corner + 1] ?? 0) * 3;
    const c = (triangles[corner + 2] ?? 0) * 3;
    const ax = (positions[a] ?? 0) - ox;
    const ay = (positions[a + 1] ?? 0) - oy;
    const az = (positions[a + 2] ?? 0) - oz;
    const bx = (positions[b] ?? 0) - ox;
    const by = (positions[b + 1] ?? 0) - oy;
    const bz = (positions[b + 2] ?? 0) - oz;
    const cx = (positions[c] ?? 0) - ox;
    const cy = (positions[c + 1] ?? 0) - oy;
    const cz = (positions[c + 2] ?? 0) - oz;
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const six = ax * nx + ay * ny + az * nz;
    volume += six;
    mx += six * (ax + bx + cx);
    my += six * (ay + by + cy);
    mz += six * (az + bz + cz);
    if (nz >= 0) continue;
    const twice = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (-nz < twice * overhangCosine) continue;
    if (Math.max(az, bz, cz) + oz - min[2] <= baseHeight) base += twice / 2;
    else overhang += twice / 2;
  }
  const boxVolumeMm3 = size[0] * size[1] * size[2];
  const enclosed = report.watertight && volume !== 0;
  return {
    ...report,
    centroid: enclosed ? [ox + mx / volume / 4, oy + my / volume / 4, oz + mz / volume / 4] : [ox, oy, oz],
    boxVolumeMm3,
    boxFill: boxVolumeMm3 > 0 && enclosed ? Math.min(1, Math.max(0, report.volumeMm3 / boxVolumeMm3)) : 0,
    overhangAreaMm2: overhang,
    baseAreaMm2: base,
    unitGuess: guessUnit(Math.max(...size)),
  };
}
