import { boundsOf, diagonalOf, type Mesh } from '../mesh.ts';
import { DisjointSets } from '../disjointSets.ts';
import { halfEdgeMates, nextCorner } from './mates.ts';

/** Cosine of the angle between two facets above which their edge is sharp: 30°. */
const smoothCosine = Math.cos(Math.PI / 6);
/** A facet with less height than this share of the diagonal has no reliable direction. */
const flatShare = 2e-5;
/** Maximum number of flat facets to pass to find one with a direction. */
const mostFlatInRow = 8;

/**
 * The same facets with a separate vertex for each smooth piece of surface at a point. `from`: the original vertex of
 * each.
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
    if (agree < smoothCosine) continue;
    const next = nextCorner(half);
    const mateNext = nextCorner(mate);
    // Neighbours run in opposite directions along their edge, unless one of them is inside out.
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

/** Unit normal of each facet. A nearly flat facet gets that of its neighbour across its longest side. */
function facetDirections(mesh: Mesh, mates: Int32Array): Float32Array {
  const { positions, triangles } = mesh;
  const least = diagonalOf(boundsOf(mesh)) * flatShare;
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
    for (let step = 0; step < mostFlatInRow && flat.has(facet); step++) {
      const mate = mates[flat.get(facet) ?? 0] ?? -1;
      if (mate < 0) break;
      facet = mate - (mate % 3);
    }
    if (!flat.has(facet)) directions.copyWithin(corner, facet, facet + 3);
  }
  return directions;
}
