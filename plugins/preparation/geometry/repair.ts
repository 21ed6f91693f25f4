import { type Mesh } from './mesh.ts';
import { noChanges, type RepairChanges } from './repairs/changes.ts';
import { removeDegenerate, removeDuplicates, removeFins } from './repairs/clean.ts';
import { fillHoles } from './repairs/fill.ts';
import { orientConsistently, orientOutward } from './repairs/orient.ts';
import { splitTJunctions, weldBorders } from './repairs/stitch.ts';
import { Edges } from './topology.ts';

export type { RepairChanges } from './repairs/changes.ts';

/** Filling and cleaning can each leave work for the other; more rounds than this have not been seen to help. */
const ROUNDS = 3;

/**
 * Repairs a mesh: removes facets without area, copies and loose fins, closes seams and holes, and makes every shell
 * face outward. Sound surfaces are left exactly as they are. Loose triangles without a common edge stay what they are.
 */
export function repair(mesh: Mesh): { mesh: Mesh; changes: RepairChanges } {
  const changes = noChanges();
  let current = removeDegenerate(mesh, changes);
  for (let round = 0; round < ROUNDS && !isSound(current); round++) {
    current = stitch(current, changes);
    current = removeFins(current, changes);
    current = orientConsistently(current, changes);
    current = fillHoles(current, changes);
    current = removeDegenerate(current, changes);
  }
  current = orientOutward(current, changes);
  return { mesh: compact(current), changes };
}

/** The part of a repair that adds no surface: removal of copies, closing of seams between edges that lie on each other. */
export function stitch(mesh: Mesh, changes: RepairChanges): Mesh {
  let current = removeDuplicates(mesh, changes);
  current = weldBorders(current, changes);
  current = splitTJunctions(current, changes);
  return removeDegenerate(current, changes);
}

/** Every edge has its two facets, and they agree. */
function isSound(mesh: Mesh): boolean {
  const edges = new Edges(mesh);
  for (let edge = 0; edge < edges.count; edge++) if (!edges.isPaired(edge)) return false;
  return true;
}

/** Leaves out vertices that no facet uses. */
function compact(mesh: Mesh): Mesh {
  const { positions, triangles } = mesh;
  const used = new Uint8Array(positions.length / 3);
  for (const vertex of triangles) used[vertex] = 1;
  if (!used.includes(0)) return mesh;
  const target = new Uint32Array(used.length);
  let count = 0;
  for (let vertex = 0; vertex < used.length; vertex++) if (used[vertex] === 1) target[vertex] = count++;
  const kept = new Float32Array(count * 3);
  for (let vertex = 0; vertex < used.length; vertex++) {
    if (used[vertex] === 0) continue;
    for (let axis = 0; axis < 3; axis++) kept[(target[vertex] ?? 0) * 3 + axis] = positions[vertex * 3 + axis] ?? 0;
  }
  return { positions: kept, triangles: triangles.map((vertex) => target[vertex] ?? 0) };
}
