import { Edges, nextHalfEdge } from './edges.ts';
import type { Mesh } from './mesh.ts';
import { PointGrid } from './repairs/pointGrid.ts';

/** Two numbers of a file that were meant to be the same differ by at most so many steps of its largest number. */
const mostSteps = 2;
/** Bits of the mantissa of a single-precision number. */
const mantissaBits = 23;

/**
 * Joins the points along open edges that differ by no more than the rounding of the file's own numbers: programs that
 * calculate both sides of a seam on their own, or change the unit, write such files. Works on the arrays of the mesh.
 */
export function joinRounded(mesh: Mesh): Mesh {
  if (balances(mesh.triangles)) return mesh;
  const edges = new Edges(mesh);
  const target = targetsOf(mesh, edges);
  edges.release();
  return target ? merged(mesh, target) : mesh;
}

/**
 * Every side of a facet runs opposite to that of its neighbour. Numbers made of the sides, added up with their
 * direction, make 0 then; on a surface with a hole they practically never do.
 */
function balances(triangles: Uint32Array): boolean {
  let sum = 0;
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = triangles[corner] ?? 0;
    const b = triangles[corner + 1] ?? 0;
    const c = triangles[corner + 2] ?? 0;
    sum = (sum + side(a, b) + side(b, c) + side(c, a)) | 0;
  }
  return sum === 0;
}

function side(from: number, to: number): number {
  const forward = from < to;
  const mixed = Math.imul(forward ? from : to, 0x9e3779b1) ^ Math.imul((forward ? to : from) ^ 0x5bd1e995, 0x85ebca77);
  const number = Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f);
  return forward ? number : -number;
}

/** For each vertex the one that it becomes, or -1; nothing where no two are that near. */
function targetsOf({ positions, triangles }: Mesh, edges: Edges): Int32Array | undefined {
  const target = new Int32Array(positions.length / 3).fill(-1);
  const border: number[] = [];
  for (const half of edges.irregular()) {
    if (edges.uses(edges.ofHalfEdge(half)) !== 1) continue;
    for (const vertex of [triangles[half] ?? 0, triangles[nextHalfEdge(half)] ?? 0]) {
      if (target[vertex] === -1) border.push(vertex);
      target[vertex] = vertex;
    }
  }
  let largest = 0;
  for (let at = 0; at < positions.length; at++) largest = Math.max(largest, Math.abs(positions[at] ?? 0));
  if (border.length === 0 || !(largest > 0)) return undefined;
  const reach = mostSteps * 2 ** (Math.floor(Math.log2(largest)) - mantissaBits);
  const grid = new PointGrid(positions, border, reach);
  let joined = false;
  for (const vertex of border) {
    if (target[vertex] !== vertex) continue;
    const at = vertex * 3;
    grid.near(positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0, reach, (other) => {
      // The ends of an edge stay apart: their facet would lose its area.
      if (other <= vertex || target[other] !== other || edges.find(vertex, other) >= 0) return;
      target[other] = vertex;
      joined = true;
    });
  }
  return joined ? target : undefined;
}

function merged({ positions, triangles }: Mesh, target: Int32Array): Mesh {
  const number = new Uint32Array(target.length);
  let vertices = 0;
  for (let vertex = 0; vertex < target.length; vertex++) {
    const to = target[vertex] ?? -1;
    if (to !== -1 && to !== vertex) {
      // A target comes before what becomes it.
      number[vertex] = number[to] ?? 0;
      continue;
    }
    positions.copyWithin(vertices * 3, vertex * 3, vertex * 3 + 3);
    number[vertex] = vertices++;
  }
  for (let corner = 0; corner < triangles.length; corner++) triangles[corner] = number[triangles[corner] ?? 0] ?? 0;
  return { positions: positions.subarray(0, vertices * 3), triangles };
}
