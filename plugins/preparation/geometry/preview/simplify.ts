import { MeshoptSimplifier } from 'meshoptimizer';
import { facetCount, type Mesh } from '../mesh.ts';

/** Facets along the side of the mesh that is practised on. */
const PRACTICE = 60;
let practised: Promise<void> | undefined;

/**
 * To be called while there is something else to do before the first large mesh: WebAssembly runs half as fast until it
 * has been used, and then never gets faster in the middle of a run.
 */
export function practise(): Promise<void> {
  practised ??= MeshoptSimplifier.ready.then(() => {
    const side = PRACTICE + 1;
    const positions = new Float32Array(side * side * 3);
    for (let vertex = 0; vertex < side * side; vertex++) {
      const [x, y] = [vertex % side, Math.floor(vertex / side)];
      positions.set([x, y, 3 * Math.sin(x / 5) * Math.cos(y / 7)], vertex * 3);
    }
    const triangles: number[] = [];
    for (let y = 0; y < PRACTICE; y++) {
      for (let at = y * side; at < y * side + PRACTICE; at++) {
        triangles.push(at, at + 1, at + side, at + 1, at + side + 1, at + side);
      }
    }
    return simplified({ positions, triangles: Uint32Array.from(triangles) }, PRACTICE * PRACTICE * 0.2).then(() => {});
  });
  return practised;
}

/** The mesh with at most `mostFacets`; vertices keep their numbers, those without facets included. */
export async function simplified(mesh: Mesh, mostFacets: number): Promise<Mesh> {
  if (facetCount(mesh) <= mostFacets) return mesh;
  await MeshoptSimplifier.ready;
  const target = Math.floor(mostFacets) * 3;
  const triangles = mesh.triangles.slice();
  const positions = mesh.positions.slice();
  const [corners] = MeshoptSimplifier.simplifyWithUpdate(
    triangles,
    positions,
    3,
    new Float32Array(0),
    0,
    [],
    null,
    target,
    1,
  );
  const kept = triangles.slice(0, corners);
  if (corners <= target) return { positions, triangles: kept };
  // Soup, or a dust of small shells: only the shape as a whole can be kept.
  const [sloppy] = MeshoptSimplifier.simplifySloppy(kept, positions, 3, null, target, 1);
  return { positions, triangles: sloppy };
}
