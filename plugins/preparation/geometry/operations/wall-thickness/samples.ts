import type { Bvh } from '../../bvh/tree.ts';
import { facetNormal } from './probe.ts';

/** Points spread over a surface, each representing a piece of it. */
export interface Samples {
  count: number;
  facets: Uint32Array;
  /** x, y, z of each. */
  points: Float64Array;
  /** Area of each piece, mm². */
  areas: Float64Array;
}

/** With up to this many facets, each gets a point, however small it is. */
const mostFacetsWithPoint = 100_000;

/** Spreads about `wanted` points evenly over the surface, at the same places every time. */
export function sampleSurface(bvh: Bvh, wanted: number): Samples {
  const { positions, triangles } = bvh.mesh;
  const facetTotal = triangles.length / 3;
  const normal = new Float64Array(3);
  const areas = new Float64Array(facetTotal);
  let total = 0;
  for (let facet = 0; facet < facetTotal; facet++) {
    const area = facetNormal(bvh, facet, normal);
    areas[facet] = area;
    total += area;
  }
  const step = total / wanted;
  const least = facetTotal <= mostFacetsWithPoint ? 1 : 0;
  // The number of points at (i + 1/2) steps along the running area that fall on each facet.
  const counts = new Uint32Array(facetTotal);
  let count = 0;
  let running = 0;
  let taken = 0;
  for (let facet = 0; facet < facetTotal; facet++) {
    const area = areas[facet] ?? 0;
    running += area;
    const until = Math.floor(running / step + 0.5);
    const own = area > 0 ? Math.max(least, until - taken) : 0;
    taken = until;
    counts[facet] = own;
    count += own;
  }
  const samples: Samples = {
    count,
    facets: new Uint32Array(count),
    points: new Float64Array(count * 3),
    areas: new Float64Array(count),
  };
  let at = 0;
  for (let facet = 0; facet < facetTotal; facet++) {
    const own = counts[facet] ?? 0;
    const a = (triangles[facet * 3] ?? 0) * 3;
    const b = (triangles[facet * 3 + 1] ?? 0) * 3;
    const c = (triangles[facet * 3 + 2] ?? 0) * 3;
    for (let i = 0; i < own; i++, at++) {
      // A single point is in the middle; several follow a sequence that fills the facet evenly.
      let s = own === 1 ? 1 / 3 : ((i + 1) * 0.7548776662466927) % 1;
      let t = own === 1 ? 1 / 3 : ((i + 1) * 0.5698402909980532) % 1;
      if (s + t > 1) {
        s = 1 - s;
        t = 1 - t;
      }
      samples.facets[at] = facet;
      // When only some of the small facets get a point, each point represents all of them around it.
      samples.areas[at] = least === 1 ? (areas[facet] ?? 0) / own : step;
      for (let k = 0; k < 3; k++) {
        const from = positions[a + k] ?? 0;
        samples.points[at * 3 + k] = from + s * ((positions[b + k] ?? 0) - from) + t * ((positions[c + k] ?? 0) - from);
      }
    }
  }
  return samples;
}
