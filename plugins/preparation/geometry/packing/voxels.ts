import { boundsOf, type Mesh } from '../mesh.ts';

/** Along an axis: the part is at the low end of its voxels, in their middle, or at the high end. */
export type Alignment = -1 | 0 | 1;

/** A part as small cubes. */
export interface Voxels {
  /** Number of voxels along x, y and z of the file. */
  readonly size: readonly [x: number, y: number, z: number];
  /** 1 where the part is, x running fastest. */
  readonly filled: Uint8Array;
}

const emptyVoxel = 0;
const surfaceVoxel = 1;
const outsideVoxel = 2;

/** Number of voxels that cover a length with `margin` before and after it. */
export function voxelsAlong(length: number, margin: number, voxel: number): number {
  return Math.max(1, Math.ceil((length + 2 * margin) / voxel - 1e-9));
}

/** Length of the empty space before a part in the middle of its voxels; as much is after it. */
export function slackAround(length: number, margin: number, voxel: number): number {
  return Math.max(0, (voxelsAlong(length, margin, voxel) * voxel - length) / 2 - margin);
}

/**
 * Every voxel that is nearer than `margin` to the surface, and every voxel that the surface separates from the
 * outside; never too few. A hollow whose opening the margin closes counts as filled. `flat`: of the part's shadow on
 * the plate, in one layer.
 */
export function voxelise(
  mesh: Mesh,
  margin: number,
  voxel: number,
  alignment: readonly [Alignment, Alignment, Alignment],
  flat = false,
): Voxels {
  const bounds = boundsOf(mesh);
  if (flat) bounds[2] = bounds[5] = 0;
  const size = [0, 1, 2].map((axis) =>
    flat && axis === 2 ? 1 : voxelsAlong((bounds[axis + 3] ?? 0) - (bounds[axis] ?? 0), margin, voxel),
  );
  const [nx = 1, ny = 1, nz = 1] = size;
  const [ox = 0, oy = 0, oz = 0] = size.map((count, axis) => {
    if (flat && axis === 2) return -voxel / 2;
    const low = bounds[axis] ?? 0;
    const high = bounds[axis + 3] ?? 0;
    return (low + high - count * voxel) / 2 - (alignment[axis] ?? 0) * slackAround(high - low, margin, voxel);
  });
  const state = new Uint8Array(nx * ny * nz);
  const reach = voxel / 2 + margin;
  const { positions, triangles } = mesh;
  const corner = new Float64Array(9);
  for (let at = 0; at < triangles.length; at += 3) {
    for (let side = 0; side < 3; side++) {
      const vertex = (triangles[at + side] ?? 0) * 3;
      corner[side * 3] = (positions[vertex] ?? 0) - ox;
      corner[side * 3 + 1] = (positions[vertex + 1] ?? 0) - oy;
      corner[side * 3 + 2] = (flat ? 0 : (positions[vertex + 2] ?? 0)) - oz;
    }
    markTriangle(state, nx, ny, nz, corner, margin, reach, voxel);
  }
  floodOutside(state, nx, ny, nz);
  for (let i = 0; i < state.length; i++) state[i] = state[i] === outsideVoxel ? 0 : 1;
  return { size: [nx, ny, nz], filled: state };
}

/** Marks each voxel whose cube, enlarged by the margin, meets the triangle (separating axes). */
function markTriangle(
  state: Uint8Array,
  nx: number,
  ny: number,
  nz: number,
  corner: Float64Array,
  margin: number,
  reach: number,
  voxel: number,
): void {
  const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0] = corner;
  const first = (low: number): number => Math.max(0, Math.ceil((low - margin) / voxel) - 1);
  const last = (high: number, count: number): number => Math.min(count - 1, Math.floor((high + margin) / voxel));
  const x0 = first(Math.min(ax, bx, cx));
  const y0 = first(Math.min(ay, by, cy));
  const z0 = first(Math.min(az, bz, cz));
  const x1 = last(Math.max(ax, bx, cx), nx);
  const y1 = last(Math.max(ay, by, cy), ny);
  const z1 = last(Math.max(az, bz, cz), nz);
  // A triangle inside one voxel needs no test.
  if (x0 === x1 && y0 === y1 && z0 === z1) {
    state[(z0 * ny + y0) * nx + x0] = surfaceVoxel;
    return;
  }
  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = cx - ax;
  const vy = cy - ay;
  const vz = cz - az;
  const wx = cx - bx;
  const wy = cy - by;
  const wz = cz - bz;
  const px = uy * vz - uz * vy;
  const py = uz * vx - ux * vz;
  const pz = ux * vy - uy * vx;
  const planeReach = reach * (Math.abs(px) + Math.abs(py) + Math.abs(pz));
  for (let z = z0; z <= z1; z++) {
    const mz = (z + 0.5) * voxel;
    for (let y = y0; y <= y1; y++) {
      const my = (y + 0.5) * voxel;
      for (let x = x0; x <= x1; x++) {
        const at = (z * ny + y) * nx + x;
        if (state[at] === surfaceVoxel) continue;
        const dx = ax - (x + 0.5) * voxel;
        const dy = ay - my;
        const dz = az - mz;
        if (Math.abs(px * dx + py * dy + pz * dz) > planeReach) continue;
        if (
          apart(ux, uy, uz, dx, dy, dz, vx, vy, vz, reach) ||
          apart(vx, vy, vz, dx, dy, dz, ux, uy, uz, reach) ||
          apart(wx, wy, wz, dx + ux, dy + uy, dz + uz, -ux, -uy, -uz, reach)
        )
          continue;
        state[at] = surfaceVoxel;
      }
    }
  }
}

/**
 * True when an axis perpendicular to an edge (e) and to an axis of the cube around the origin separates cube and
 * triangle. d is a corner on the edge, and o leads from it to the opposite corner.
 */
function apart(
  ex: number,
  ey: number,
  ez: number,
  dx: number,
  dy: number,
  dz: number,
  ox: number,
  oy: number,
  oz: number,
  reach: number,
): boolean {
  const fx = Math.abs(ex);
  const fy = Math.abs(ey);
  const fz = Math.abs(ez);
  const x = ez * dy - ey * dz;
  const x2 = x + ez * oy - ey * oz;
  if (Math.min(x, x2) > reach * (fy + fz) || Math.max(x, x2) < -reach * (fy + fz)) return true;
  const y = ex * dz - ez * dx;
  const y2 = y + ex * oz - ez * ox;
  if (Math.min(y, y2) > reach * (fx + fz) || Math.max(y, y2) < -reach * (fx + fz)) return true;
  const z = ey * dx - ex * dy;
  const z2 = z + ey * ox - ex * oy;
  return Math.min(z, z2) > reach * (fx + fy) || Math.max(z, z2) < -reach * (fx + fy);
}

/** Marks what can be reached from the border through faces of empty voxels. */
function floodOutside(state: Uint8Array, nx: number, ny: number, nz: number): void {
  const layer = nx * ny;
  const stack: number[] = [];
  const visit = (at: number): void => {
    if (state[at] !== emptyVoxel) return;
    state[at] = outsideVoxel;
    stack.push(at);
  };
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      const row = z * layer + y * nx;
      const wall = z === 0 || z === nz - 1 || y === 0 || y === ny - 1;
      for (let x = 0; x < nx; x += wall ? 1 : Math.max(1, nx - 1)) visit(row + x);
    }
  }
  for (;;) {
    const at = stack.pop();
    if (at === undefined) return;
    const x = at % nx;
    const y = Math.floor(at / nx) % ny;
    if (x > 0) visit(at - 1);
    if (x < nx - 1) visit(at + 1);
    if (y > 0) visit(at - nx);
    if (y < ny - 1) visit(at + nx);
    if (at >= layer) visit(at - layer);
    if (at < state.length - layer) visit(at + layer);
  }
}
