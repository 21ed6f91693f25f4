import type { Surface } from '../surface.ts';
import { duplicateFacets } from '../duplicates.ts';
import { nextHalfEdge } from '../edges.ts';
import { namesVertexTwice } from '../mesh.ts';
import { noEdge, shellsOf } from '../shells.ts';
import { isFlat } from '../verify.ts';
import type { RepairChanges } from './changes.ts';

/** Whether a facet names a vertex twice or has its corners on one line. */
function isFlatFacet(positions: Float32Array, triangles: Uint32Array, facet: number): boolean {
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
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  return isFlat(nx * nx + ny * ny + nz * nz, uu > vv ? uu : vv);
}

/** A chain of flat facets is removed from its ends, one facet in each round. */
const flipRounds = 6;

/**
 * Removes facets without area among those that changed since the last call. A facet whose corners lie on a line is
 * first flipped into the neighbour across its longest edge, which removes it without opening the surface.
 */
export function removeDegenerate(surface: Surface, changes: RepairChanges): void {
  const { positions } = surface;
  const flat = new Set<number>();
  const inspect = (facet: number): void => {
    if (isFlatFacet(positions, surface.triangles, facet)) flat.add(facet);
    else if (flat.size > 0) flat.delete(facet);
  };
  surface.visitTouched(inspect);
  if (flat.size === 0) return;
  changes.degenerateRemoved += flat.size;
  for (let round = 0; round < flipRounds && flat.size > 0; round++) {
    if (flipFlat(surface, flat) === 0) break;
    surface.visitTouched(inspect);
  }
  surface.drop(flat);
}

/** Flips flat facets into their neighbours, each facet at most once, and returns how many. */
function flipFlat(surface: Surface, flat: ReadonlySet<number>): number {
  const { edges } = surface;
  const moved = new Set<number>();
  for (const facet of [...flat].sort((a, b) => a - b)) {
    const { triangles } = surface;
    if (moved.has(facet) || namesVertexTwice(triangles, facet)) continue;
    const long = longestSide(surface, facet);
    const edge = edges.ofHalfEdge(long);
    const mate = edges.mate(edge, long);
    const other = (mate / 3) | 0;
    if (mate < 0 || flat.has(other) || moved.has(other) || !edges.isPaired(edge)) continue;
    const c = triangles[long] ?? 0;
    const a = triangles[mate] ?? 0;
    const b = triangles[nextHalfEdge(nextHalfEdge(long))] ?? 0;
    const d = triangles[nextHalfEdge(nextHalfEdge(mate))] ?? 0;
    if (b === d || edges.find(b, d) >= 0) continue;
    surface.change([facet, other], [a, b, d, b, c, d]);
    moved.add(facet).add(other);
  }
  return moved.size;
}

function longestSide({ positions, triangles }: Surface, facet: number): number {
  let longest = -1;
  let longestHalf = facet * 3;
  for (let half = facet * 3; half < facet * 3 + 3; half++) {
    const a = (triangles[half] ?? 0) * 3;
    const b = (triangles[nextHalfEdge(half)] ?? 0) * 3;
    const length = Math.hypot(
      (positions[a] ?? 0) - (positions[b] ?? 0),
      (positions[a + 1] ?? 0) - (positions[b + 1] ?? 0),
      (positions[a + 2] ?? 0) - (positions[b + 2] ?? 0),
    );
    if (length <= longest) continue;
    longest = length;
    longestHalf = half;
  }
  return longestHalf;
}

/**
 * Keeps one of several equal facets, in the direction that its neighbours need. A facet and its reverse that no
 * neighbour needs (the wall between two solids with a common face) are both removed.
 */
export function removeDuplicates(surface: Surface, changes: RepairChanges): void {
  const { edges, triangles } = surface;
  if (edges.irregularCount === 0) return;
  const removed = new Set<number>();
  for (const group of duplicateFacets(edges)) {
    const first = group[0] ?? 0;
    const forwards = group.map((facet) => runsLike(triangles, first, facet));
    let balance = forwards.reduce((sum, same) => sum + (same ? 1 : -1), 0);
    if (balance === 0) {
      // Whether the rest of each edge, without this group, lacks a facet in the direction of the first one, or in the
      // opposite direction.
      for (let half = first * 3; half < first * 3 + 3; half++) {
        const imbalance = edges.imbalance(edges.ofHalfEdge(half));
        balance -= (triangles[half] ?? 0) < (triangles[nextHalfEdge(half)] ?? 0) ? imbalance : -imbalance;
      }
    }
    let kept = balance === 0;
    group.forEach((facet, i) => {
      if (!kept && forwards[i] === balance > 0) kept = true;
      else removed.add(facet);
    });
  }
  if (removed.size === 0) return;
  changes.duplicatesRemoved += removed.size;
  surface.drop(removed);
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

/** An open patch is a fin when it is smaller than this share of the shell that it is attached to. */
const finShare = 0.25;

/** Removes small open patches that are attached to an edge of an otherwise closed surface. */
export function removeFins(surface: Surface, changes: RepairChanges): void {
  const { edges } = surface;
  const openFacets: number[] = [];
  const hangingFacets: number[] = [];
  for (const first of edges.irregular()) {
    const edge = edges.ofHalfEdge(first);
    const uses = edges.uses(edge);
    if (uses === 1) openFacets.push((first / 3) | 0);
    else if (uses > 2 && uses % 2 === 1) for (const half of edges.halfEdges(edge)) hangingFacets.push((half / 3) | 0);
  }
  if (hangingFacets.length === 0) return;

  const patches = shellsOf(edges, (edge) => edges.uses(edge) <= 2);
  const shells = shellsOf(edges);
  const patchSize = new Uint32Array(patches.count);
  const shellSize = new Uint32Array(shells.count);
  const shellOfPatch = new Uint32Array(patches.count);
  const patchOf = (facet: number): number => patches.ofFacet[facet] ?? noEdge;
  for (let facet = 0; facet < patches.ofFacet.length; facet++) {
    const patch = patchOf(facet);
    const shell = shells.ofFacet[facet] ?? noEdge;
    if (patch === noEdge || shell === noEdge) continue;
    patchSize[patch] = (patchSize[patch] ?? 0) + 1;
    shellSize[shell] = (shellSize[shell] ?? 0) + 1;
    shellOfPatch[patch] = shell;
  }
  const open = new Set(openFacets.map(patchOf));
  const fins = new Set(
    hangingFacets
      .map(patchOf)
      .filter(
        (patch) => open.has(patch) && (patchSize[patch] ?? 0) < finShare * (shellSize[shellOfPatch[patch] ?? 0] ?? 0),
      ),
  );
  if (fins.size === 0) return;
  const removed: number[] = [];
  for (let facet = 0; facet < patches.ofFacet.length; facet++) if (fins.has(patchOf(facet))) removed.push(facet);
  changes.finsRemoved += removed.length;
  surface.drop(removed);
}
