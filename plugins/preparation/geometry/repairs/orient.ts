import { nestingDepths } from '../nesting.ts';
import type { Surface } from '../surface.ts';
import { nextHalfEdge } from '../edges.ts';
import { DisjointSets } from '../disjointSets.ts';
import { noEdge, shellsOf } from '../shells.ts';
import { measureShells } from '../verify.ts';
import type { RepairChanges } from './changes.ts';

/** A neighbour of a patch of facets that agree with each other. */
interface Neighbour {
  patch: number;
  agrees: boolean;
}

/**
 * Makes neighbouring facets agree on the outside. Follows edges with two facets, and at edges with more the facet
 * that is next in angle. In each connected piece the minority is reversed.
 */
export function orientConsistently(surface: Surface, changes: RepairChanges): void {
  const { edges, triangles } = surface;
  const pairs = unsettledPairs(surface);
  if (!pairs) return;
  const patches = new DisjointSets(triangles.length / 3);
  edges.unite(patches, (edge) => edges.isPaired(edge));
  const neighbours = new Map<number, Neighbour[]>();
  const link = (from: number, patch: number, agrees: boolean): void => {
    const list = neighbours.get(from);
    if (list) list.push({ patch, agrees });
    else neighbours.set(from, [{ patch, agrees }]);
  };
  for (const [one, two] of pairs) {
    const a = patches.find((one / 3) | 0);
    const b = patches.find((two / 3) | 0);
    const agrees = startsLow(triangles, one) !== startsLow(triangles, two);
    link(a, b, agrees);
    link(b, a, agrees);
  }
  const turned = patchesToTurn(neighbours, sizesOf(surface, patches, neighbours));
  const facets: number[] = [];
  const isTurned = new Uint8Array(triangles.length / 3);
  for (const patch of turned) isTurned[patch] = 1;
  for (let facet = 0; facet < isTurned.length; facet++) if (isTurned[patches.find(facet)] === 1) facets.push(facet);
  patches.release();
  changes.facetsFlipped += facets.length;
  surface.reverse(facets);
}

/** Pairs of half-edges across an irregular edge; undefined when no facet needs to be reversed. */
function unsettledPairs(surface: Surface): [number, number][] | undefined {
  const { edges } = surface;
  const pairs: [number, number][] = [];
  let flipped = false;
  for (const first of edges.irregular()) {
    const edge = edges.ofHalfEdge(first);
    const uses = edges.uses(edge);
    if (uses < 2) continue;
    flipped ||= edges.imbalance(edge) !== 0;
    const halves = edges.halfEdges(edge);
    // Facets next to each other in angle enclose either material or air; an odd one stays single.
    const sorted = uses === 2 ? halves : sortByAngle(surface, halves);
    for (let i = 0; i + 1 < sorted.length; i += 2) pairs.push([sorted[i] ?? 0, sorted[i + 1] ?? 0]);
  }
  return flipped ? pairs : undefined;
}

/** Number of facets of each patch that has neighbours; a patch has the number of its lowest facet. */
function sizesOf(
  { triangles }: Surface,
  patches: DisjointSets,
  neighbours: ReadonlyMap<number, unknown>,
): Map<number, number> {
  const counts = new Uint32Array(triangles.length / 3);
  for (let facet = 0; facet < counts.length; facet++) {
    const patch = patches.find(facet);
    counts[patch] = (counts[patch] ?? 0) + 1;
  }
  return new Map([...neighbours.keys()].map((patch) => [patch, counts[patch] ?? 0]));
}

function patchesToTurn(
  neighbours: ReadonlyMap<number, readonly Neighbour[]>,
  sizes: ReadonlyMap<number, number>,
): Set<number> {
  const turned = new Set<number>();
  const reversed = new Map<number, boolean>();
  for (const seed of [...neighbours.keys()].sort((a, b) => a - b)) {
    if (reversed.has(seed)) continue;
    reversed.set(seed, false);
    const piece = [seed];
    let total = 0;
    let reversedFacets = 0;
    for (const patch of piece) {
      const isReversed = reversed.get(patch) ?? false;
      const size = sizes.get(patch) ?? 0;
      total += size;
      if (isReversed) reversedFacets += size;
      for (const next of neighbours.get(patch) ?? []) {
        if (reversed.has(next.patch)) continue;
        reversed.set(next.patch, next.agrees ? isReversed : !isReversed);
        piece.push(next.patch);
      }
    }
    const wrong = reversedFacets * 2 <= total;
    for (const patch of piece) if (reversed.get(patch) === wrong) turned.add(patch);
  }
  return turned;
}

function startsLow(triangles: Uint32Array, half: number): boolean {
  return (triangles[half] ?? 0) < (triangles[nextHalfEdge(half)] ?? 0);
}

/** The half-edges of one edge in the order of their facets around it, starting with the smallest gap. */
function sortByAngle({ positions, triangles }: Surface, group: readonly number[]): number[] {
  const first = group[0] ?? 0;
  const u = triangles[first] ?? 0;
  const v = triangles[first % 3 === 2 ? first - 2 : first + 1] ?? 0;
  const at = (vertex: number, axis: number): number => positions[vertex * 3 + axis] ?? 0;
  const axis = [0, 1, 2].map((k) => at(v, k) - at(u, k));
  const [ax = 0, ay = 0, az = 0] = axis;
  const length = ax * ax + ay * ay + az * az || 1;
  const across = (half: number): [number, number, number] => {
    const base = half - (half % 3);
    const apex = triangles[base + ((half + 2) % 3)] ?? 0;
    const px = at(apex, 0) - at(u, 0);
    const py = at(apex, 1) - at(u, 1);
    const pz = at(apex, 2) - at(u, 2);
    const along = (px * ax + py * ay + pz * az) / length;
    return [px - ax * along, py - ay * along, pz - az * along];
  };
  const [ex, ey, ez] = across(first);
  const unit = Math.sqrt(length);
  const [fx, fy, fz] = [(ay * ez - az * ey) / unit, (az * ex - ax * ez) / unit, (ax * ey - ay * ex) / unit];
  const angles = group
    .map((half) => {
      const [px, py, pz] = across(half);
      return { half, angle: Math.atan2(px * fx + py * fy + pz * fz, px * ex + py * ey + pz * ez) };
    })
    .sort((a, b) => a.angle - b.angle);
  // Starts after the widest gap, so that the pairs are the narrow ones.
  let start = 0;
  let widest = -1;
  angles.forEach(({ angle }, i) => {
    const before = angles[(i + angles.length - 1) % angles.length]?.angle ?? 0;
    const gap = (angle - before + 4 * Math.PI) % (2 * Math.PI);
    if (gap > widest) {
      widest = gap;
      start = i;
    }
  });
  return [...angles.slice(start), ...angles.slice(0, start)].map(({ half }) => half);
}

/**
 * Which facets to reverse so that closed shells face outward; undefined when none. Cavities inside a solid face
 * inward and stay. Once a shell is inside out, the directions in the file cannot be trusted, and the shells nested in
 * it are turned by their depth too.
 */
export function shellsToTurn(surface: Surface, changes: RepairChanges): ((facet: number) => boolean) | undefined {
  const { edges, positions, triangles } = surface;
  const mesh = { positions, triangles };
  const shells = shellsOf(edges);
  const { facts } = measureShells(mesh, edges, shells);
  const { closed, volumes } = facts;
  if (volumes.every((volume, shell) => closed[shell] === 0 || volume >= 0)) return undefined;
  const depths = nestingDepths(mesh, shells, facts);
  const wrong = Array.from(
    volumes,
    (volume, shell) => closed[shell] === 1 && volume < 0 && (depths[shell] ?? 0) % 2 === 0,
  );
  if (!wrong.includes(true)) return undefined;
  const insideOut = wrong.flatMap((isWrong, shell) => (isWrong ? [shell] : []));
  for (let shell = 0; shell < shells.count; shell++) {
    const depth = depths[shell] ?? 0;
    if (closed[shell] === 0 || depth <= 0 || !insideOut.some((outer) => boxInside(facts.bounds, shell, outer)))
      continue;
    wrong[shell] = (volumes[shell] ?? 0) > 0 !== (depth % 2 === 0);
  }
  changes.shellsFlipped += wrong.filter(Boolean).length;
  return (facet) => wrong[shells.ofFacet[facet] ?? noEdge] ?? false;
}

function boxInside(bounds: Float64Array, inner: number, outer: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if ((bounds[inner * 6 + axis] ?? 0) <= (bounds[outer * 6 + axis] ?? 0)) return false;
    if ((bounds[inner * 6 + axis + 3] ?? 0) >= (bounds[outer * 6 + axis + 3] ?? 0)) return false;
  }
  return true;
}
