import type { OperationInput } from '@sinter/sdk/contract/preparation/operations';
import type { Mesh } from '../../mesh.ts';
import type { Outcome } from '../operation.ts';

/**
 * Mirrors at the plane through the origin of the file that is perpendicular to the axis. Only signs change, so
 * nothing is rounded: volume and shape stay exactly the same, and mirroring twice gives the same bytes.
 */
export function mirror(mesh: Mesh, { axis }: OperationInput<'SOLID_MIRROR'>): Outcome<null> {
  const positions = mesh.positions.slice();
  // Subtraction keeps zero positive.
  for (let i = 'XYZ'.indexOf(axis); i < positions.length; i += 3) positions[i] = 0 - (positions[i] ?? 0);
  const triangles = mesh.triangles.slice();
  for (let i = 0; i < triangles.length; i += 3) {
    const second = triangles[i + 1] ?? 0;
    triangles[i + 1] = triangles[i + 2] ?? 0;
    triangles[i + 2] = second;
  }
  return { meshes: [{ suffix: '', mesh: { positions, triangles } }], details: null, warnings: [] };
}
