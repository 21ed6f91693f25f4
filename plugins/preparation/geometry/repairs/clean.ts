import { filterFacets, type Mesh } from '../mesh.ts';
import { Edges, NO_EDGE, duplicateFacets, halfEdgeMates, shellsOf } from '../topology.ts';
import { isFlat } from '../verify.ts';
import type { RepairChanges } from './changes.ts';

/** Whether each facet names a vertex twice or has its corners on one line. */
function flatFacets(mesh: Mesh): { flat: Uint8Array; count: number } {
  const { positions, triangles } = mesh;
  const flat = new Uint8Array(triangles.length / 3);
  let count = 0;
  for (let facet = 0; facet < flat.length; facet++) {
    const a = (triangles[facet * 3] ?? 0) * 3;
    const b = (triangles[facet * 3 + 1] ?? 0) * 3;
    const c = (triangles[facet * 3 + 2] ?? 0) * 3;
    const ux = (positions[b] ?? 0) - (positions[a] ?? 0);
    const uy = (positions[b + 1] ?? 0) - (positions[a + 1] ?? 0);
    const uz = (positions[b + 2] ?? 0) - (positions[a + 2] ?? 0);
    const vx = (positions[c] ?? 0) - (positions[a] ?? 0);
    const vy = (positions[c + 1] ?? 0) - (positions[a + 1] ?? 0);
    const vz = (positions[c + 2] ?? 0) - (positions[a + 2] ?? 0);
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    if (isFlat(nx * nx + ny * ny + nz * nz, Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz))) {
      flat[facet] = 1;
      count++;
    }
  }
  return { flat, count };
}

/** A chain of flat facets is taken apart from its ends, one facet a round. */
const FLIP_ROUNDS = 6;

/**
 * Facets without area are removed. One whose corners lie on a line is first tried to be turned into the neighbour across
 * its longest edge: that takes it away without opening the surface.
 */
export function removeDegenerate(mesh: Mesh, changes: RepairChanges): Mesh {
  let current = mesh;
  let found = flatFacets(current);
  const before = found.count;
  for (let round = 0; round < FLIP_ROUNDS && found.count > 0; round++) {
    const flipped = flipFlat(current, found.flat);
    if (flipped === current) break;
    current = flipped;
    found = flatFacets(current);
  }
  if (found.count > 0) {
    const { flat } = found;
    current = filterFacets(current, (facet) => flat[facet] === 0);
  }
  changes.degenerateRemoved += before;
  return current;
}

function flipFlat(mesh: Mesh, flat: Uint8Array): Mesh {
  const edges = new Edges(mesh);
  const mates = halfEdgeMates(edges);
  const touched = new Uint8Array(flat.length);
  const triangles = mesh.triangles.slice();
  let flips = 0;
  for (let facet = 0; facet < flat.length; facet++) {
    if (flat[facet] === 0 || edges.ofHalfEdge[facet * 3] === NO_EDGE) continue;
    const long = longestSide(mesh, facet);
    const mate = mates[long] ?? -1;
    const other = (mate / 3) | 0;
    const edge = edges.ofHalfEdge[long] ?? NO_EDGE;
    if (mate < 0 || flat[other] === 1 || touched[facet] === 1 || touched[other] === 1 || !edges.isPaired(edge))
      continue;
    const c = mesh.triangles[long] ?? 0;
    const a = mesh.triangles[mate] ?? 0;
    const b = apexOf(mesh, long);
    const d = apexOf(mesh, mate);
    if (b === d || edges.find(b, d) >= 0) continue;
    triangles.set([a, b, d], facet * 3);
    triangles.set([b, c, d], other * 3);
    touched[facet] = 1;
    touched[other] = 1;
    flips++;
  }
  return flips === 0 ? mesh : { positions: mesh.positions, triangles };
}

function apexOf(mesh: Mesh, half: number): number {
  const base = half - (half % 3);
  return mesh.triangles[base + ((half + 2) % 3)] ?? 0;
}

function longestSide(mesh: Mesh, facet: number): number {
  const { positions, triangles } = mesh;
  let longest = -1;
  let half = facet * 3;
  for (let side = 0; side < 3; side++) {
    const a = (triangles[facet * 3 + side] ?? 0) * 3;
    const b = (triangles[facet * 3 + ((side + 1) % 3)] ?? 0) * 3;
    const length = Math.hypot(
      (positions[a] ?? 0) - (positions[b] ?? 0),
      (positions[a + 1] ?? 0) - (positions[b + 1] ?? 0),
      (positions[a + 2] ?? 0) - (positions[b + 2] ?? 0),
    );
    if (length <= longest) continue;
    longest = length;
    half = facet * 3 + side;
  }
  return half;
}

/**
 * Of facets that repeat each other one is kept, the way round that its neighbours ask for. A facet and its reverse
 * that nobody needs, the wall between two solids that share a face, are both removed.
 */
export function removeDuplicates(mesh: Mesh, changes: RepairChanges): Mesh {
  const edges = new Edges(mesh);
  const groups = duplicateFacets(mesh, edges);
  if (groups.size === 0) return mesh;
  const { triangles } = mesh;
  const removed = new Set<number>();
  for (const group of groups.values()) {
    const first = group[0] ?? 0;
    const forwards = group.map((facet) => runsLike(triangles, first, facet));
    let balance = forwards.reduce((sum, same) => sum + (same ? 1 : -1), 0);
    if (balance === 0) {
      // Without this group, does the rest of each edge lack a facet running like the first one, or against it?
      for (let side = 0; side < 3; side++) {
        const edge = edges.ofHalfEdge[first * 3 + side] ?? NO_EDGE;
        const from = triangles[first * 3 + side] ?? 0;
        const to = triangles[first * 3 + ((side + 1) % 3)] ?? 0;
        balance -= from < to ? edges.imbalance(edge) : -edges.imbalance(edge);
      }
    }
    let kept = balance === 0;
    group.forEach((facet, i) => {
      if (!kept && forwards[i] === balance > 0) kept = true;
      else removed.add(facet);
    });
  }
  changes.duplicatesRemoved += removed.size;
  return filterFacets(mesh, (facet) => !removed.has(facet));
}

/** True when two facets of the same vertices run the same way round. */
function runsLike(triangles: Uint32Array, facet: number, other: number): boolean {
  const a = triangles[facet * 3];
  const b = triangles[facet * 3 + 1];
  for (let side = 0; side < 3; side++) {
    if (triangles[other * 3 + side] === a) return triangles[other * 3 + ((side + 1) % 3)] === b;
  }
  return false;
}

/** A patch with open borders is a fin when it is smaller than this part of the shell that it hangs on. */
const FIN_SHARE = 0.25;

/** Removes small open patches that hang on an edge of an otherwise closed surface. */
export function removeFins(mesh: Mesh, changes: RepairChanges): Mesh {
  const edges = new Edges(mesh);
  const open = new Set<number>();
  const hanging = new Set<number>();
  const patches = shellsOf(edges, (edge) => edges.uses(edge) <= 2);
  let unbalanced = false;
  for (let half = 0; half < edges.ofHalfEdge.length; half++) {
    const edge = edges.ofHalfEdge[half] ?? NO_EDGE;
    if (edge === NO_EDGE) continue;
    const patch = patches.ofFacet[(half / 3) | 0] ?? 0;
    const uses = edges.uses(edge);
    if (uses === 1) open.add(patch);
    else if (uses > 2 && uses % 2 === 1) {
      hanging.add(patch);
      unbalanced = true;
    }
  }
  if (!unbalanced) return mesh;

  const shells = shellsOf(edges);
  const patchSize = new Uint32Array(patches.count);
  const shellSize = new Uint32Array(shells.count);
  const shellOfPatch = new Uint32Array(patches.count);
  for (let facet = 0; facet < patches.ofFacet.length; facet++) {
    const patch = patches.ofFacet[facet] ?? NO_EDGE;
    const shell = shells.ofFacet[facet] ?? NO_EDGE;
    if (patch === NO_EDGE || shell === NO_EDGE) continue;
    patchSize[patch] = (patchSize[patch] ?? 0) + 1;
    shellSize[shell] = (shellSize[shell] ?? 0) + 1;
    shellOfPatch[patch] = shell;
  }
  const isFin = (patch: number): boolean =>
    open.has(patch) &&
    hanging.has(patch) &&
    (patchSize[patch] ?? 0) < FIN_SHARE * (shellSize[shellOfPatch[patch] ?? 0] ?? 0);
  let removed = 0;
  const kept = filterFacets(mesh, (facet) => {
    const patch = patches.ofFacet[facet] ?? NO_EDGE;
    if (patch === NO_EDGE || !isFin(patch)) return true;
    removed++;
    return false;
  });
  changes.finsRemoved += removed;
  return removed === 0 ? mesh : kept;
}
