import type { OperationDetails, OperationInput } from '@sinter/sdk/contract/preparation/operations';
import { GeometryError } from '../../errors.ts';
import { boundsOf, facetCount, joinMeshes, type Mesh } from '../../mesh.ts';
import { bulkOf, Fill, type PutDown } from '../../packing/fill.ts';
import { Lattice, type Candidate, type Triple } from '../../packing/candidates.ts';
import { anyTurns, uprightTurns } from '../../packing/turns.ts';
import { chooseVoxel } from '../../packing/voxelSize.ts';
import { placeMesh, placementOf } from '../../placement.ts';
import { warning, type Warning } from '../../readers/reading.ts';
import { say } from '../../say.ts';
import { verify } from '../../verify.ts';
import type { Outcome, Progress } from '../operation.ts';

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

interface Placed extends PutDown {
  part: PartToPack;
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
    return { part, volumeMm3: Math.abs(report.volumeMm3), candidates, bulk: bulkOf(candidates[0]) };
  });

  const fill = new Fill(lattice);
  const placed: Placed[] = [];
  let done = 0;
  // toSorted keeps the order of equal parts.
  for (const each of waiting.toSorted((a, b) => b.bulk - a.bulk)) {
    for (let copy = 0; copy < each.part.quantity; copy++) {
      const put = fill.put(each.candidates);
      if (!put) break;
      placed.push({ part: each.part, ...put });
      onProgress(0.3 + (0.6 * ++done) / wanted);
    }
  }
  return outcome(parts, waiting, placed, boxMm, warnings, onProgress);
}

function sizeOf(mesh: Mesh): Triple {
  const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = boundsOf(mesh);
  return [x1 - x0, y1 - y0, z1 - z0];
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
    const own = placed.filter((each) => each.part === part);
    for (const { candidate, corner } of own) {
      const { rotation, low, size } = candidate;
      const placement = placementOf(rotation, [corner[0] - low[0], corner[1] - low[1], corner[2] - floor - low[2]]);
      placements.push({ fileId: part.fileId, placement });
      meshes.push(placeMesh(part.mesh, placement));
      heightMm = Math.max(heightMm, corner[2] - floor + size[2]);
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
