import { buildBvh } from './bvh/tree.ts';
import { joinMeshes, type Mesh } from './mesh.ts';
import { thicknessAt } from './operations/wall-thickness/index.ts';

/**
 * On a corner there is no wall to measure: each vertex is probed a little inside of its largest facet, this share of the
 * way to the middle, and along that facet's normal.
 */
const insideShare = 0.1;

/** Thickness in mm at every vertex of a preview, measured on the part it was made of; infinite where nothing faces it. */
export function thicknessMap(bodies: readonly Mesh[], { positions, triangles }: Mesh): Float32Array {
  const vertices = positions.length / 3;
  const areas = new Float64Array(vertices);
  const points = Float32Array.from(positions);
  const normals = new Float32Array(positions.length);
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const a = (triangles[corner] ?? 0) * 3;
    const b = (triangles[corner + 1] ?? 0) * 3;
    const c = (triangles[corner + 2] ?? 0) * 3;
    const [ax, ay, az] = [positions[a] ?? 0, positions[a + 1] ?? 0, positions[a + 2] ?? 0];
    const [bx, by, bz] = [positions[b] ?? 0, positions[b + 1] ?? 0, positions[b + 2] ?? 0];
    const [cx, cy, cz] = [positions[c] ?? 0, positions[c + 1] ?? 0, positions[c + 2] ?? 0];
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const area = Math.hypot(nx, ny, nz);
    for (const at of [a, b, c]) {
      if (area <= (areas[at / 3] ?? 0)) continue;
      areas[at / 3] = area;
      normals[at] = nx / area;
      normals[at + 1] = ny / area;
      normals[at + 2] = nz / area;
      points[at] = (positions[at] ?? 0) * (1 - insideShare) + ((ax + bx + cx) / 3) * insideShare;
      points[at + 1] = (positions[at + 1] ?? 0) * (1 - insideShare) + ((ay + by + cy) / 3) * insideShare;
      points[at + 2] = (positions[at + 2] ?? 0) * (1 - insideShare) + ((az + bz + cz) / 3) * insideShare;
    }
  }
  return thicknessAt(buildBvh(joinMeshes(bodies)), points, normals);
}
