import { MeshoptSimplifier } from 'meshoptimizer';
import { facetCount, type Mesh } from '../mesh.ts';

/** Facets along the side of the mesh that is used for practice. */
const practiceSide = 60;
let practised: Promise<void> | undefined;

/**
 * Call it when there is other work before the first large mesh: WebAssembly code runs at half speed until it has been
 * used, and is not replaced by faster code in the middle of a run.
 */
export function warmUp(): Promise<void> {
  practised ??= MeshoptSimplifier.ready.then(() => {
    const side = practiceSide + 1;
    const positions = new Float32Array(side * side * 3);
    for (let vertex = 0; vertex < side * side; vertex++) {
      const [x, y] = [vertex % side, Math.floor(vertex / side)];
      positions.set([x, y, 3 * Math.sin(x / 5) * Math.cos(y / 7)], vertex * 3);
    }
    const triangles: number[] = [];
    for (let y = 0; y < practiceSide; y++) {
      for (let at = y * side; at < y * side + practiceSide; at++) {
        triangles.push(at, at + 1, at + side, at + 1, at + side + 1, at + side);
      }
    }
    return simplified({ positions, triangles: Uint32Array.from(triangles) }, practiceSide * practiceSide * 0.2).then(
      () => {},
    );
  });
  return practised;
}

/** The mesh with at most `mostFacets`. Vertices keep their numbers, also those without facets. */
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
  // Loose triangles or very many small shells: only the overall shape can be kept.
  const [sloppy] = MeshoptSimplifier.simplifySloppy(kept, positions, 3, null, target, 1);
  return { positions, triangles: sloppy };
}
