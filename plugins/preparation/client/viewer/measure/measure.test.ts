import { describe, expect, it } from 'vitest';
import type { Mesh } from '../../../geometry/mesh.ts';
import { makePreview } from '../../../geometry/preview/encode.ts';
import { shapes } from '../../../geometry/shapes.ts';
import { box } from '../../../geometry/testSolids.ts';
import { distance, type Vec } from '../scene/vectors.ts';
import { circleThrough, fitCircle } from './circle.ts';
import { Features } from './features.ts';
import { Measuring, type Measurable } from './Measuring.ts';

const arc = (radius: number, degrees: number, pieces: number): Vec[] =>
  Array.from({ length: pieces + 1 }, (_, i) => {
    const a = (degrees * i * Math.PI) / pieces / 180;
    return [3 + radius * Math.cos(a), 5, 7 + radius * Math.sin(a)];
  });

describe('circles', () => {
  it('goes through three points', () => {
    const [a, b, c] = arc(12.5, 100, 2);
    const circle = a && b && c && circleThrough(a, b, c);
    expect(circle && circle.radius).toBeCloseTo(12.5, 9);
    expect(circleThrough([0, 0, 0], [1, 1, 1], [3, 3, 3])).toBeNull();
  });

  it.each([360, 180, 60])('fits the points of an arc of %s°, and says how well', (degrees) => {
    const circle = fitCircle(arc(4, degrees, 16));
    expect(circle?.radius).toBeCloseTo(4, 6);
    expect(circle?.deviation).toBeLessThan(1e-6);
    expect(circle && distance(circle.center, [3, 5, 7])).toBeLessThan(1e-6);
  });

  it('finds none where the points do not bend', () => {
    const line = Array.from({ length: 9 }, (_, i): Vec => [i, 2 * i, 0]);
    expect(fitCircle(line)).toBeNull();
  });
});

/** A plate of 100 × 60 × 10 with quarter circles of radius 10 at its corners; its lowest corner is the origin. */
function plate(): Mesh {
  const outline: [number, number][] = [];
  const corners: readonly (readonly [number, number, number])[] = [
    [90, 50, 0],
    [10, 50, 90],
    [10, 10, 180],
    [90, 10, 270],
  ];
  for (const [x, y, from] of corners)
    for (let i = 0; i <= 12; i++) {
      const a = ((from + i * 7.5) * Math.PI) / 180;
      outline.push([x + 10 * Math.cos(a), y + 10 * Math.sin(a)]);
    }
  const n = outline.length;
  const positions = [...outline.flatMap(([x, y]) => [x, y, 0]), ...outline.flatMap(([x, y]) => [x, y, 10])];
  positions.push(50, 30, 0, 50, 30, 10);
  const triangles: number[] = [];
  for (let i = 0; i < n; i++) {
    const next = (i + 1) % n;
    triangles.push(i, next, n + next, i, n + next, n + i, 2 * n, next, i, 2 * n + 1, n + i, n + next);
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

describe('edges of a part', () => {
  it('end where a rounded corner begins, and know its radius', async () => {
    const features = new Features(await makePreview([plate()], 150_000));
    const straight = features.nearest([50, 0, 10], 1, 0);
    expect(straight?.length).toBeCloseTo(80, 1);
    expect(straight?.circle).toBeNull();
    const corner = features.nearest([97.07, 2.93, 10], 1, 0);
    expect(corner?.circle?.radius).toBeCloseTo(10, 1);
    expect(corner?.length).toBeCloseTo((10 * Math.PI) / 2, 1);
    expect(features.nearest([50, 30, 10], 5, 0)).toBeNull();
  });

  it('run all around a bore', async () => {
    const mesh = shapes['weld-neck-flange']();
    const features = new Features(await makePreview([mesh], 150_000));
    let round = 0;
    for (let at = 0; at < features.segments.length; at += 60) {
      const [x = 0, y = 0, z = 0] = features.segments.subarray(at, at + 3);
      const edge = features.nearest([x, y, z], 0.5, 0);
      if (edge?.closed && edge.circle) {
        round++;
        expect(Math.abs(edge.length / (2 * Math.PI * edge.circle.radius) - 1)).toBeLessThan(0.02);
      }
    }
    expect(round).toBeGreaterThan(5);
  });
});

describe('snapping', () => {
  it('finds the near corner, or else the edge, and nothing farther away', async () => {
    const features = new Features(await makePreview([box([0, 0, 0], [30, 20, 10])], 5000));
    const close = (found: Vec | null) => found?.map((value) => Math.round(value * 100) / 100);
    expect(close(features.snap([29.5, 0.4, 10], 1, 0))).toEqual([30, 0, 10]);
    expect(close(features.snap([12.3, 0.4, 10], 1, 0))).toEqual([12.3, 0, 10]);
    expect(features.snap([12.3, 5, 10], 1, 0)).toBeNull();
  });
});

describe('measuring', () => {
  const spot = (...position: [number, number, number]) => ({ position, normal: [0, 0, 1] as const, component: 0 });
  const part: Measurable = { snap: (at) => at, edgeAt: () => null, wallAt: () => Promise.resolve(2.5) };

  it('takes two points for a distance, and shows its parts along the axes', async () => {
    const measuring = new Measuring();
    measuring.choose('DISTANCE');
    await measuring.mark(spot(0, 0, 0), part);
    expect(measuring.results).toEqual([]);
    await measuring.mark(spot(3, -4, 12), part);
    expect(measuring.results).toMatchObject([{ kind: 'DISTANCE', value: 13, parts: [3, 4, 12] }]);
    expect(measuring.marks).toEqual([]);
  });

  it('takes a round edge for a radius at once, and three points otherwise', async () => {
    const measuring = new Measuring();
    measuring.choose('RADIUS');
    const circle = { center: [0, 0, 0] as const, radius: 9, deviation: 0.01 };
    await measuring.mark(spot(1, 0, 0), {
      ...part,
      edgeAt: () => ({ points: [], closed: true, length: 56, circle }),
    });
    await measuring.mark(spot(5, 0, 0), part);
    await measuring.mark(spot(0, 5, 0), part);
    await measuring.mark(spot(-5, 0, 0), part);
    expect(measuring.results.map(({ value }) => value)).toEqual([9, expect.closeTo(5, 6)]);
  });

  it('measures a wall straight in, and says where nothing can be measured', async () => {
    const measuring = new Measuring();
    measuring.choose('WALL');
    await measuring.mark(spot(0, 0, 10), part);
    expect(measuring.results).toMatchObject([
      {
        value: 2.5,
        path: [
          [0, 0, 10],
          [0, 0, 7.5],
        ],
      },
    ]);
    await measuring.mark(spot(0, 0, 10), { ...part, wallAt: () => Promise.resolve(null) });
    expect(measuring.hint).toBe('viewer.measure.noWall');
    measuring.choose('EDGE');
    await measuring.mark(spot(0, 0, 10), part);
    expect(measuring.hint).toBe('viewer.measure.noEdge');
    measuring.undo();
    expect(measuring.results).toEqual([]);
  });
});
