import { DisjointSets } from './disjointSets.ts';
import type { Edges } from './edges.ts';
import { namesVertexTwice } from './mesh.ts';
import { returnBuffer } from './bufferPool.ts';

/** Marks a facet that belongs to no shell: one that names a vertex twice has no edges. */
export const noEdge = 0xffffffff;

/** Which shell each facet is in; shells are numbered from 0 in order of their first facet. */
export interface Shells {
  readonly count: number;
  readonly ofFacet: Uint32Array<ArrayBuffer>;
}

/** Facets joined through edges form a shell. Facets without edges (a vertex named twice) join none and get `noEdge`. */
export function shellsOf(edges: Edges, through?: (edge: number) => boolean): Shells {
  const { triangles } = edges;
  const sets = new DisjointSets(triangles.length / 3);
  edges.unite(sets, through);
  const { parent } = sets;
  const ofFacet = new Uint32Array(parent.buffer, 0, parent.length);
  let count = 0;
  for (let facet = 0; facet < ofFacet.length; facet++) {
    const other = ofFacet[facet] ?? 0;
    // A lower facet of the same set has its number already.
    if (other !== facet) ofFacet[facet] = ofFacet[other] ?? 0;
    else ofFacet[facet] = namesVertexTwice(triangles, facet) ? noEdge : count++;
  }
  return { count, ofFacet };
}

/** Leaves the memory to the next sets. These shells must not be used afterwards. */
export function releaseShells({ ofFacet }: Shells): void {
  returnBuffer('sets', ofFacet.buffer);
}
