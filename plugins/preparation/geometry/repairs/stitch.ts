import { boundsOf, diagonalOf, type Mesh } from '../mesh.ts';
import { Edges } from '../topology.ts';
import type { RepairChanges } from './changes.ts';
import { PointGrid } from './point-grid.ts';

const WELD_TOLERANCES = [1e-7, 1e-6, 1e-5, 1e-4];
/** The last one reaches over the deflection between two faces whose common curve was divided differently. */
const SPLIT_TOLERANCES = [1e-5, 1e-4, 3e-4];
const SPLIT_ROUNDS = 4;

interface Border {
  edges: Edges;
  /** Half-edges whose edge has no other facet. */
  halves: number[];
  /** The vertices on those edges. */
  vertices: number[];
}

function borderOf(mesh: Mesh): Border {
  const edges = new Edges(mesh);
  const halves: number[] = [];
  const seen = new Uint8Array(mesh.positions.length / 3);
  const vertices: number[] = [];
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.uses(edge) !== 1) continue;
    const half = edges.firstHalfEdge(edge);
    halves.push(half);
    for (const vertex of [mesh.triangles[half] ?? 0, mesh.triangles[nextCorner(half)] ?? 0]) {
      if (seen[vertex] === 0) vertices.push(vertex);
      seen[vertex] = 1;
    }
  }
  return { edges, halves, vertices };
}

const nextCorner = (half: number): number => (half % 3 === 2 ? half - 2 : half + 1);

/**
 * Merges vertices along open edges that lie closer than a small part of the part's diagonal, the tolerance growing
 * from 1e-7 to 1e-4 as long as that closes edges. Vertices of closed surfaces never move.
 */
export function weldBorders(mesh: Mesh, changes: RepairChanges): Mesh {
  const diagonal = diagonalOf(boundsOf(mesh));
  let current = mesh;
  let border = borderOf(current);
  for (const tolerance of WELD_TOLERANCES) {
    if (border.halves.length === 0) break;
    const { mesh: welded, merged } = mergeNear(current, border, tolerance * diagonal);
    if (merged === 0) continue;
    const after = borderOf(welded);
    if (after.halves.length >= border.halves.length) continue;
    changes.verticesMerged += merged;
    current = welded;
    border = after;
  }
  return current;
}

function mergeNear(mesh: Mesh, border: Border, tolerance: number): { mesh: Mesh; merged: number } {
  const { positions, triangles } = mesh;
  const grid = new PointGrid(positions, border.vertices, tolerance);
  const target = new Int32Array(positions.length / 3).fill(-1);
  let merged = 0;
  for (const vertex of border.vertices) {
    if (target[vertex] !== -1) continue;
    target[vertex] = vertex;
    const x = positions[vertex * 3] ?? 0;
    const y = positions[vertex * 3 + 1] ?? 0;
    const z = positions[vertex * 3 + 2] ?? 0;
    grid.near(x, y, z, tolerance, (other) => {
      // Merging the ends of an edge would take a facet out of the surface.
      if (target[other] !== -1 || border.edges.find(vertex, other) >= 0) return;
      target[other] = vertex;
      merged++;
    });
  }
  if (merged === 0) return { mesh, merged };
  const corners = triangles.map((vertex) => {
    const to = target[vertex] ?? -1;
    return to === -1 ? vertex : to;
  });
  return { mesh: { positions, triangles: corners }, merged };
}

/** Divides facets along open edges at border vertices that lie on those edges, so that both sides meet vertex by vertex. */
export function splitTJunctions(mesh: Mesh, changes: RepairChanges): Mesh {
  const diagonal = diagonalOf(boundsOf(mesh));
  let current = mesh;
  let border = borderOf(current);
  for (const tolerance of SPLIT_TOLERANCES) {
    for (let round = 0; round < SPLIT_ROUNDS && border.halves.length > 0; round++) {
      const { mesh: split, splits } = splitOnce(current, border, tolerance * diagonal);
      if (splits === 0) break;
      const after = borderOf(split);
      if (after.halves.length >= border.halves.length) break;
      changes.edgesSplit += splits;
      current = split;
      border = after;
    }
  }
  return current;
}

function splitOnce(mesh: Mesh, border: Border, tolerance: number): { mesh: Mesh; splits: number } {
  const { positions, triangles } = mesh;
  const grid = new PointGrid(positions, border.vertices, averageLength(mesh, border) + tolerance);
  const added: number[] = [];
  const divided = new Set<number>();
  for (const half of border.halves) {
    const facet = (half / 3) | 0;
    // A facet with two such edges is divided again in the next round.
    if (divided.has(facet)) continue;
    const from = triangles[half] ?? 0;
    const to = triangles[nextCorner(half)] ?? 0;
    const apex = triangles[nextCorner(nextCorner(half))] ?? 0;
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
  if (divided.size === 0) return { mesh, splits: 0 };
  const corners = new Uint32Array(triangles.length - divided.size * 3 + added.length);
  let at = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    if (divided.has(i / 3)) continue;
    for (let side = 0; side < 3; side++) corners[at++] = triangles[i + side] ?? 0;
  }
  corners.set(added, at);
  return { mesh: { positions, triangles: corners }, splits: added.length / 3 - divided.size };
}

function averageLength(mesh: Mesh, border: Border): number {
  const { positions, triangles } = mesh;
  let sum = 0;
  for (const half of border.halves) {
    const a = (triangles[half] ?? 0) * 3;
    const b = (triangles[nextCorner(half)] ?? 0) * 3;
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
