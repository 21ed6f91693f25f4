import type { OperationDetails, OperationInput } from '@sinter/sdk/contract/preparation/operations';
import { GeometryError } from '../../errors.ts';
import { boundsOf, facetCount, joinMeshes, type Mesh } from '../../mesh.ts';
import { placeMesh, placementOf, turnedBounds, type Rotation } from '../../placement.ts';
import { warning, type Warning } from '../../readers/reading.ts';
import { say } from '../../say.ts';
import { verify } from '../../verify.ts';
import type { Outcome, Progress } from '../operation.ts';
import { Lattice, type Candidate } from './candidates.ts';
import { Chamber, type Spot } from './chamber.ts';
import type { Shape } from './shape.ts';
import { anyTurns, rotationOf, uprightTurns } from './turns.ts';
import { chooseVoxel } from './voxelSize.ts';

/** Maximum that one file can hold and a viewer can turn. */
const mostFacets = 20_000_000;
const mostParts = 10_000;
/** Room for rounding, relative to the box, because positions are stored in single precision. */
const grainShare = 1e-6;

export interface PartToPack {
  fileId: number;
  mesh: Mesh;
  quantity: number;
}

/** A part whose copies are to be placed. */
interface Waiting {
  part: PartToPack;
  volumeMm3: number;
  candidates: readonly Candidate[];
  /** Number of voxels of one copy. */
  bulk: number;
}

interface Placed {
  part: PartToPack;
  rotation: Rotation;
  /** Lowest corner of the turned part in the box, mm. */
  corner: [x: number, y: number, z: number];
}

/** Places parts in a box so that they do not touch, lowest first. */
export function pack(
  parts: readonly PartToPack[],
  { boxMm, spacingMm, turning }: OperationInput<'PACK3D'>,
  onProgress: Progress,
): Outcome<OperationDetails<'PACK3D'>> {
  const wanted = parts.reduce((sum, { quantity }) => sum + quantity, 0);
  if (wanted > mostParts) {
    throw new GeometryError('TOO_LARGE', say('packMost', { most: mostParts, wanted }));
  }
  const turns = turning === 'UPRIGHT' ? uprightTurns : anyTurns;
  const grain = grainShare * Math.max(...boxMm);
  const margin = spacingMm / 2 + grain;
  const sizes = parts.map(({ mesh, quantity }) => ({ size: sizeOf(mesh), quantity }));
  const lattice = new Lattice(
    boxMm,
    margin,
    chooseVoxel(boxMm, margin, sizes),
    sizes.flatMap(({ size }) => size),
    grain,
  );
  const warnings: Warning[] = [];
  const waiting = parts.map((part, i): Waiting => {
    if (facetCount(part.mesh) === 0)
      throw new GeometryError('NO_TRIANGLES', say('packNoSurface', { file: String(part.fileId) }));
    const report = verify(part.mesh);
    if (!report.watertight) {
      warnings.push(warning('OPEN_SURFACE', say('packHoles', { file: String(part.fileId) })));
    }
    const candidates = lattice.candidates(part.mesh, turns);
    onProgress((0.3 * (i + 1)) / parts.length);
    return { part, volumeMm3: Math.abs(report.volumeMm3), candidates, bulk: bulkOf(candidates[0]?.shape) };
  });

  const chamber = new Chamber(lattice.size);
  const placed: Placed[] = [];
  let done = 0;
  // toSorted keeps the order of equal parts.
  for (const each of waiting.toSorted((a, b) => b.bulk - a.bulk)) {
    for (let copy = 0; copy < each.part.quantity; copy++) {
      const best = lowest(chamber, each.candidates, lattice.size[2]);
      if (!best) break;
      const { shape, slack } = best.candidate;
      chamber.put(shape, best.spot);
      const corner = ([0, 1, 2] as const).map((axis) => lattice.position(axis, best.spot[axis], slack[axis]));
      const [x = 0, y = 0, z = 0] = corner;
      placed.push({ part: each.part, rotation: rotationOf(shape.turn), corner: [x, y, z] });
      onProgress(0.3 + (0.6 * ++done) / wanted);
    }
  }
  return outcome(parts, waiting, placed, boxMm, warnings, onProgress);
}

function sizeOf(mesh: Mesh): [x: number, y: number, z: number] {
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = boundsOf(mesh);
  return [x1 - x0, y1 - y0, z1 - z0];
}

const bulkOf = (shape: Shape | undefined): number =>
  shape ? shape.runs.reduce((sum, length, i) => (i % 2 === 1 ? sum + length : sum), 0) : 0;

/** Of all ways to place a part, the one with the lowest top, then by y, then by x. */
function lowest(
  chamber: Chamber,
  candidates: readonly Candidate[],
  height: number,
): { candidate: Candidate; spot: Spot } | undefined {
  let best: { candidate: Candidate; spot: Spot; ends: number } | undefined;
  let ceiling = height;
  for (const candidate of candidates) {
    const { shape, cursor, last } = candidate;
    const spot = chamber.find(shape, cursor, last, ceiling);
    if (!spot) continue;
    const top = spot[2] + shape.size[2];
    const ends = spot[1] + shape.size[1];
    if (best && top === ceiling && (ends > best.ends || (ends === best.ends && spot[0] >= best.spot[0]))) continue;
    best = { candidate, spot, ends };
    ceiling = top;
  }
  return best;
}

function outcome(
  parts: readonly PartToPack[],
  waiting: readonly Waiting[],
  placed: readonly Placed[],
  boxMm: readonly [number, number, number],
  warnings: readonly Warning[],
  onProgress: Progress,
): Outcome<OperationDetails<'PACK3D'>> {
  const facets = placed.reduce((sum, { part }) => sum + facetCount(part.mesh), 0);
  if (facets > mostFacets) {
    throw new GeometryError('TOO_LARGE', say('packFacets', { parts: placed.length, facets, most: mostFacets }));
  }
  const floor = placed.reduce((low, { corner }) => Math.min(low, corner[2]), Infinity);
  const placements: OperationDetails<'PACK3D'>['placements'] = [];
  const unplaced: OperationDetails<'PACK3D'>['unplaced'] = [];
  const meshes: Mesh[] = [];
  let volume = 0;
  let heightMm = 0;
  parts.forEach((part, i) => {
    const volumeMm3 = waiting[i]?.volumeMm3 ?? 0;
    // Two corners of a box are enough when axes map to axes.
    const ends = Float32Array.from(boundsOf(part.mesh));
    const own = placed.filter((each) => each.part === part);
    for (const { rotation, corner } of own) {
      const [x = 0, y = 0, z = 0, , , top = 0] = turnedBounds(ends, rotation);
      const placement = placementOf(rotation, [corner[0] - x, corner[1] - y, corner[2] - floor - z]);
      placements.push({ fileId: part.fileId, placement });
      meshes.push(placeMesh(part.mesh, placement));
      heightMm = Math.max(heightMm, corner[2] - floor + top - z);
      volume += volumeMm3;
    }
    if (own.length < part.quantity) unplaced.push({ fileId: part.fileId, quantity: part.quantity - own.length });
  });
  onProgress(1);
  return {
    meshes: meshes.length === 0 ? [] : [{ suffix: '', mesh: joinMeshes(meshes) }],
    details: {
      placements,
      unplaced,
      heightMm,
      density: heightMm > 0 ? volume / (boxMm[0] * boxMm[1] * heightMm) : 0,
    },
    warnings,
  };
}
