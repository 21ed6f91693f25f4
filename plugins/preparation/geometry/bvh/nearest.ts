import type { Bvh } from './tree.ts';

/** A point of the surface. Create it once with `nearestPoint()`; each `closestPoint` overwrites it. */
export interface NearestPoint {
  facet: number;
  distance: number;
  x: number;
  y: number;
  z: number;
}

export const nearestPoint = (): NearestPoint => ({ facet: 0, distance: Infinity, x: 0, y: 0, z: 0 });

/** Limits the search to facets whose outward normal makes an angle with this unit vector of at least this cosine. */
export interface Facing {
  x: number;
  y: number;
  z: number;
  cosine: number;
  /**
   * After this many facets the nearest one so far is good enough. From the middle of a ball all facets are equally
   * far, and checking each of them would gain nothing.
   */
  patience: number;
}

const closest = new Float64Array(3);

/**
 * Finds the nearest point of the surface that is less than `maxDistance` away. Returns false and leaves `nearest`
 * unchanged when there is none. A point at most `enough` away ends the search; it is near, but perhaps not the
 * nearest.
 */
export function closestPoint(
  bvh: Bvh,
  x: number,
  y: number,
  z: number,
  maxDistance: number,
  nearest: NearestPoint,
  facing?: Facing,
  enough = 0,
): boolean {
  const { boxes, first, size, corners, stack, stackKeys } = bvh;
  if (size.length === 0) return false;
  let least = maxDistance * maxDistance;
  let found = -1;
  let bestX = 0;
  let bestY = 0;
  let bestZ = 0;
  let node = 0;
  let top = 0;
  let patience = facing ? facing.patience : Infinity;
  if (boxDistance(boxes, 0, x, y, z) >= least) return false;
  for (;;) {
    const at = first[node] ?? 0;
    const slots = size[node] ?? 0;
    if (slots === 0) {
      const one = boxDistance(boxes, at * 6, x, y, z);
      const two = boxDistance(boxes, at * 6 + 6, x, y, z);
      const near = one <= two ? one : two;
      if (near < least) {
        const far = one <= two ? two : one;
        if (far < least) {
          stack[top] = one <= two ? at + 1 : at;
          stackKeys[top++] = far;
        }
        node = one <= two ? at : at + 1;
        continue;
      }
    } else {
      patience -= slots;
      for (let slot = at; slot < at + slots; slot++) {
        if (facing && !faces(corners, slot * 9, facing)) continue;
        const distance = facetDistance(corners, slot * 9, x, y, z);
        if (distance < least) {
          least = distance;
          found = slot;
          bestX = closest[0] ?? 0;
          bestY = closest[1] ?? 0;
          bestZ = closest[2] ?? 0;
        }
      }
      if (patience < 0 || least <= enough * enough) top = 0;
    }
    do {
      if (top === 0) {
        if (found < 0) return false;
        nearest.facet = bvh.facets[found] ?? 0;
        nearest.distance = Math.sqrt(least);
        nearest.x = bestX;
        nearest.y = bestY;
        nearest.z = bestZ;
        return true;
      }
      top--;
    } while ((stackKeys[top] ?? 0) >= least);
    node = stack[top] ?? 0;
  }
}

function faces(corners: Float32Array, c: number, { x, y, z, cosine }: Facing): boolean {
  const ux = (corners[c + 3] ?? 0) - (corners[c] ?? 0);
  const uy = (corners[c + 4] ?? 0) - (corners[c + 1] ?? 0);
  const uz = (corners[c + 5] ?? 0) - (corners[c + 2] ?? 0);
  const vx = (corners[c + 6] ?? 0) - (corners[c] ?? 0);
  const vy = (corners[c + 7] ?? 0) - (corners[c + 1] ?? 0);
  const vz = (corners[c + 8] ?? 0) - (corners[c + 2] ?? 0);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  return nx * x + ny * y + nz * z >= cosine * Math.sqrt(nx * nx + ny * ny + nz * nz);
}

/** Squared distance of a point from a box, 0 inside. */
function boxDistance(boxes: Float32Array, at: number, x: number, y: number, z: number): number {
  const x0 = (boxes[at] ?? 0) - x;
  const x1 = x - (boxes[at + 3] ?? 0);
  const y0 = (boxes[at + 1] ?? 0) - y;
  const y1 = y - (boxes[at + 4] ?? 0);
  const z0 = (boxes[at + 2] ?? 0) - z;
  const z1 = z - (boxes[at + 5] ?? 0);
  const dx = x0 > 0 ? x0 : x1 > 0 ? x1 : 0;
  const dy = y0 > 0 ? y0 : y1 > 0 ? y1 : 0;
  const dz = z0 > 0 ? z0 : z1 > 0 ? z1 : 0;
  return dx * dx + dy * dy + dz * dz;
}

/** Squared distance of a point from a facet; `closest` receives the nearest point. */
function facetDistance(corners: Float32Array, c: number, x: number, y: number, z: number): number {
  const ax = corners[c] ?? 0;
  const ay = corners[c + 1] ?? 0;
  const az = corners[c + 2] ?? 0;
  const ux = (corners[c + 3] ?? 0) - ax;
  const uy = (corners[c + 4] ?? 0) - ay;
  const uz = (corners[c + 5] ?? 0) - az;
  const vx = (corners[c + 6] ?? 0) - ax;
  const vy = (corners[c + 7] ?? 0) - ay;
  const vz = (corners[c + 8] ?? 0) - az;
  const px = x - ax;
  const py = y - ay;
  const pz = z - az;
  // Handles the regions of corners, edges and inside separately (Ericson, Real-Time Collision Detection, 5.1.5).
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const d1 = ux * px + uy * py + uz * pz;
  const d2 = vx * px + vy * py + vz * pz;
  const d3 = d1 - uu;
  const d4 = d2 - uv;
  const d5 = d1 - uv;
  const d6 = d2 - vv;
  let s = 0;
  let t = 0;
  if (d1 > 0 || d2 > 0) {
    const inC = d1 * d4 - d3 * d2;
    const inB = d5 * d2 - d1 * d6;
    const inA = d3 * d6 - d5 * d4;
    if (d3 >= 0 && d4 <= d3) {
      s = 1;
    } else if (d6 >= 0 && d5 <= d6) {
      t = 1;
    } else if (inC <= 0 && d1 >= 0 && d3 <= 0) {
      s = d1 / (d1 - d3);
    } else if (inB <= 0 && d2 >= 0 && d6 <= 0) {
      t = d2 / (d2 - d6);
    } else if (inA <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
      t = (d4 - d3) / (d4 - d3 + d5 - d6);
      s = 1 - t;
    } else {
      const whole = inA + inB + inC;
      s = inB / whole;
      t = inC / whole;
    }
  }
  const qx = ux * s + vx * t;
  const qy = uy * s + vy * t;
  const qz = uz * s + vz * t;
  closest[0] = ax + qx;
  closest[1] = ay + qy;
  closest[2] = az + qz;
  return (px - qx) * (px - qx) + (py - qy) * (py - qy) + (pz - qz) * (pz - qz);
}
