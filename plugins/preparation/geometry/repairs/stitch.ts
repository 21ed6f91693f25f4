import type { Surface } from '../surface.ts';
import { nextHalfEdge } from '../edges.ts';
import type { RepairChanges } from './changes.ts';
import { PointGrid } from './pointGrid.ts';

const weldTolerances = [1e-7, 1e-6, 1e-5, 1e-4];
/** The last one covers the deflection between two faces whose common curve was divided differently. */
const splitTolerances = [1e-5, 1e-4, 3e-4];
const splitRounds = 4;

interface Border {
  /** Half-edges whose edge has no other facet. */
  halves: number[];
  /** The vertices on those edges. */
  vertices: number[];
}

function borderOf({ edges, positions, triangles }: Surface): Border {
  const halves: number[] = [];
  const seen = new Uint8Array(positions.length / 3);
  const vertices: number[] = [];
  for (const half of edges.irregular()) {
    if (edges.uses(edges.ofHalfEdge(half)) !== 1) continue;
    halves.push(half);
    for (const vertex of [triangles[half] ?? 0, triangles[nextHalfEdge(half)] ?? 0]) {
      if (seen[vertex] === 0) vertices.push(vertex);
      seen[vertex] = 1;
    }
  }
  return { halves, vertices };
}

/**
 * Merges vertices along open edges that are nearer than a small share of the diagonal. The tolerance grows from 1e-7
 * to 1e-4 as long as this closes edges. Vertices of closed surfaces never move.
 */
export function weldBorders(surface: Surface, changes: RepairChanges): void {
  let border = borderOf(surface);
  if (border.halves.length === 0) return;
  const near = facetsAt(surface, border.vertices);
  const target = new Int32Array(surface.positions.length / 3).fill(-1);
  for (const tolerance of weldTolerances) {
    if (border.halves.length === 0) break;
    for (const vertex of border.vertices) target[vertex] = -1;
    const merged = mergeTargets(surface, border, tolerance * surface.diagonal, target);
    if (merged === 0) continue;
    const undo = mergeInto(surface, near, target);
    for (const vertex of border.vertices) target[vertex] = -1;
    const after = borderOf(surface);
    if (after.halves.length >= border.halves.length) {
      undo();
      continue;
    }
    changes.verticesMerged += merged;
    border = after;
  }
}

/** The facets with one of these vertices. */
function facetsAt({ positions, triangles }: Surface, vertices: readonly number[]): number[] {
  const wanted = new Uint8Array(positions.length / 3);
  for (const vertex of vertices) wanted[vertex] = 1;
  const facets: number[] = [];
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = wanted[triangles[corner] ?? 0] ?? 0;
    const b = wanted[triangles[corner + 1] ?? 0] ?? 0;
    const c = wanted[triangles[corner + 2] ?? 0] ?? 0;
    if ((a | b | c) === 1) facets.push(corner / 3);
  }
  return facets;
}

/** Writes into `target` the vertex that replaces each border vertex, and returns how many are merged. */
function mergeTargets({ positions, edges }: Surface, border: Border, tolerance: number, target: Int32Array): number {
  const grid = new PointGrid(positions, border.vertices, tolerance);
  let merged = 0;
  for (const vertex of border.vertices) {
    if (target[vertex] !== -1) continue;
    target[vertex] = vertex;
    const x = positions[vertex * 3] ?? 0;
    const y = positions[vertex * 3 + 1] ?? 0;
    const z = positions[vertex * 3 + 2] ?? 0;
    grid.near(x, y, z, tolerance, (other) => {
      // Merging the ends of an edge would remove a facet from the surface.
      if (target[other] !== -1 || edges.find(vertex, other) >= 0) return;
      target[other] = vertex;
      merged++;
    });
  }
  return merged;
}

/** Replaces the vertices by their targets, and returns a function that undoes it. */
function mergeInto(surface: Surface, near: readonly number[], target: Int32Array): () => void {
  const { triangles } = surface;
  const facets: number[] = [];
  const before: number[] = [];
  const after: number[] = [];
  for (const facet of near) {
    let moved = false;
    for (let corner = facet * 3; corner < facet * 3 + 3; corner++) {
      const vertex = triangles[corner] ?? 0;
      const to = target[vertex] ?? -1;
      moved ||= to !== -1 && to !== vertex;
    }
    if (!moved) continue;
    facets.push(facet);
    for (let corner = facet * 3; corner < facet * 3 + 3; corner++) {
      const vertex = triangles[corner] ?? 0;
      const to = target[vertex] ?? -1;
      before.push(vertex);
      after.push(to === -1 ? vertex : to);
    }
  }
  surface.change(facets, after);
  return () => surface.change(facets, before);
}

/** Divides facets along open edges at border vertices on those edges, so that both sides meet vertex by vertex. */
export function splitTJunctions(surface: Surface, changes: RepairChanges): void {
  let border = borderOf(surface);
  for (const tolerance of splitTolerances) {
    for (let round = 0; round < splitRounds && border.halves.length > 0; round++) {
      const { divided, added } = divisions(surface, border, tolerance * surface.diagonal);
      if (divided.length === 0) break;
      const whole = divided.flatMap((facet) => [...surface.triangles.subarray(facet * 3, facet * 3 + 3)]);
      surface.drop(divided);
      const first = surface.append(added);
      const after = borderOf(surface);
      if (after.halves.length >= border.halves.length) {
        surface.dropFrom(first);
        surface.change(divided, whole);
        break;
      }
      changes.edgesSplit += added.length / 3 - divided.length;
      border = after;
    }
  }
}

/** The facets to divide, and the corners of those that replace them. */
function divisions(
  { positions, triangles }: Surface,
  border: Border,
  tolerance: number,
): { divided: number[]; added: number[] } {
  const grid = new PointGrid(positions, border.vertices, averageLength(positions, triangles, border) + tolerance);
  const added: number[] = [];
  const divided = new Set<number>();
  for (const half of border.halves) {
    const facet = (half / 3) | 0;
    // A facet with two such edges is divided again in the next round.
    if (divided.has(facet)) continue;
    const from = triangles[half] ?? 0;
    const to = triangles[nextHalfEdge(half)] ?? 0;
    const apex = triangles[nextHalfEdge(nextHalfEdge(half))] ?? 0;
    const on = verticesOn(positions, grid, from, to, apex, tolerance);
    if (on.length === 0) continue;
    divided.add(facet);
    let previous = from;
    for (const { vertex } of on) {
      added.push(previous, vertex, apex);
      previous = vertex;
    }
    added.push(previous, to, apex);
  }
  return { divided: [...divided], added };
}

function averageLength(positions: Float32Array, triangles: Uint32Array, border: Border): number {
  let sum = 0;
  for (const half of border.halves) {
    const a = (triangles[half] ?? 0) * 3;
    const b = (triangles[nextHalfEdge(half)] ?? 0) * 3;
    sum += Math.hypot(
      (positions[a] ?? 0) - (positions[b] ?? 0),
      (positions[a + 1] ?? 0) - (positions[b + 1] ?? 0),
      (positions[a + 2] ?? 0) - (positions[b + 2] ?? 0),
    );
  }
  return sum / border.halves.length;
}

function verticesOn(
  positions: Float32Array,
  grid: PointGrid,
  from: number,
  to: number,
  apex: number,
  tolerance: number,
): { vertex: number; along: number }[] {
  const ax = positions[from * 3] ?? 0;
  const ay = positions[from * 3 + 1] ?? 0;
  const az = positions[from * 3 + 2] ?? 0;
  const dx = (positions[to * 3] ?? 0) - ax;
  const dy = (positions[to * 3 + 1] ?? 0) - ay;
  const dz = (positions[to * 3 + 2] ?? 0) - az;
  const length = Math.hypot(dx, dy, dz);
  const on: { vertex: number; along: number }[] = [];
  if (length <= tolerance * 2) return on;
  grid.nearSegment(ax, ay, az, dx, dy, dz, tolerance, (vertex) => {
    if (vertex === from || vertex === to || vertex === apex) return;
    const px = (positions[vertex * 3] ?? 0) - ax;
    const py = (positions[vertex * 3 + 1] ?? 0) - ay;
    const pz = (positions[vertex * 3 + 2] ?? 0) - az;
    const along = (px * dx + py * dy + pz * dz) / length;
    if (along <= tolerance || along >= length - tolerance) return;
    const share = along / length;
    if (Math.hypot(px - dx * share, py - dy * share, pz - dz * share) <= tolerance) on.push({ vertex, along });
  });
  return on.sort((a, b) => a.along - b.along);
}
