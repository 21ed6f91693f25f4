import type { Bvh } from './tree.ts';

/** The facet that a ray hit. Create it once with `rayHit()`; each `castRay` overwrites it. */
export interface RayHit {
  facet: number;
  /** In lengths of the direction of the ray. */
  distance: number;
}

export const rayHit = (): RayHit => ({ facet: 0, distance: Infinity });

/**
 * Which facets count: all, only those through which the ray leaves the material (its direction and the outward normal
 * agree), or only those through which it enters.
 */
export type RaySide = 'ANY' | 'LEAVING' | 'ENTERING';

/**
 * Finds the nearest facet from a point along a direction, farther than 0 and at most `maxDistance` lengths of the
 * direction away. Returns false and leaves `hit` unchanged when there is none.
 */
export function castRay(
  bvh: Bvh,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  maxDistance: number,
  hit: RayHit,
  side: RaySide = 'ANY',
): boolean {
  const { boxes, first, size, corners, stack, stackKeys } = bvh;
  if (size.length === 0) return false;
  // A huge number instead of infinity, because zero times infinity is NaN.
  const ix = dx === 0 ? 1e300 : 1 / dx;
  const iy = dy === 0 ? 1e300 : 1 / dy;
  const iz = dz === 0 ? 1e300 : 1 / dz;
  let nearest = maxDistance;
  let found = -1;
  let node = 0;
  let top = 0;
  if (boxEntry(boxes, 0, ox, oy, oz, ix, iy, iz, nearest) === Infinity) return false;
  for (;;) {
    const at = first[node] ?? 0;
    const slots = size[node] ?? 0;
    if (slots === 0) {
      const one = boxEntry(boxes, at * 6, ox, oy, oz, ix, iy, iz, nearest);
      const two = boxEntry(boxes, at * 6 + 6, ox, oy, oz, ix, iy, iz, nearest);
      const near = one <= two ? one : two;
      if (near !== Infinity) {
        const far = one <= two ? two : one;
        if (far !== Infinity) {
          stack[top] = one <= two ? at + 1 : at;
          stackKeys[top++] = far;
        }
        node = one <= two ? at : at + 1;
        continue;
      }
    } else {
      for (let slot = at; slot < at + slots; slot++) {
        const c = slot * 9;
        const ax = corners[c] ?? 0;
        const ay = corners[c + 1] ?? 0;
        const az = corners[c + 2] ?? 0;
        const ux = (corners[c + 3] ?? 0) - ax;
        const uy = (corners[c + 4] ?? 0) - ay;
        const uz = (corners[c + 5] ?? 0) - az;
        const vx = (corners[c + 6] ?? 0) - ax;
        const vy = (corners[c + 7] ?? 0) - ay;
        const vz = (corners[c + 8] ?? 0) - az;
        const px = dy * vz - dz * vy;
        const py = dz * vx - dx * vz;
        const pz = dx * vy - dy * vx;
        // The negative product of direction and normal: positive when the ray enters.
        const det = ux * px + uy * py + uz * pz;
        if (det === 0 || (side !== 'ANY' && det > 0 !== (side === 'ENTERING'))) continue;
        const inverse = 1 / det;
        const tx = ox - ax;
        const ty = oy - ay;
        const tz = oz - az;
        const u = (tx * px + ty * py + tz * pz) * inverse;
        if (u < -edgeTolerance || u > 1 + edgeTolerance) continue;
        const qx = ty * uz - tz * uy;
        const qy = tz * ux - tx * uz;
        const qz = tx * uy - ty * ux;
        const v = (dx * qx + dy * qy + dz * qz) * inverse;
        if (v < -edgeTolerance || u + v > 1 + edgeTolerance) continue;
        const distance = (vx * qx + vy * qy + vz * qz) * inverse;
        if (distance > 0 && distance <= nearest && (distance < nearest || found < 0)) {
          nearest = distance;
          found = slot;
        }
      }
    }
    do {
      if (top === 0) {
        if (found < 0) return false;
        hit.facet = bvh.facets[found] ?? 0;
        hit.distance = nearest;
        return true;
      }
      top--;
    } while ((stackKeys[top] ?? 0) > nearest);
    node = stack[top] ?? 0;
  }
}

/** Rays see facets larger by this share, so that none passes between two of them. */
const edgeTolerance = 1e-9;

/** Where a ray enters a box, at least 0; infinite when it misses the box or enters beyond `farthest`. */
function boxEntry(
  boxes: Float32Array,
  at: number,
  ox: number,
  oy: number,
  oz: number,
  ix: number,
  iy: number,
  iz: number,
  farthest: number,
): number {
  const x0 = ((boxes[at] ?? 0) - ox) * ix;
  const x1 = ((boxes[at + 3] ?? 0) - ox) * ix;
  let enter = x0 < x1 ? x0 : x1;
  let leave = x0 < x1 ? x1 : x0;
  const y0 = ((boxes[at + 1] ?? 0) - oy) * iy;
  const y1 = ((boxes[at + 4] ?? 0) - oy) * iy;
  const yIn = y0 < y1 ? y0 : y1;
  const yOut = y0 < y1 ? y1 : y0;
  if (yIn > enter) enter = yIn;
  if (yOut < leave) leave = yOut;
  const z0 = ((boxes[at + 2] ?? 0) - oz) * iz;
  const z1 = ((boxes[at + 5] ?? 0) - oz) * iz;
  const zIn = z0 < z1 ? z0 : z1;
  const zOut = z0 < z1 ? z1 : z0;
  if (zIn > enter) enter = zIn;
  if (zOut < leave) leave = zOut;
  if (enter < 0) enter = 0;
  return enter <= leave * (1 + 1e-15) && enter <= farthest ? enter : Infinity;
}
