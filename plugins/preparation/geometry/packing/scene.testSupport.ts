import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openModel } from '../index.ts';
import { boundsOf, joinMeshes, scaleMesh, type Mesh } from '../mesh.ts';
import { repair } from '../repair.ts';
import { shapes } from '../shapes.ts';
import type { NestPart } from './nest.ts';

/** Too large for the repository: where they are missing, made shapes in another size stand in for them. */
const realFolder = resolve(import.meta.dirname, '../../../../../shared/models/real');
const realFiles = ['odri_finger_tip.STL', 'trimesh_idler_riser.STL', 'odri_pulley_pull_up_module.STL'];

async function realOr(file: string, instead: () => Mesh): Promise<Mesh> {
  const path = join(realFolder, file);
  if (!existsSync(path)) return scaleMesh(instead(), 0.8);
  const { bodies } = await openModel(new Uint8Array(readFileSync(path)), file);
  return repair(joinMeshes(bodies)).mesh;
}

/** Fifteen different parts, the longest side of each between 30 and 90 mm, `quantity` copies altogether. */
export async function fifteenShapes(quantity: number): Promise<NestPart[]> {
  const made = Object.values(shapes);
  const real = await Promise.all(realFiles.map((file, i) => realOr(file, made[i] ?? shapes.impeller)));
  return [...made.map((shape) => shape()), ...real].map((mesh, id) => {
    const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = boundsOf(mesh);
    const longest = 30 + ((id * 37) % 61);
    const copies = Math.floor((quantity * (id + 1)) / 15) - Math.floor((quantity * id) / 15);
    return { id, mesh: scaleMesh(mesh, longest / Math.max(x1 - x0, y1 - y0, z1 - z0)), quantity: copies };
  });
}
