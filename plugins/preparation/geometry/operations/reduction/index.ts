import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import type { OperationDetails, OperationInput } from '@sinter/sdk/contract/preparation/operations';
import { buildBvh, type Bvh } from '../../bvh/tree.ts';
import { GeometryError } from '../../errors.ts';
import { say } from '../../say.ts';
import { boundsOf, diagonalOf, facetCount, type Mesh } from '../../mesh.ts';
import { Welder } from '../../welder.ts';
import { repair } from '../../repair.ts';
import { verify } from '../../verify.ts';
import type { Outcome, Progress } from '../operation.ts';
import { farthest } from './deviation.ts';

/** The reducer needs about 140 bytes for each facet and can use at most 4 GiB. */
const mostFacets = 20_000_000;
/** The default deviation, as a share of the diagonal. */
const standardDeviation = 0.001;
/** When the requested number of facets is not possible, numbers in steps of this share are tried. */
const stepShare = 0.025;
/** The largest share that is kept, tried when not even one step is possible. */
const mostKeptShare = 0.99;
/** Number of tries for each number of facets. The second one keeps the places that moved too far. */
const attempts = 2;
/** Up to this share of the vertices, keeping the places that moved too far may be enough. */
const fewHeldShare = 0.05;
/** Removes facets without moving the surface farther than allowed, and measures how far it moved. */
export async function reduce(
  mesh: Mesh,
  { keepPercent, maxDeviationMm }: OperationInput<'TRIANGLE_REDUCTION'>,
  onProgress: Progress,
): Promise<Outcome<OperationDetails<'TRIANGLE_REDUCTION'>>> {
  const facetsBefore = facetCount(mesh);
  if (facetsBefore > mostFacets) {
    throw new GeometryError('TOO_LARGE', say('reduceMost'));
  }
  await MeshoptSimplifier.ready;
  const wanted = Math.min(facetsBefore, Math.max(4, Math.round((facetsBefore * keepPercent) / 100)));
  const allowed = maxDeviationMm ?? diagonalOf(boundsOf(mesh)) * standardDeviation;
  const closed = verify(mesh).watertight;
  const original = buildBvh(mesh);
  onProgress(0.1);

  let best: Reduced = { mesh, deviationMm: 0 };
  let left = 0.9;
  /** Reduces to so many facets; true when the deviation is kept. */
  const reachesWith = (target: number): boolean => {
    const held = new Uint8Array(mesh.positions.length / 3);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const reduced = simplify(mesh, target, allowed, held, closed);
      left *= 0.8;
      onProgress(1 - left);
      if (reduced === undefined) return false;
      const deviationMm = measure(mesh, original, buildBvh(reduced), allowed, held);
      if (deviationMm <= allowed) {
        if (facetCount(reduced) < facetCount(best.mesh)) best = { mesh: reduced, deviationMm };
        return true;
      }
      if (held.reduce((sum, one) => sum + one, 0) > held.length * fewHeldShare) return false;
    }
    return false;
  };
  if (wanted < facetsBefore && !reachesWith(wanted)) {
    // The steps do not depend on the requested number, so that a request for fewer facets never gives more.
    let fails = Math.floor(wanted / facetsBefore / stepShare);
    let reaches = Math.round(1 / stepShare);
    while (reaches - fails > 1) {
      const rung = Math.floor((fails + reaches) / 2);
      if (reachesWith(Math.round(facetsBefore * rung * stepShare))) reaches = rung;
      else fails = rung;
    }
    if (best.mesh === mesh) reachesWith(Math.round(facetsBefore * mostKeptShare));
  }
  onProgress(1);
  const facetsAfter = facetCount(best.mesh);
  return {
    meshes: [{ suffix: '', mesh: best.mesh }],
    details: {
      facetsBefore,
      facetsAfter,
      deviationMm: best.deviationMm,
      stoppedByDeviation: facetsAfter > wanted * 1.01 + 2,
    },
    warnings: [],
  };
}

interface Reduced {
  mesh: Mesh;
  deviationMm: number;
}

/** The reduced surface; undefined when it is no longer closed or has vanished. */
function simplify(mesh: Mesh, wanted: number, limit: number, held: Uint8Array, closed: boolean): Mesh | undefined {
  const positions = mesh.positions.slice();
  const triangles = mesh.triangles.slice();
  const none = new Float32Array(0);
  const [corners] = MeshoptSimplifier.simplifyWithUpdate(
    triangles,
    positions,
    3,
    none,
    0,
    [],
    held,
    wanted * 3,
    limit,
    ['ErrorAbsolute'],
  );
  const reduced = weld(positions, triangles.subarray(0, corners));
  if (facetCount(reduced) === 0) return undefined;
  // Vertices that met may leave folded pairs of facets.
  const report = verify(reduced);
  if (!report.needsRepair) return reduced;
  if (!closed) return reduced;
  const repaired = repair(reduced).mesh;
  return verify(repaired).watertight ? repaired : undefined;
}

function weld(positions: Float32Array, triangles: Uint32Array): Mesh {
  const welder = new Welder(triangles.length / 3);
  const target = new Int32Array(positions.length / 3).fill(-1);
  const welded = (vertex: number): number => {
    const known = target[vertex] ?? -1;
    if (known >= 0) return known;
    const at = vertex * 3;
    const index = welder.addPoint(positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0);
    target[vertex] = index;
    return index;
  };
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = welded(triangles[corner] ?? 0);
    const b = welded(triangles[corner + 1] ?? 0);
    const c = welded(triangles[corner + 2] ?? 0);
    if (a !== b && b !== c && c !== a) welder.addTriangle(a, b, c);
  }
  return welder.mesh();
}

/**
 * The distance of the surfaces, measured from both; marks in `held` the vertices of the mesh where it is too large.
 * The surface with fewer facets has larger ones, and each gets more samples.
 */
function measure(mesh: Mesh, original: Bvh, reduced: Bvh, allowed: number, held: Uint8Array): number {
  const hold = (facet: number): void => {
    for (let corner = facet * 3; corner < facet * 3 + 3; corner++) held[mesh.triangles[corner] ?? 0] = 1;
  };
  return Math.max(
    farthest(reduced, original, true, allowed, (_, facet) => hold(facet)),
    farthest(original, reduced, false, allowed, hold),
  );
}
