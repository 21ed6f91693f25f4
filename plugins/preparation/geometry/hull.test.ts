import { describe, expect, it } from 'vitest';
import { convexHull, hullSides, hullVolume, type Hull } from './hull.ts';
import { facetCount, type Mesh } from './mesh.ts';
import { shapes, shapeNames } from './shapes.ts';
import { sequence } from './testSupport.ts';

/** A mesh with these vertices. Its facets do not matter for a hull. */
const cloud = (coordinates: readonly number[]): Mesh => ({
  positions: Float32Array.from(coordinates),
  triangles: Uint32Array.from({ length: coordinates.length }, (_, i) => i % (coordinates.length / 3)),
});

const grid = (side: number, at: (x: number, y: number, z: number) => number[]): Mesh => {
  const steps = Array.from({ length: side }, (_, i) => i);
  return cloud(steps.flatMap((x) => steps.flatMap((y) => steps.flatMap((z) => at(x, y, z)))));
};

/** Largest distance of a vertex of the mesh outside the hull, mm. */
function farthestOutside(hull: Hull, mesh: Mesh): number {
  let farthest = -Infinity;
  const corner = (half: number, axis: number): number => hull.positions[(hull.triangles[half] ?? 0) * 3 + axis] ?? 0;
  for (let half = 0; half < hull.triangles.length; half += 3) {
    const [a, u, v] = [0, 1, 2].map((side) =>
      [0, 1, 2].map((axis) => corner(half + side, axis) - (side === 0 ? 0 : corner(half, axis))),
    );
    if (!a || !u || !v) throw new Error('a triangle has three corners');
    const [ax = 0, ay = 0, az = 0] = a;
    const [ux = 0, uy = 0, uz = 0] = u;
    const [vx = 0, vy = 0, vz = 0] = v;
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const [nx = 0, ny = 0, nz = 0] = normal;
    const length = Math.hypot(nx, ny, nz);
    expect(length).toBeGreaterThan(0);
    // A sliver narrower than single precision says nothing about distance.
    if (length < 1e-4) continue;
    for (let at = 0; at < mesh.positions.length; at += 3) {
      const height =
        nx * ((mesh.positions[at] ?? 0) - ax) +
        ny * ((mesh.positions[at + 1] ?? 0) - ay) +
        nz * ((mesh.positions[at + 2] ?? 0) - az);
      farthest = Math.max(farthest, height / length);
    }
  }
  return farthest;
}

function expectClosed(hull: Hull): void {
  const faces = facetCount(hull);
  expect(faces).toBe(2 * (hull.positions.length / 3) - 4);
  hull.across.forEach((neighbour, half) => {
    expect([0, 1, 2].some((side) => hull.across[neighbour * 3 + side] === Math.floor(half / 3))).toBe(true);
  });
}

describe('convex hull', () => {
  it('of a grid of points is its cube, with six sides', () => {
    const hull = convexHull(grid(6, (x, y, z) => [x * 2, y * 2, z * 2]));
    expectClosed(hull);
    expect(hullVolume(hull)).toBe(1000);
    const sides = hullSides(hull);
    expect(sides).toHaveLength(6);
    expect(sides.map((side) => side.areaMm2)).toEqual(Array(6).fill(100));
    expect(sides.reduce((sum, { normal }) => sum + normal[0] + normal[1] + normal[2], 0)).toBe(0);
  });

  it('of a tilted grid has six sides, although single precision bends them', () => {
    const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
    const tilted = grid(8, (x, y, z) => [c * x - s * (c * y - s * z), s * x + c * (c * y - s * z), s * y + c * z]);
    const hull = convexHull(tilted);
    expectClosed(hull);
    expect(hullVolume(hull)).toBeCloseTo(343, 3);
    expect(hullSides(hull)).toHaveLength(6);
    expect(farthestOutside(hull, tilted)).toBeLessThan(1e-5);
  });

  it('is exact far from the origin and for very different sizes', () => {
    const far = grid(5, (x, y, z) => [1e6 + x, -3e5 + y * 0.5, z * 1e-6]);
    expect(hullVolume(convexHull(far)) / (4 * 2 * 4e-6)).toBeCloseTo(1, 5);
  });

  it('leaves vertices out that no facet uses', () => {
    const mesh = grid(2, (x, y, z) => [x, y, z]);
    const stray = Float32Array.of(...mesh.positions, 50, 50, 50);
    expect(hullVolume(convexHull({ positions: stray, triangles: mesh.triangles }))).toBe(1);
  });

  it('of a flat part is both faces of its outline', () => {
    const hull = convexHull(grid(5, (x, y) => [x, y, x - 2 * y]));
    expect(hullVolume(hull)).toBe(0);
    const area = hullSides(hull).reduce((sum, side) => sum + side.areaMm2, 0);
    expect(area).toBeCloseTo(2 * 16 * Math.sqrt(6), 4);
  });

  it('of a line is its two ends, of a point itself', () => {
    const line = convexHull(grid(4, (x, y) => [x + y, 2 * (x + y), 5]));
    expect([...line.positions]).toEqual([0, 0, 5, 6, 12, 5]);
    expect(facetCount(line)).toBe(0);
    expect(facetCount(convexHull(cloud([1, 2, 3, 1, 2, 3, 1, 2, 3])))).toBe(0);
  });

  it.each(shapeNames)('of %s is closed, holds the whole part and is the same every time', (name) => {
    const mesh = shapes[name]();
    const hull = convexHull(mesh);
    expectClosed(hull);
    expect(farthestOutside(hull, mesh)).toBeLessThan(1e-3);
    expect(convexHull(mesh)).toEqual(hull);
  });

  it('of random points on a ball uses every point', () => {
    const random = sequence(7);
    const points = Array.from({ length: 4000 }, () => {
      const z = 2 * random() - 1;
      const angle = 2 * Math.PI * random();
      const ring = Math.sqrt(1 - z * z);
      return [30 * ring * Math.cos(angle), 30 * ring * Math.sin(angle), 30 * z];
    });
    const hull = convexHull(cloud(points.flat()));
    expectClosed(hull);
    expect(hull.positions.length / 3).toBe(4000);
    expect(hullVolume(hull) / ((4 / 3) * Math.PI * 27000)).toBeCloseTo(1, 2);
  });

  it('survives random points on few grid places, where almost everything is degenerate', () => {
    const random = sequence(11);
    for (let round = 0; round < 200; round++) {
      const count = 4 + Math.floor(random() * 40);
      const side = 2 + Math.floor(random() * 3);
      const factor = random() < 0.5 ? 1 : 0.1;
      const mesh = cloud(Array.from({ length: count * 3 }, () => Math.floor(random() * side) * factor));
      const hull = convexHull(mesh);
      if (facetCount(hull) > 0 && hullVolume(hull) > 1e-9) {
        expectClosed(hull);
        expect(farthestOutside(hull, mesh)).toBeLessThan(1e-6);
      }
    }
  });
});
