import { describe, expect, it } from 'vitest';
import { some } from '../../../../../tests/rounds.ts';
import { operationInputSchemas } from '@sinter/sdk/contract/preparation/operations';
import { windingAt } from '../../bvh/crossings.ts';
import { buildBvh } from '../../bvh/tree.ts';
import { boundsOf, joinMeshes, type Mesh } from '../../mesh.ts';
import { shapes, shapeNames } from '../../shapes.ts';
import { level, place, Solid, type Frame, type Point2 } from '../../shapes/solid.ts';
import { ball, box, turned } from '../../testSolids.ts';
import { codeOf, sequence } from '../../testSupport.ts';
import { verify } from '../../verify.ts';
import { supports } from './index.ts';
import { overhangs } from './overhangs.ts';

const run = (mesh: Mesh, given: object = {}): ReturnType<typeof supports> =>
  supports(mesh, operationInputSchemas.SUPPORT_GENERATION.parse(given), () => undefined);

/** A table: a foot 10 x 10 and 20 high in the middle of a top 40 x 40 and 5 thick. */
function table(): Mesh {
  const solid = new Solid();
  const square = (half: number): Point2[] => [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ];
  const at = (half: number, z: number): ReturnType<typeof place> => place(level(z), square(half));
  solid.face(at(5, 0), [], [0, 0, -1]);
  solid.skin([at(5, 0), at(5, 20)]);
  solid.face(at(20, 20), [at(5, 20)], [0, 0, -1]);
  solid.skin([at(20, 20), at(20, 25)]);
  solid.face(at(20, 25), [], [0, 0, 1]);
  return solid.mesh();
}

describe('supports', () => {
  it('leaves a part alone that needs none', () => {
    const { meshes, details, warnings } = run(box([0, 0, 0], [20, 20, 20]));
    expect(meshes).toEqual([]);
    expect(details).toEqual({ columns: 0, columnsOnPart: 0, supportVolumeMm3: 0, overhangAreaMm2: 0 });
    expect(warnings.map(({ code }) => code)).toEqual(['NO_OVERHANG']);
  });

  it('holds up a table top all around its foot', () => {
    const { meshes, details } = run(table(), { spacingMm: 4 });
    expect(details.overhangAreaMm2).toBeCloseTo(40 * 40 - 10 * 10, 3);
    // Ten by ten lines, less those through the foot, which meet no overhang.
    expect(details).toMatchObject({ columns: 96, columnsOnPart: 0 });
    expect(meshes.map(({ suffix }) => suffix)).toEqual(['supported', 'supports']);
    const [supported, alone] = meshes.map(({ mesh }) => verify(mesh));
    expect(supported).toMatchObject({ watertight: true, needsRepair: false, shells: 97 });
    expect(alone).toMatchObject({ watertight: true, needsRepair: false, shells: 96 });
    expect(alone?.bbox.min[2]).toBe(0);
    // The tips reach a little into the part.
    expect(alone?.bbox.max[2]).toBeCloseTo(20.1, 5);
    expect((alone?.volumeMm3 ?? 0) / details.supportVolumeMm3).toBeCloseTo(1, 5);
    expect((supported?.volumeMm3 ?? 0) / (10 * 10 * 20 + 40 * 40 * 5 + details.supportVolumeMm3)).toBeCloseTo(1, 5);
  });

  it('lifts the part, and then holds all of its underside', () => {
    const { meshes, details } = run(box([0, 0, 7], [20, 20, 27]), { liftMm: 5, spacingMm: 5 });
    expect(details.columns).toBe(16);
    expect(details.overhangAreaMm2).toBeCloseTo(400, 6);
    const [supported] = meshes;
    expect(verify(supported?.mesh ?? table()).bbox.min[2]).toBe(7);
    expect(verify(supported?.mesh ?? table()).bbox.max[2]).toBe(32);
  });

  it('stands on the part where the plate is covered', () => {
    const shelf = joinMeshes([box([0, 0, 0], [30, 30, 4]), box([0, 0, 24], [30, 30, 28])]);
    const { details, meshes } = run(shelf, { spacingMm: 5 });
    expect(details).toMatchObject({ columns: 36, columnsOnPart: 36 });
    expect(verify(meshes[1]?.mesh ?? shelf).bbox).toMatchObject({
      min: [expect.any(Number), expect.any(Number), 3.9000000953674316],
    });
  });

  it('asks for the lean: a slope of 50 degrees needs support at 45, none at 60', () => {
    const lean = (50 * Math.PI) / 180;
    const prism = (): Mesh => {
      const at = (y: number): Frame => ({ origin: [0, y, 0], u: [1, 0, 0], v: [0, 0, 1] });
      const outline: Point2[] = [
        [0, 0],
        [20, 0],
        [20 + 20 * Math.tan(lean), 20],
        [0, 20],
      ];
      const solid = new Solid();
      solid.face(place(at(0), outline), [], [0, -1, 0]);
      solid.face(place(at(30), outline), [], [0, 1, 0]);
      solid.skin([place(at(30), outline), place(at(0), outline)]);
      return solid.mesh();
    };
    expect(run(prism(), { overhangDegrees: 45 }).details.columns).toBeGreaterThan(20);
    expect(run(prism(), { overhangDegrees: 60 }).details.columns).toBe(0);
  });

  it('starts at a lowest point that no line of the grid meets', () => {
    // There is only one line, and the small ball beside it has no support.
    const { details } = run(
      joinMeshes([box([-30, -30, 0], [-10, -10, 5]), turned(ball(2.2, 12), 0, 0, [7.3, 8.1, 20])]),
      {
        spacingMm: 50,
      },
    );
    expect(details.columns).toBeGreaterThan(0);
  });

  it('keeps the columns out of the part but for their ends', () => {
    const part = shapes['pipe-elbow']();
    const bvh = buildBvh(part);
    const { meshes } = run(part);
    const { positions } = meshes[1]?.mesh ?? part;
    let inside = 0;
    for (let at = 0; at < positions.length; at += 3) {
      inside += windingAt(bvh, positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0) > 0 ? 1 : 0;
    }
    // One or two of the five or six rings are ends that reach into the part.
    expect(inside / (positions.length / 3)).toBeLessThan(0.4);
  });

  it.each(some(6, shapeNames))('makes closed shells for %s, whatever is asked', (name) => {
    const random = sequence(name.length * 7);
    const mesh = shapes[name]();
    const given = {
      overhangDegrees: random() * 80,
      spacingMm: 2 + random() * 8,
      tipMm: 0.2 + random(),
      columnMm: 0.5 + random() * 4,
      liftMm: random() * 6,
    };
    const { meshes, details } = run(mesh, given);
    expect(details.columns).toBeGreaterThan(0);
    for (const { mesh: made } of meshes) expect(verify(made)).toMatchObject({ watertight: true, needsRepair: false });
    expect(verify(meshes[1]?.mesh ?? mesh).shells).toBe(details.columns);
  });

  it('tells how far it is, makes the same twice, and refuses what nobody prints', async () => {
    const seen: number[] = [];
    const input = operationInputSchemas.SUPPORT_GENERATION.parse({});
    const first = supports(shapes['turbine-blade'](), input, (share) => seen.push(share));
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(run(shapes['turbine-blade']())).toEqual(first);
    const huge = box([0, 0, 0], [900, 900, 10]);
    expect(await codeOf(() => run(huge, { liftMm: 1, spacingMm: 0.5 }))).toBe('NOT_POSSIBLE');
    expect(await codeOf(() => run(huge, { liftMm: 1, spacingMm: 5 }))).toBe('NOT_POSSIBLE');
    expect(run(huge, { liftMm: 1, spacingMm: 10 }).details.columns).toBe(8100);
  });
});

describe('what has little room below it', () => {
  it('is held from beside: no overhang of a blade is farther than twice the spacing from a column', () => {
    const part = shapes['turbine-blade']();
    const { meshes, warnings } = run(part);
    expect(warnings).toEqual([]);
    const columns = meshes[1]?.mesh.positions ?? new Float32Array();
    const { regionOf } = overhangs(part, boundsOf(part)[2] ?? 0, 45);
    let farthest = 0;
    regionOf.forEach((region, facet) => {
      if (region < 0) return;
      const [x = 0, y = 0, z = 0] = [0, 1, 2].map((axis) =>
        [0, 1, 2].reduce(
          (sum, k) => sum + (part.positions[(part.triangles[facet * 3 + k] ?? 0) * 3 + axis] ?? 0) / 3,
          0,
        ),
      );
      let nearest = Infinity;
      for (let at = 0; at < columns.length; at += 3) {
        if (Math.abs((columns[at + 2] ?? 0) - z) > 6) continue;
        nearest = Math.min(nearest, Math.hypot((columns[at] ?? 0) - x, (columns[at + 1] ?? 0) - y));
      }
      farthest = Math.max(farthest, nearest);
    });
    expect(farthest).toBeLessThan(6);
  });

  it('is told when there is no room at all', () => {
    // The roof of a slot that is narrower than a tip.
    const slot = joinMeshes([
      box([0, 0, 0], [60, 10, 20]),
      box([0, 10.3, 0], [60, 20, 20]),
      box([0, 10, 20.001], [60, 10.3, 30]),
    ]);
    const { warnings, details } = run(slot);
    expect(details.columns).toBe(0);
    expect(warnings.map(({ code }) => code)).toEqual(['UNHELD_OVERHANG']);
  });
});
