import { hullTriangles } from './hull/quickhull.ts';
import { boundsOf, diagonalOf, type Mesh } from './mesh.ts';

/** A convex hull as a closed mesh with only the vertices it needs. */
export interface Hull extends Mesh {
  /** The triangle across the edge from each corner to the next; -1 on the edges of a flat hull. */
  readonly across: Int32Array;
}

/**
 * The convex hull of the vertices that facets use. Exact: no vertex of the part is outside. A flat part gives both
 * faces of its outline; a part on one line gives its two ends and no facet.
 */
export function convexHull(mesh: Mesh): Hull {
  const points = usedPoints(mesh);
  const { triangles: found, across } = hullTriangles(points);
  if (found.length === 0) return { positions: ends(points), triangles: found, across };
  const numbers = new Int32Array(points.length / 3).fill(-1);
  const triangles = new Uint32Array(found.length);
  let count = 0;
  for (let i = 0; i < found.length; i++) {
    const point = found[i] ?? 0;
    let number = numbers[point] ?? -1;
    if (number < 0) {
      number = count++;
      numbers[point] = number;
    }
    triangles[i] = number;
  }
  const positions = new Float32Array(count * 3);
  for (let point = 0; point < numbers.length; point++) {
    const number = numbers[point] ?? -1;
    if (number >= 0) positions.set(points.subarray(point * 3, point * 3 + 3), number * 3);
  }
  return { positions, triangles, across };
}

/** Volume enclosed by a hull, mm³. */
export function hullVolume(hull: Hull): number {
  const { positions, triangles } = hull;
  const ox = positions[0] ?? 0;
  const oy = positions[1] ?? 0;
  const oz = positions[2] ?? 0;
  let six = 0;
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = (triangles[corner] ?? 0) * 3;
    const b = (triangles[corner + 1] ?? 0) * 3;
    const c = (triangles[corner + 2] ?? 0) * 3;
    const ax = (positions[a] ?? 0) - ox;
    const ay = (positions[a + 1] ?? 0) - oy;
    const az = (positions[a + 2] ?? 0) - oz;
    const bx = (positions[b] ?? 0) - ox;
    const by = (positions[b + 1] ?? 0) - oy;
    const bz = (positions[b + 2] ?? 0) - oz;
    const cx = (positions[c] ?? 0) - ox;
    const cy = (positions[c + 1] ?? 0) - oy;
    const cz = (positions[c + 2] ?? 0) - oz;
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return six / 6;
}

/** A flat side of a hull: neighbouring triangles on one plane. */
export interface HullSide {
  /** Of length 1, outward. */
  normal: readonly [x: number, y: number, z: number];
  areaMm2: number;
}

/**
 * The flat sides of a hull, largest first. Triangles that differ only by rounding to single precision count as one
 * plane.
 */
export function hullSides(hull: Hull): HullSide[] {
  const { positions, triangles } = hull;
  const count = triangles.length / 3;
  const bounds = boundsOf(hull);
  const farthest = bounds.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const tolerance = Math.max(diagonalOf(bounds) * 1e-6, farthest * 2 ** -22);
  // For each triangle, its normal times twice its area.
  const normals = new Float64Array(count * 3);
  const areas = new Float64Array(count);
  for (let facet = 0; facet < count; facet++) {
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
    normals[facet * 3] = nx;
    normals[facet * 3 + 1] = ny;
    normals[facet * 3 + 2] = nz;
    areas[facet] = Math.sqrt(nx * nx + ny * ny + nz * nz);
  }
  // Slivers have no reliable direction, so the largest triangle of a plane defines the plane.
  const order = Uint32Array.from(areas.keys()).sort((f, g) => (areas[g] ?? 0) - (areas[f] ?? 0) || f - g);
  const taken = new Uint8Array(count);
  const sides: HullSide[] = [];
  for (const seed of order) {
    if (taken[seed] === 1) continue;
    taken[seed] = 1;
    const size = areas[seed] ?? 0;
    const [nx = 0, ny = 0, nz = 0] = normals.subarray(seed * 3, seed * 3 + 3).map((part) => part / size);
    const heightOf = (corner: number): number => {
      const at = (triangles[corner] ?? 0) * 3;
      return nx * (positions[at] ?? 0) + ny * (positions[at + 1] ?? 0) + nz * (positions[at + 2] ?? 0);
    };
    const level = heightOf(seed * 3);
    const members = [seed];
    const sum = [0, 0, 0];
    for (const facet of members) {
      for (let axis = 0; axis < 3; axis++) sum[axis] = (sum[axis] ?? 0) + (normals[facet * 3 + axis] ?? 0);
      for (let half = facet * 3; half < facet * 3 + 3; half++) {
        const neighbour = hull.across[half] ?? -1;
        if (neighbour < 0 || taken[neighbour] === 1) continue;
        const off = [0, 1, 2].some((side) => Math.abs(heightOf(neighbour * 3 + side) - level) > tolerance);
        if (off) continue;
        taken[neighbour] = 1;
        members.push(neighbour);
      }
    }
    const [x = 0, y = 0, z = 0] = sum;
    const length = Math.hypot(x, y, z);
    if (length > 0) sides.push({ normal: [x / length, y / length, z / length], areaMm2: length / 2 });
  }
  return sides.sort((one, other) => other.areaMm2 - one.areaMm2);
}

function usedPoints(mesh: Mesh): Float64Array {
  const { positions, triangles } = mesh;
  const used = new Uint8Array(positions.length / 3);
  for (let i = 0; i < triangles.length; i++) used[triangles[i] ?? 0] = 1;
  const points = new Float64Array(positions.length);
  let at = 0;
  for (let vertex = 0; vertex < used.length; vertex++) {
    if (used[vertex] === 0) continue;
    points[at++] = positions[vertex * 3] ?? 0;
    points[at++] = positions[vertex * 3 + 1] ?? 0;
    points[at++] = positions[vertex * 3 + 2] ?? 0;
  }
  return points.subarray(0, at);
}

/** The first and the last of points on a line. */
function ends(points: Float64Array): Float32Array {
  let first = 0;
  let last = 0;
  const before = (a: number, b: number): boolean => {
    for (let axis = 0; axis < 3; axis++) {
      const difference = (points[a + axis] ?? 0) - (points[b + axis] ?? 0);
      if (difference !== 0) return difference < 0;
    }
    return false;
  };
  for (let at = 0; at < points.length; at += 3) {
    if (before(at, first)) first = at;
    if (before(last, at)) last = at;
  }
  return Float32Array.of(...points.subarray(first, first + 3), ...points.subarray(last, last + 3));
}
