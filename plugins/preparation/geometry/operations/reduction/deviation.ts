import { closestPoint, nearestPoint } from '../../bvh/nearest.ts';
import type { Bvh } from '../../bvh/tree.ts';

/** Called for a sample that is farther from the other surface than allowed. */
type Offender = (facet: number, nearestFacet: number) => void;

/**
 * Largest distance of the samples of a surface from another one: its vertices, the middles of its facets and, with
 * `edges`, of its edges. Calls `tell` for samples farther than `allowed`, at least once for each facet that has some.
 */
export function farthest(from: Bvh, to: Bvh, edges: boolean, allowed: number, tell: Offender): number {
  const { corners, facets } = from;
  const nearest = nearestPoint();
  let most = 0;
  let facet = 0;
  let [lastX, lastY, lastZ, lastDistance] = [0, 0, 0, Infinity];
  const visit = (x: number, y: number, z: number): void => {
    // The distance cannot grow by more than the way from the last place.
    const limit = lastDistance + Math.hypot(x - lastX, y - lastY, z - lastZ);
    const enough = Math.min(most, allowed);
    if (limit <= enough) return;
    if (!closestPoint(to, x, y, z, limit * (1 + 1e-9) + 1e-30, nearest, undefined, enough)) return;
    [lastX, lastY, lastZ] = [x, y, z];
    lastDistance = nearest.distance;
    if (lastDistance > most) most = lastDistance;
    if (lastDistance > allowed) tell(facet, nearest.facet);
  };
  // The facets of a tree are near in space when they are near in memory, so that each sample is near the last one.
  for (let at = 0, slot = 0; at < corners.length; at += 9, slot++) {
    facet = facets[slot] ?? 0;
    const ax = corners[at] ?? 0;
    const ay = corners[at + 1] ?? 0;
    const az = corners[at + 2] ?? 0;
    const bx = corners[at + 3] ?? 0;
    const by = corners[at + 4] ?? 0;
    const bz = corners[at + 5] ?? 0;
    const cx = corners[at + 6] ?? 0;
    const cy = corners[at + 7] ?? 0;
    const cz = corners[at + 8] ?? 0;
    visit((ax + bx + cx) / 3, (ay + by + cy) / 3, (az + bz + cz) / 3);
    visit(ax, ay, az);
    visit(bx, by, bz);
    visit(cx, cy, cz);
    if (!edges) continue;
    visit((ax + bx) / 2, (ay + by) / 2, (az + bz) / 2);
    visit((bx + cx) / 2, (by + cy) / 2, (bz + cz) / 2);
    visit((cx + ax) / 2, (cy + ay) / 2, (cz + az) / 2);
  }
  return most;
}
