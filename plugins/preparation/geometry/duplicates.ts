import { type Edges, nextHalfEdge } from './edges.ts';

/** Groups of two or more facets with the same three vertices in either direction; lowest first. */
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

/** The facets with the same three vertices as this one, including itself. */
function copiesOf(edges: Edges, facet: number): number[] {
  const { triangles } = edges;
  let fewest = Infinity;
  let side = facet * 3;
  for (let half = facet * 3; half < facet * 3 + 3; half++) {
    const edge = edges.ofHalfEdge(half);
    // With a copy, every edge of a facet has three facets, or two that run along it in the same direction.
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
