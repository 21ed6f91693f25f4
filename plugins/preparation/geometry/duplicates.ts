import { type Edges, nextHalfEdge } from './edges.ts';

/** Facets of the same three vertices, either way round, in groups of two or more; lowest first. */
export function duplicateFacets(edges: Edges): number[][] {
  const { triangles } = edges;
  const groups: number[][] = [];
  const grouped = new Uint8Array(triangles.length / 3);
  for (const first of edges.irregular()) {
    const edge = edges.ofHalfEdge(first);
    if (edges.uses(edge) < 2) continue;
    for (const half of edges.halfEdges(edge)) {
      const facet = (half / 3) | 0;
      if (grouped[facet] === 1) continue;
      const group = copiesOf(edges, facet);
      if (group.length < 2) continue;
      for (const copy of group) grouped[copy] = 1;
      groups.push(group);
    }
  }
  return groups.sort(([a = 0], [b = 0]) => a - b);
}

/** The facets with the same three vertices as this one, itself among them. */
function copiesOf(edges: Edges, facet: number): number[] {
  const { triangles } = edges;
  let fewest = Infinity;
  let side = facet * 3;
  for (let half = facet * 3; half < facet * 3 + 3; half++) {
    const edge = edges.ofHalfEdge(half);
    // A copy makes every one of its edges either crowded or run twice the same way.
    if (edges.isPaired(edge)) return [];
    const uses = edges.uses(edge);
    if (uses < fewest) {
      fewest = uses;
      side = half;
    }
  }
  if (fewest < 2) return [];
  const apex = triangles[nextHalfEdge(nextHalfEdge(side))];
  return edges
    .halfEdges(edges.ofHalfEdge(side))
    .filter((half) => triangles[nextHalfEdge(nextHalfEdge(half))] === apex)
    .map((half) => (half / 3) | 0);
}
