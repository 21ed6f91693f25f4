import type { Mesh } from './mesh.ts';

/** The directions of the result's axes in the coordinates of the file: three rows of a proper rotation. */
export type Rotation = readonly [
  xx: number,
  xy: number,
  xz: number,
  yx: number,
  yy: number,
  yz: number,
  zx: number,
  zy: number,
  zz: number,
];

export const unturned: Rotation = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** The matrix of 16 numbers, column by column, that turns and then moves a point of the file. */
export function placementOf(rotation: Rotation, move: readonly [x: number, y: number, z: number]): number[] {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = rotation;
  return [xx, yx, zx, 0, xy, yy, zy, 0, xz, yz, zz, 0, ...move, 1];
}

/** The mesh moved by a placement; computed in double precision, kept in single. */
export function placeMesh(mesh: Mesh, placement: readonly number[]): Mesh {
  const [xx = 0, yx = 0, zx = 0, , xy = 0, yy = 0, zy = 0, , xz = 0, yz = 0, zz = 0, , tx = 0, ty = 0, tz = 0] =
    placement;
  const source = mesh.positions;
  const positions = new Float32Array(source.length);
  for (let at = 0; at < source.length; at += 3) {
    const x = source[at] ?? 0;
    const y = source[at + 1] ?? 0;
    const z = source[at + 2] ?? 0;
    positions[at] = xx * x + xy * y + xz * z + tx;
    positions[at + 1] = yx * x + yy * y + yz * z + ty;
    positions[at + 2] = zx * x + zy * y + zz * z + tz;
  }
  return { positions, triangles: mesh.triangles };
}

/** Lowest and highest x, y and z of the turned points: [minX, minY, minZ, maxX, maxY, maxZ]. */
export function turnedBounds(points: Float32Array, rotation: Rotation): Float64Array {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = rotation;
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let at = 0; at < points.length; at += 3) {
    const px = points[at] ?? 0;
    const py = points[at + 1] ?? 0;
    const pz = points[at + 2] ?? 0;
    const x = xx * px + xy * py + xz * pz;
    const y = yx * px + yy * py + yz * pz;
    const z = zx * px + zy * py + zz * pz;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  return Float64Array.of(minX, minY, minZ, maxX, maxY, maxZ);
}
