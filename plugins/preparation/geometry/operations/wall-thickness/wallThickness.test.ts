import { describe, expect, it } from 'vitest';
import { buildBvh } from '../../bvh/tree.ts';
import { filterFacets, joinMeshes, type Mesh } from '../../mesh.ts';
import { place, Solid, type Frame, type Point2 } from '../../shapes/solid.ts';
import { shapes } from '../../shapes.ts';
import { ball, box, turned } from '../../testSolids.ts';
import { codeOf, sequence } from '../../testSupport.ts';
import { thicknessAt, wallThickness } from './index.ts';

const measure = (mesh: Mesh, minimumMm = 1): ReturnType<typeof wallThickness>['details'] =>
  wallThickness(mesh, { minimumMm }, () => undefined).details;

/** A prism along y with this outline in (x, z), anticlockwise seen from -y. */
function prism(outline: readonly Point2[], length: number): Mesh {
  const at = (y: number): Frame => ({ origin: [0, y, 0], u: [1, 0, 0], v: [0, 0, 1] });
  const solid = new Solid();
  solid.face(place(at(0), outline), [], [0, -1, 0]);
  solid.face(place(at(length), outline), [], [0, 1, 0]);
  solid.skin([place(at(length), outline), place(at(0), outline)]);
  return solid.mesh();
}

describe('wallThickness', () => {
  it('measures a plate exactly, its edges and corners notwithstanding', () => {
    const found = measure(box([0, 0, 0], [40, 30, 1.5]), 2);
    expect([found.minMm, found.p1Mm, found.p5Mm, found.medianMm]).toEqual([1.5, 1.5, 1.5, 1.5]);
    // The narrow sides are 30 and 40 mm apart.
    expect(found.maxMm).toBeCloseTo(40, 6);
    const area = 2 * (40 * 30 + 40 * 1.5 + 30 * 1.5);
    expect(found.thinShare).toBeCloseTo((2 * 40 * 30) / area, 3);
    expect(Math.abs(found.thinnest?.normal[2] ?? 0)).toBe(1);
    const histogram = found.histogram;
    expect(histogram.reduce((sum, { areaMm2 }) => sum + areaMm2, 0)).toBeCloseTo(area, 6);
    expect(histogram[0]?.areaMm2).toBeCloseTo(2 * 40 * 30, -1);
    expect(histogram[0]?.fromMm).toBe(0);
  });

  it('does not call exactly the minimum thin', () => {
    expect(measure(box([0, 0, 0], [40, 30, 1.5]), 1.5).thinShare).toBe(0);
  });

  it('measures the wall of a hollow box, and the other way through a ball', () => {
    const hollow = joinMeshes([box([0, 0, 0], [40, 40, 40]), box([2, 2, 2], [38, 38, 38], true)]);
    const walls = measure(hollow);
    expect(walls.minMm).toBeCloseTo(2, 5);
    // Near the edges, the opposite surface is the outside 40 mm away, not the cavity.
    expect(walls.medianMm).toBeCloseTo(2, 5);
    const round = measure(ball(10));
    expect(round.minMm).toBeGreaterThan(19.6);
    expect(round.medianMm).toBeCloseTo(20, 1);
    expect(round.maxMm).toBeLessThan(20.01);
  });

  it('measures plates of any thickness, turned any way', () => {
    const random = sequence(42);
    for (let i = 0; i < 12; i++) {
      const thickness = 0.3 + random() * 6;
      const plate = turned(box([0, 0, 0], [50, 40, thickness]), random() * 7, random() * 7, [
        random() * 500,
        random() * 500,
        random() * 500,
      ]);
      const found = measure(plate);
      expect(found.minMm / thickness).toBeCloseTo(1, 3);
      expect(found.medianMm / thickness).toBeCloseTo(1, 3);
    }
  });

  it('names the thin web, not the edge of a blade', () => {
    // A block with a 0.8 mm rib on top and a blade of 35 degrees at its side.
    const found = measure(
      prism(
        [
          [0, 0], [30, 0], [30 + 10 / Math.tan((35 * Math.PI) / 180), 0], [30, 10], [20.8, 10], [20.8, 18],
          [20, 18], [20, 10], [0, 10],
        ], // prettier-ignore
        60,
      ),
    );
    expect(found.minMm).toBeCloseTo(0.8, 4);
    const [x = 0, , z = 0] = found.thinnest?.position ?? [];
    expect(Math.min(Math.abs(x - 20), Math.abs(x - 20.8))).toBeLessThan(1e-3);
    expect(z).toBeGreaterThan(10);
  });

  it('follows a wedge with the ball, between what the ray and the shortest way say', () => {
    const degrees = 30;
    const wedge = prism(
      [
        [0, 0],
        [60, 0],
        [60, 60 * Math.tan((degrees * Math.PI) / 180)],
      ],
      200,
    );
    const at = 30;
    const [thickness = 0] = thicknessAt(buildBvh(wedge), Float32Array.of(at, 100, 0), Float32Array.of(0, 0, -1));
    // A ball that touches the base 30 mm from the tip, and the slope.
    expect(thickness).toBeCloseTo(2 * at * Math.tan((degrees * Math.PI) / 360), 3);
  });

  it('colours vertices: on an edge of a plate it still finds the plate', () => {
    const slope = Math.SQRT1_2;
    const [face = 0, edge = 0, nothing = 0] = thicknessAt(
      buildBvh(box([0, 0, 0], [40, 30, 1.5])),
      Float32Array.of(20, 15, 1.5, 20, 0, 1.5, 20, 15, 1.5),
      Float32Array.of(0, 0, 1, 0, -slope, slope, 0, 0, -1),
    );
    expect(face).toBe(1.5);
    expect(edge).toBeGreaterThan(1.4);
    expect(edge).toBeLessThan(1.8);
    expect(nothing).toBe(Infinity);
  });

  it('says that a part without facing sides has no walls', () => {
    const corner: Mesh = {
      positions: Float32Array.of(0, 0, 0, 20, 0, 0, 0, 20, 0, 0, 0, 20),
      triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
    };
    const { details, warnings } = wallThickness(corner, { minimumMm: 1 }, () => undefined);
    expect(warnings.map(({ code }) => code)).toEqual(['NO_WALLS']);
    expect(details.thinnest).toBeNull();
    expect(details.thinShare).toBe(0);
  });

  it('refuses a sheet and warns of a hole', async () => {
    const sheet = filterFacets(box([0, 0, 0], [40, 30, 2]), (facet) => facet < 2);
    expect(await codeOf(() => measure(sheet))).toBe('NEEDS_REPAIR');
    const holed = filterFacets(box([0, 0, 0], [40, 30, 2]), (facet) => facet > 0);
    expect(wallThickness(holed, { minimumMm: 1 }, () => undefined).warnings[0]?.code).toBe('OPEN_SURFACE');
  });

  it('tells how far it is, and finds the same twice', () => {
    const seen: number[] = [];
    const first = wallThickness(shapes.impeller(), { minimumMm: 1 }, (share) => seen.push(share));
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(wallThickness(shapes.impeller(), { minimumMm: 1 }, () => undefined)).toEqual(first);
    // The blades are 0.9 mm thick at their ends; thinner values come from the edge of the cut.
    expect(first.details.minMm).toBeCloseTo(0.9, 2);
  });

  it.each([
    ['angle-bracket', 6],
    ['electronics-housing', 3],
    ['pipe-elbow', 4],
    ['heat-sink', 1.8],
    ['sensor-capsule', 2.5],
  ] as const)('finds the thinnest wall of %s as drawn', (name, drawn) => {
    expect(measure(shapes[name]()).minMm / drawn).toBeCloseTo(1, 2);
  });
});
