import { expect, test } from 'vitest';
import type { Preview } from '../../geometry/preview/format.ts';
import { withFacets } from './detail.ts';

/** A ball of so many rings. */
function ball(rings: number): Preview {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let ring = 0; ring <= rings; ring++)
    for (let at = 0; at <= rings; at++) {
      const [up, around] = [(Math.PI * ring) / rings, (2 * Math.PI * at) / rings];
      positions.push(Math.sin(up) * Math.cos(around), Math.sin(up) * Math.sin(around), Math.cos(up));
    }
  for (let ring = 0; ring < rings; ring++)
    for (let at = 0; at < rings; at++) {
      const corner = ring * (rings + 1) + at;
      triangles.push(corner, corner + rings + 1, corner + 1, corner + 1, corner + rings + 1, corner + rings + 2);
    }
  const facets = triangles.length / 3;
  return {
    positions: Float32Array.from(positions),
    normals: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    components: [{ first: 0, count: facets }],
    sourceFacets: facets,
  };
}

test('a part keeps its facets where there is room, and else no more than one copy may have', () => {
  const fine = ball(200);
  expect(withFacets(fine, 80_000)).toBe(fine);
  for (const most of [5_000, 2_000, 300]) {
    const facets = withFacets(fine, most).triangles.length / 3;
    expect(facets).toBeGreaterThan(most / 4);
    expect(facets).toBeLessThanOrEqual(most);
  }
});
