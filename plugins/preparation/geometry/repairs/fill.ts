import { projectLoop, triangulatePolygon } from '../polygon.ts';
import type { Surface } from '../surface.ts';
import { nextHalfEdge, type Edges } from '../edges.ts';
import type { RepairChanges } from './changes.ts';

/** Loops up to this length get the triangulation with the least area; longer ones are flattened and clipped. */
const leastAreaLimit = 260;
/** Maximum steps of the least-area search for all holes of a mesh. */
const leastAreaBudget = 2e8;

/**
 * Closes holes. Where an edge has more facets on one side than on the other, the missing ones are added, loop by
 * loop; the mesh must be oriented. A single loose facet is not a hole and stays.
 */
export function fillHoles(surface: Surface, changes: RepairChanges): void {
  const { edges, positions } = surface;
  const added: number[] = [];
  let budget = leastAreaBudget;
  for (const loop of missingLoops(surface)) {
    if (loop.length < 3 || isBackOfFacet(edges, loop)) continue;
    const cost = loop.length ** 3 / 6;
    const triples =
      loop.length <= leastAreaLimit && cost <= budget ? leastArea(positions, edges, loop) : flattened(positions, loop);
    if (loop.length <= leastAreaLimit) budget -= cost;
    if (!triples) continue;
    changes.holesFilled++;
    for (const index of triples) added.push(loop[index] ?? 0);
  }
  if (added.length === 0) return;
  changes.facetsAdded += added.length / 3;
  surface.append(added);
}

/** Closed loops of vertices, in the direction in which the missing facets must run. */
function missingLoops({ edges, triangles }: Surface): number[][] {
  const onward = new Map<number, number[]>();
  for (const half of edges.irregular()) {
    const imbalance = edges.imbalance(edges.ofHalfEdge(half));
    if (imbalance === 0) continue;
    const a = triangles[half] ?? 0;
    const b = triangles[nextHalfEdge(half)] ?? 0;
    // Too many forward facets (low to high) need facets that run backward.
    const from = imbalance > 0 ? Math.max(a, b) : Math.min(a, b);
    const to = imbalance > 0 ? Math.min(a, b) : Math.max(a, b);
    const list = onward.get(from) ?? [];
    for (let i = Math.min(Math.abs(imbalance), 64); i > 0; i--) list.push(to);
    onward.set(from, list);
  }

  const loops: number[][] = [];
  const place = new Map<number, number>();
  for (const start of onward.keys()) {
    const path: number[] = [];
    place.clear();
    let at: number | undefined = start;
    while (at !== undefined) {
      const seenAt = place.get(at);
      if (seenAt !== undefined) {
        // The path reached one of its own vertices again: the part between is a simple loop.
        const loop = path.splice(seenAt);
        for (const vertex of loop) place.delete(vertex);
        loops.push(loop);
      }
      place.set(at, path.length);
      path.push(at);
      at = onward.get(at)?.pop();
    }
  }
  return loops;
}

function isBackOfFacet(edges: Edges, loop: readonly number[]): boolean {
  if (loop.length !== 3) return false;
  const halves = loop.map((vertex, i) => {
    const edge = edges.find(vertex, loop[(i + 1) % 3] ?? 0);
    return edge >= 0 && edges.uses(edge) === 1 ? edges.firstHalfEdge(edge) : -1;
  });
  const facet = Math.floor((halves[0] ?? -1) / 3);
  return facet >= 0 && halves.every((half) => Math.floor(half / 3) === facet);
}

/** Triangulates a loop with minimum area by dynamic programming; avoids edges that the mesh already has. */
function leastArea(positions: Float32Array, edges: Edges, loop: readonly number[]): number[] {
  if (loop.length === 3) return [0, 1, 2];
  const n = loop.length;
  const x = Float64Array.from(loop, (vertex) => positions[vertex * 3] ?? 0);
  const y = Float64Array.from(loop, (vertex) => positions[vertex * 3 + 1] ?? 0);
  const z = Float64Array.from(loop, (vertex) => positions[vertex * 3 + 2] ?? 0);
  const cost = new Float64Array(n * n);
  const choice = new Int32Array(n * n);
  const size = extent(x) + extent(y) + extent(z);
  // Larger than any sum of areas, so that an existing edge is used again only when there is no other way.
  const penalty = size * size * n;

  for (let span = 2; span < n; span++) {
    for (let i = 0; i + span < n; i++) {
      const k = i + span;
      const ux = (x[k] ?? 0) - (x[i] ?? 0);
      const uy = (y[k] ?? 0) - (y[i] ?? 0);
      const uz = (z[k] ?? 0) - (z[i] ?? 0);
      let best = Infinity;
      let bestAt = i + 1;
      for (let j = i + 1; j < k; j++) {
        const vx = (x[j] ?? 0) - (x[i] ?? 0);
        const vy = (y[j] ?? 0) - (y[i] ?? 0);
        const vz = (z[j] ?? 0) - (z[i] ?? 0);
        const nx = uy * vz - uz * vy;
        const ny = uz * vx - ux * vz;
        const nz = ux * vy - uy * vx;
        const total = Math.sqrt(nx * nx + ny * ny + nz * nz) + (cost[i * n + j] ?? 0) + (cost[j * n + k] ?? 0);
        if (total < best) {
          best = total;
          bestAt = j;
        }
      }
      const closing = i === 0 && k === n - 1;
      if (!closing && edges.find(loop[i] ?? 0, loop[k] ?? 0) >= 0) best += penalty;
      cost[i * n + k] = best;
      choice[i * n + k] = bestAt;
    }
  }
  const triples: number[] = [];
  const open: [number, number][] = [[0, n - 1]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [i, k] = range;
    if (k - i < 2) continue;
    const j = choice[i * n + k] ?? i + 1;
    triples.push(i, j, k);
    open.push([i, j], [j, k]);
  }
  return triples;
}

function extent(values: Float64Array): number {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low;
}

function flattened(positions: Float32Array, loop: readonly number[]): number[] | undefined {
  const coordinates = new Float64Array(loop.length * 3);
  loop.forEach((vertex, i) => {
    for (let axis = 0; axis < 3; axis++) coordinates[i * 3 + axis] = positions[vertex * 3 + axis] ?? 0;
  });
  return triangulatePolygon(projectLoop(coordinates), [loop.map((_, i) => i)]);
}
