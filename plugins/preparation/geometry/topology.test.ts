import { describe, expect, it } from 'vitest';
import type { Mesh } from './mesh.ts';
import { shapes } from './shapes.ts';
import { sequence } from './testSupport.ts';
import { duplicateFacets } from './duplicates.ts';
import { Edges } from './edges.ts';
import { shellsOf } from './shells.ts';
import { verify } from './verify.ts';

/** Everything that edges say about each edge, by its two vertices. */
function facts(edges: Edges): Map<string, string> {
  const { triangles } = edges;
  const seen = new Map<string, string>();
  for (let half = 0; half < triangles.length; half++) {
    const edge = edges.ofHalfEdge(half);
    if (edge < 0) continue;
    const ends = [triangles[half] ?? 0, triangles[half % 3 === 2 ? half - 2 : half + 1] ?? 0].sort((a, b) => a - b);
    const told = [edges.uses(edge), edges.imbalance(edge), edges.isPaired(edge), edges.firstHalfEdge(edge)];
    seen.set(ends.join(), [...told, ...edges.halfEdges(edge)].join());
  }
  return seen;
}

/** Facets of few vertices at random: edges of every kind, and facets that name a vertex twice. */
function tangle(seed: number, facets: number, vertices: number): Mesh {
  const random = sequence(seed);
  return {
    positions: new Float32Array(vertices * 3),
    triangles: Uint32Array.from({ length: facets * 3 }, () => Math.floor(random() * vertices)),
  };
}

describe('edges', () => {
  it.each([1, 2, 3, 4])('are the same after many changes as if built at once (%i)', (seed) => {
    const mesh = tangle(seed, 400, 20 + seed * 30);
    const edges = new Edges({ ...mesh, triangles: mesh.triangles.slice() });
    edges.irregular();
    const random = sequence(seed + 100);
    for (let change = 0; change < 2000; change++) {
      const facet = Math.floor(random() * 400);
      edges.remove(facet);
      for (let corner = 0; corner < 3; corner++) {
        edges.triangles[facet * 3 + corner] = Math.floor((random() * mesh.positions.length) / 3);
      }
      edges.add(facet);
    }
    const rebuilt = new Edges({ positions: mesh.positions, triangles: edges.triangles });
    expect(facts(edges)).toEqual(facts(rebuilt));
    expect(edges.irregular()).toEqual(rebuilt.irregular());
    expect(edges.irregularCount).toBe(rebuilt.irregularCount);
    expect(duplicateFacets(edges)).toEqual(duplicateFacets(rebuilt));
    expect(shellsOf(edges)).toEqual(shellsOf(rebuilt));
  });

  it('find the edges of a vertex that has thousands', () => {
    const spokes = 5000;
    const fan = Uint32Array.from({ length: spokes * 3 }, (_, i) =>
      i % 3 === 0 ? 0 : 1 + ((Math.floor(i / 3) + (i % 3) - 1) % spokes),
    );
    const edges = new Edges({ positions: new Float32Array((spokes + 1) * 3), triangles: fan });
    expect(edges.count).toBe(spokes * 2);
    expect(edges.irregularCount).toBe(spokes);
    expect(edges.uses(edges.find(0, 4321))).toBe(2);
    expect(edges.find(4321, 1234)).toBe(-1);
  });

  it('leave their memory to the next mesh without mixing the two up', () => {
    const [small, large] = [shapes['angle-bracket'](), shapes.impeller()];
    const alone = [verify(small), verify(large)];
    for (let i = 0; i < 3; i++) expect([verify(small), verify(large)]).toEqual(alone);
  });
});
