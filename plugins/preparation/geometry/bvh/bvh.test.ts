import { describe, expect, it } from 'vitest';
import { crossings, verticalCrossings, windingAt } from './crossings.ts';
import { closestPoint, nearestPoint } from './nearest.ts';
import { castRay, rayHit } from './ray.ts';
import { buildBvh } from './tree.ts';
import { joinMeshes, type Mesh } from '../mesh.ts';
import { shapes } from '../shapes.ts';
import { box } from '../testSolids.ts';
import { sequence } from '../testSupport.ts';

/** The three corners of a facet. */
function cornersOf({ positions, triangles }: Mesh, facet: number): number[][] {
  return [0, 1, 2].map((k) => [...positions.subarray((triangles[facet * 3 + k] ?? 0) * 3).subarray(0, 3)]);
}

/**
 * Distance from a facet, found by sampling its inside and edges ever more densely: slow, and independent of the code
 * under test.
 */
function sampledDistance(mesh: Mesh, facet: number, point: readonly number[]): number {
  const [a = [], b = [], c = []] = cornersOf(mesh, facet);
  let [s, t, reach, best] = [1 / 3, 1 / 3, 0.5, Infinity];
  for (let round = 0; round < 60; round++) {
    let [nextS, nextT] = [s, t];
    for (let i = -2; i <= 2; i++) {
      for (let j = -2; j <= 2; j++) {
        const u = Math.min(1, Math.max(0, s + (i * reach) / 2));
        const v = Math.min(1 - u, Math.max(0, t + (j * reach) / 2));
        const distance = Math.hypot(
          ...[0, 1, 2].map((k) => {
            const from = a[k] ?? 0;
            return from + u * ((b[k] ?? 0) - from) + v * ((c[k] ?? 0) - from) - (point[k] ?? 0);
          }),
        );
        if (distance < best) [best, nextS, nextT] = [distance, u, v];
      }
    }
    [s, t, reach] = [nextS, nextT, reach * 0.7];
  }
  return best;
}

describe('castRay', () => {
  const bvh = buildBvh(box([0, 0, 0], [10, 20, 30]));
  const hit = rayHit();

  it('finds the near wall, and the far one when only leaving counts', () => {
    expect(castRay(bvh, -5, 7, 11, 1, 0, 0, 100, hit)).toBe(true);
    expect(hit.distance).toBeCloseTo(5, 12);
    expect(castRay(bvh, -5, 7, 11, 1, 0, 0, 100, hit, 'LEAVING')).toBe(true);
    expect(hit.distance).toBeCloseTo(15, 12);
    expect(castRay(bvh, 3, 7, 11, 0, 0, -2, 100, hit, 'ENTERING')).toBe(false);
    expect(castRay(bvh, 3, 7, 11, 0, 0, -2, 100, hit, 'LEAVING')).toBe(true);
    expect(hit.distance).toBeCloseTo(5.5, 12);
  });

  it('goes no farther than asked, and does not meet what it starts on', () => {
    expect(castRay(bvh, -5, 7, 11, 1, 0, 0, 4.9, hit)).toBe(false);
    expect(castRay(bvh, 0, 7, 11, -1, 0, 0, 100, hit)).toBe(false);
    expect(
      castRay(buildBvh({ positions: new Float32Array(0), triangles: new Uint32Array(0) }), 0, 0, 0, 1, 0, 0, 9, hit),
    ).toBe(false);
  });

  it('never slips through between facets', () => {
    const gear = buildBvh(shapes['spur-gear']());
    const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = gear.boxes;
    const random = sequence(5);
    const { positions } = gear.mesh;
    for (let i = 0; i < 2000; i++) {
      // A ray from outside that passes exactly through a vertex.
      const at = Math.floor((random() * positions.length) / 3) * 3;
      const from = [x0 - 9 * random() - 1, y1 + 9 * random() + 1, (z0 + z1) / 2 + (random() - 0.5) * 80];
      const [dx = 0, dy = 0, dz = 0] = [0, 1, 2].map((k) => (positions[at + k] ?? 0) - (from[k] ?? 0));
      expect(castRay(gear, from[0] ?? 0, from[1] ?? 0, from[2] ?? 0, dx, dy, dz, 1 + 1e-6, hit)).toBe(true);
      expect(hit.distance).toBeLessThanOrEqual(1 + 1e-6);
    }
    expect(x1).toBeGreaterThan(y0);
  });

  it('finds the same facet as trying all of them', () => {
    const mesh = shapes['pipe-elbow']();
    const elbow = buildBvh(mesh);
    const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = elbow.boxes;
    const random = sequence(11);
    const alone = mesh.triangles.length / 3;
    const single = Array.from({ length: alone }, (_, facet) =>
      buildBvh({ positions: mesh.positions, triangles: mesh.triangles.slice(facet * 3, facet * 3 + 3) }),
    );
    for (let i = 0; i < 60; i++) {
      const ray = [x0, y0, z0].map((low, k) => low + random() * (([x1, y1, z1][k] ?? 0) - low));
      const [ox = 0, oy = 0, oz = 0] = ray;
      const [dx, dy, dz] = [random() - 0.5, random() - 0.5, random() - 0.5];
      let nearest = Infinity;
      for (const one of single) {
        if (castRay(one, ox, oy, oz, dx, dy, dz, 1e9, hit)) nearest = Math.min(nearest, hit.distance);
      }
      expect(castRay(elbow, ox, oy, oz, dx, dy, dz, 1e9, hit) ? hit.distance : Infinity).toBe(nearest);
    }
  });
});

describe('closestPoint', () => {
  const nearest = nearestPoint();

  it('finds faces, edges and corners of a box', () => {
    const bvh = buildBvh(box([0, 0, 0], [10, 20, 30]));
    expect(closestPoint(bvh, 4, 9, 33, Infinity, nearest)).toBe(true);
    expect(nearest).toMatchObject({ distance: 3, x: 4, y: 9, z: 30 });
    expect(closestPoint(bvh, 13, 24, 15, Infinity, nearest)).toBe(true);
    expect(nearest).toMatchObject({ distance: 5, x: 10, y: 20, z: 15 });
    expect(closestPoint(bvh, 4, 9, 15, 3.9, nearest)).toBe(false);
    expect(closestPoint(bvh, 4, 9, 15, 4.1, nearest)).toBe(true);
    expect(nearest).toMatchObject({ distance: 4, x: 0 });
    // Only facets that face up.
    expect(closestPoint(bvh, 4, 9, 15, Infinity, nearest, { x: 0, y: 0, z: 1, cosine: 0.9, patience: 100 })).toBe(true);
    expect(nearest).toMatchObject({ distance: 15, z: 30 });
  });

  it('agrees with a search by sampling', () => {
    const mesh = box([-1, -2, -3], [4, 5, 6]);
    const bvh = buildBvh(mesh);
    const random = sequence(3);
    for (let i = 0; i < 12; i++) {
      const point = [0, 1, 2].map(() => random() * 20 - 8);
      const [x = 0, y = 0, z = 0] = point;
      closestPoint(bvh, x, y, z, Infinity, nearest);
      const expected = Math.min(...Array.from({ length: 12 }, (_, facet) => sampledDistance(mesh, facet, point)));
      expect(nearest.distance).toBeCloseTo(expected, 3);
      expect(Math.hypot(x - nearest.x, y - nearest.y, z - nearest.z)).toBeCloseTo(nearest.distance, 9);
    }
  });
});

describe('vertical crossings', () => {
  it('come from the bottom up, one way in and one way out', () => {
    const bvh = buildBvh(joinMeshes([box([0, 0, 0], [10, 10, 10]), box([2, 2, 2], [8, 8, 8], true)]));
    const line = crossings();
    expect(verticalCrossings(bvh, 5, 5, line)).toBe(4);
    expect(line.heights.slice(0, 4)).toEqual([0, 2, 8, 10]);
    expect(line.turns.slice(0, 4)).toEqual([1, -1, 1, -1]);
    // Through edges and corners, a line enters as often as it leaves.
    for (const [x, y] of [
      [0, 0],
      [10, 10],
      [0, 10],
      [5, 0],
      [2, 2],
      [8, 5],
    ] as const) {
      verticalCrossings(bvh, x, y, line);
      expect(line.turns.slice(0, line.count).reduce((sum, turn) => sum + turn, 0)).toBe(0);
    }
    expect([
      windingAt(bvh, 5, 5, 1),
      windingAt(bvh, 5, 5, 5),
      windingAt(bvh, 5, 5, 9),
      windingAt(bvh, 5, 5, 11),
    ]).toEqual([1, 0, 1, 0]);
  });

  it('balance at every vertex of a part', () => {
    const mesh = shapes['electronics-housing']();
    const bvh = buildBvh(mesh);
    const line = crossings();
    for (let at = 0; at < mesh.positions.length; at += 3) {
      verticalCrossings(bvh, mesh.positions[at] ?? 0, mesh.positions[at + 1] ?? 0, line);
      expect(line.turns.slice(0, line.count).reduce((sum, turn) => sum + turn, 0)).toBe(0);
    }
  });
});

it('survives facets that all lie in one place', () => {
  const many: Mesh = {
    positions: Float32Array.of(0, 0, 0, 10, 0, 0, 0, 10, 0),
    triangles: new Uint32Array(30_000).map((_, i) => i % 3),
  };
  expect(castRay(buildBvh(many), 2, 2, 5, 0, 0, -1, 10, rayHit())).toBe(true);
});
