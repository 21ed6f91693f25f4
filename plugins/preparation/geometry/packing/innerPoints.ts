import { DisjointSets } from '../disjointSets.ts';
import type { Mesh } from '../mesh.ts';

/** How far below the surface, mm. */
const depth = 1e-3;

/** Points just below the surface: one of each body, behind its largest facet, and one of each facet that has an area. */
export function innerPoints({ positions, triangles }: Mesh): { bodies: Float64Array; facets: Float64Array } {
  const sets = new DisjointSets(positions.length / 3);
  for (let i = 0; i < triangles.length; i += 3) {
    sets.union(triangles[i] ?? 0, triangles[i + 1] ?? 0);
    sets.union(triangles[i] ?? 0, triangles[i + 2] ?? 0);
  }
  const facets = new Float64Array(triangles.length);
  const largest = new Map<number, { area: number; at: number }>();
  let count = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const a = (triangles[i] ?? 0) * 3;
    const b = (triangles[i + 1] ?? 0) * 3;
    const c = (triangles[i + 2] ?? 0) * 3;
    const [ax = 0, ay = 0, az = 0] = [positions[a], positions[a + 1], positions[a + 2]];
    const [bx = 0, by = 0, bz = 0] = [positions[b], positions[b + 1], positions[b + 2]];
    const [cx = 0, cy = 0, cz = 0] = [positions[c], positions[c + 1], positions[c + 2]];
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const area = Math.hypot(nx, ny, nz);
    if (area === 0) continue;
    facets[count] = (ax + bx + cx) / 3 - (nx / area) * depth;
    facets[count + 1] = (ay + by + cy) / 3 - (ny / area) * depth;
    facets[count + 2] = (az + bz + cz) / 3 - (nz / area) * depth;
    const body = sets.find(triangles[i] ?? 0);
    const known = largest.get(body);
    if (!known || area > known.area) largest.set(body, { area, at: count });
    count += 3;
  }
  sets.release();
  const bodies = new Float64Array(largest.size * 3);
  [...largest.values()].forEach(({ at }, i) => bodies.set(facets.subarray(at, at + 3), i * 3));
  return { bodies, facets: facets.slice(0, count) };
}
