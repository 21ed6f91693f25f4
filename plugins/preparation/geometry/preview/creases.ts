import { boundsOf, diagonalOf, type Mesh } from '../mesh.ts';
import { DisjointSets } from '../disjoint-sets.ts';
import { halfEdgeMates, nextCorner } from './mates.ts';

/** Cosine of the angle between two facets beyond which the edge between them is sharp: 30°. */
const SMOOTH = Math.cos(Math.PI / 6);
/** Of the diagonal: a facet that is less high has no direction worth the name. */
const FLAT = 2e-5;
/** Flat facets in a row that are gone through to find one with a direction. */
const ROW = 8;

/**
 * The same facets with a vertex of its own for each smooth piece of surface that meets there. `from` names the
 * vertex that each one was.
 */
export function splitCreases(mesh: Mesh): { triangles: Uint32Array; from: Uint32Array } {
  const { triangles } = mesh;
  const mates = halfEdgeMates(triangles);
  const directions = facetDirections(mesh, mates);
  const corners = new DisjointSets(triangles.length);
  for (let half = 0; half < triangles.length; half++) {
    const mate = mates[half] ?? -1;
    if (mate < half) continue;
    const f = half - (half % 3);
    const g = mate - (mate % 3);
    const agree =
      (directions[f] ?? 0) * (directions[g] ?? 0) +
      (directions[f + 1] ?? 0) * (directions[g + 1] ?? 0) +
      (directions[f + 2] ?? 0) * (directions[g + 2] ?? 0);
    if (agree < SMOOTH) continue;
    const next = nextCorner(half);
    const mateNext = nextCorner(mate);
    // Mates run against each other, unless one of them is inside out.
    const same = triangles[half] === triangles[mateNext];
    corners.union(half, same ? mateNext : mate);
    corners.union(next, same ? mate : mateNext);
  }
  const split = new Uint32Array(triangles.length);
  const from = new Uint32Array(triangles.length);
  let vertices = 0;
  for (let corner = 0; corner < triangles.length; corner++) {
    const root = corners.find(corner);
    // The root is the lowest corner of its set.
    if (root === corner) from[vertices++] = triangles[corner] ?? 0;
    split[corner] = root === corner ? vertices - 1 : (split[root] ?? 0);
  }
  corners.release();
  return { triangles: split, from: from.subarray(0, vertices) };
}

/** Unit normal of each facet; a facet as good as flat has that of the one across its longest side. */
function facetDirections(mesh: Mesh, mates: Int32Array): Float32Array {
  const { positions, triangles } = mesh;
  const least = diagonalOf(boundsOf(mesh)) * FLAT;
  const directions = new Float32Array(triangles.length);
  /** The longest side of each flat facet, and the facet. */
  const flat = new Map<number, number>();
  const side = (from: number, to: number, axis: number) => (positions[to + axis] ?? 0) - (positions[from + axis] ?? 0);
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = (triangles[corner] ?? 0) * 3;
    const b = (triangles[corner + 1] ?? 0) * 3;
    const c = (triangles[corner + 2] ?? 0) * 3;
    const [ux, uy, uz] = [side(a, b, 0), side(a, b, 1), side(a, b, 2)];
    const [vx, vy, vz] = [side(a, c, 0), side(a, c, 1), side(a, c, 2)];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const length = Math.sqrt(x * x + y * y + z * z);
    const ab = Math.sqrt(ux * ux + uy * uy + uz * uz);
    const ca = Math.sqrt(vx * vx + vy * vy + vz * vz);
    const bc = Math.hypot(vx - ux, vy - uy, vz - uz);
    const longest = Math.max(ab, bc, ca);
    if (length > 0) {
      directions[corner] = x / length;
      directions[corner + 1] = y / length;
      directions[corner + 2] = z / length;
    }
    if (!(length > longest * least)) flat.set(corner, corner + (longest === ab ? 0 : longest === bc ? 1 : 2));
  }
  for (const corner of flat.keys()) {
    let facet = corner;
    for (let step = 0; step < ROW && flat.has(facet); step++) {
      const mate = mates[flat.get(facet) ?? 0] ?? -1;
      if (mate < 0) break;
      facet = mate - (mate % 3);
    }
    if (!flat.has(facet)) directions.copyWithin(corner, facet, facet + 3);
  }
  return directions;
}
