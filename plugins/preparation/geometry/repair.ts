import { type Mesh } from './mesh.ts';
import { noChanges, type RepairChanges } from './repairs/changes.ts';
import { removeDegenerate, removeDuplicates, removeFins } from './repairs/clean.ts';
import { fillHoles } from './repairs/fill.ts';
import { orientConsistently, shellsToTurn } from './repairs/orient.ts';
import { splitTJunctions, weldBorders } from './repairs/stitch.ts';
import { Surface } from './surface.ts';

export type { RepairChanges } from './repairs/changes.ts';

/** Filling and cleaning can each leave work for the other; more rounds than this have not been seen to help. */
const ROUNDS = 3;

/**
 * Repairs a mesh: removes facets without area, copies and loose fins, closes seams and holes, and makes every shell
 * face outward. Sound surfaces are left exactly as they are. Loose triangles without a common edge stay what they are.
 */
export function repair(mesh: Mesh): { mesh: Mesh; changes: RepairChanges } {
  const changes = noChanges();
  const surface = new Surface(mesh);
  removeDegenerate(surface, changes);
  for (let round = 0; round < ROUNDS && surface.edges.irregularCount > 0; round++) {
    closeSeams(surface, changes);
    removeFins(surface, changes);
    orientConsistently(surface, changes);
    fillHoles(surface, changes);
    removeDegenerate(surface, changes);
  }
  const repaired = surface.mesh(shellsToTurn(surface, changes));
  surface.edges.release();
  return { mesh: repaired, changes };
}

/** The part of a repair that adds no surface: removal of copies, closing of seams between edges that lie on each other. */
export function stitch(mesh: Mesh, changes: RepairChanges): Mesh {
  const surface = new Surface(mesh);
  closeSeams(surface, changes);
  const stitched = surface.mesh();
  surface.edges.release();
  return stitched;
}

function closeSeams(surface: Surface, changes: RepairChanges): void {
  removeDuplicates(surface, changes);
  weldBorders(surface, changes);
  splitTJunctions(surface, changes);
  removeDegenerate(surface, changes);
}
