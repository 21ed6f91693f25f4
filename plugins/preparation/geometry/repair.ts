import { type Mesh } from './mesh.ts';
import { noChanges, type RepairChanges } from './repairs/changes.ts';
import { removeDegenerate, removeDuplicates, removeFins } from './repairs/clean.ts';
import { fillHoles } from './repairs/fill.ts';
import { orientConsistently, shellsToTurn } from './repairs/orient.ts';
import { splitTJunctions, weldBorders } from './repairs/stitch.ts';
import { Surface } from './surface.ts';

export type { RepairChanges } from './repairs/changes.ts';

/** Filling and cleaning can each leave work for the other. No known file needs more rounds than this. */
const rounds = 3;

/**
 * Repairs a mesh: removes facets without area, copies and loose fins, closes seams and holes, and turns every shell
 * outward. Correct surfaces stay exactly the same. Loose triangles without a common edge stay too.
 */
export function repair(mesh: Mesh): { mesh: Mesh; changes: RepairChanges } {
  const changes = noChanges();
  const surface = new Surface(mesh);
  removeDegenerate(surface, changes);
  for (let round = 0; round < rounds && surface.edges.irregularCount > 0; round++) {
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

/**
 * The steps of a repair that add no surface: removal of copies, and closing of seams between edges at the same place.
 */
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
