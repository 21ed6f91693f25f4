import type { Mesh } from '../../mesh.ts';
import { Edges } from '../../edges.ts';
import { shellsOf } from '../../shells.ts';

/**
 * Keeps the shells that enclose enough volume, mm³: `atLeast`; and beside a larger one, either `worth` or this share
 * of the largest. Drops the vertices of all others. The shell of a cavity is inside out. A shell inside a cavity,
 * around an earlier cavity of the part, is not inside out and does not count as a cavity.
 */
export function keepLarge(mesh: Mesh, atLeast: number, worth: number, share: number): { mesh: Mesh; cavities: number } {
  if (mesh.triangles.length === 0) return { mesh, cavities: 0 };
  const shells = shellsOf(new Edges(mesh));
  const volumes = new Float64Array(shells.count);
  const { positions: from, triangles: facets } = mesh;
  for (let corner = 0; corner < facets.length; corner += 3) {
    const shell = shells.ofFacet[corner / 3] ?? 0;
    volumes[shell] = (volumes[shell] ?? 0) + sixfold(from, facets, corner);
  }
  const sizes = [...volumes].map((six) => Math.abs(six) / 6);
  const bar = Math.max(atLeast, Math.min(worth, share * Math.max(...sizes)));
  const kept = sizes.map((size) => size >= bar);
  const target = new Int32Array(from.length / 3).fill(-1);
  const positions = new Float32Array(from.length);
  const triangles = new Uint32Array(facets.length);
  let vertices = 0;
  let corners = 0;
  for (let corner = 0; corner < facets.length; corner++) {
    if (!kept[shells.ofFacet[(corner / 3) | 0] ?? 0]) continue;
    const vertex = facets[corner] ?? 0;
    if (target[vertex] === -1) {
      positions.set(from.subarray(vertex * 3, vertex * 3 + 3), vertices * 3);
      target[vertex] = vertices++;
    }
    triangles[corners++] = target[vertex] ?? 0;
  }
  return {
    mesh: { positions: positions.slice(0, vertices * 3), triangles: triangles.slice(0, corners) },
    cavities: volumes.reduce((sum, six, shell) => sum + (six < 0 && kept[shell] ? 1 : 0), 0),
  };
}

/** Six times the volume between a facet and the origin. */
function sixfold(positions: Float32Array, triangles: Uint32Array, corner: number): number {
  const a = (triangles[corner] ?? 0) * 3;
  const b = (triangles[corner + 1] ?? 0) * 3;
  const c = (triangles[corner + 2] ?? 0) * 3;
  const [bx, by, bz] = [positions[b] ?? 0, positions[b + 1] ?? 0, positions[b + 2] ?? 0];
  const [cx, cy, cz] = [positions[c] ?? 0, positions[c + 1] ?? 0, positions[c + 2] ?? 0];
  return (
    (positions[a] ?? 0) * (by * cz - bz * cy) +
    (positions[a + 1] ?? 0) * (bz * cx - bx * cz) +
    (positions[a + 2] ?? 0) * (bx * cy - by * cx)
  );
}
