import { describe, expect, it } from 'vitest';
import { some } from '../../../../../tests/rounds.ts';
import { analyze } from '../../analyze.ts';
import { boundsOf, type Mesh } from '../../mesh.ts';
import { shapes, shapeNames } from '../../shapes.ts';
import { ball, box, turned } from '../../testSolids.ts';
import { codeOf, sequence } from '../../testSupport.ts';
import { minimumOrientation } from './index.ts';
import { Overhangs } from './overhang.ts';

const objectives = ['HEIGHT', 'BOX', 'OVERHANG'] as const;

function run(mesh: Mesh, objective: (typeof objectives)[number]) {
  const { meshes, details } = minimumOrientation(mesh, { objective }, () => undefined);
  return { turned: meshes[0]?.mesh ?? mesh, details };
}

const tilted = turned(box([0, 0, 0], [60, 40, 4]), 0.3, 0.7, [10, 20, 30]);

describe('minimum orientation', () => {
  it.each(objectives)('lays a tilted plate of 4 mm flat, straight and into the corner (%s)', (objective) => {
    const { turned: plate, details } = run(tilted, objective);
    expect(details.heightMm).toBeCloseTo(4, 4);
    expect(details.boxMm[0]).toBeCloseTo(60, 4);
    expect(details.boxMm[1]).toBeCloseTo(40, 4);
    expect(details.overhangAreaMm2).toBe(0);
    expect(details.before.heightMm).toBeGreaterThan(15);
    expect([...boundsOf(plate)].slice(0, 3).every((low) => Math.abs(low) < 1e-6)).toBe(true);
  });

  it('tells with the placement where each point of the file went', () => {
    const { turned: plate, details } = run(tilted, 'HEIGHT');
    const m = details.placement;
    for (let at = 0; at < plate.positions.length; at += 3) {
      const [x = 0, y = 0, z = 0] = tilted.positions.subarray(at, at + 3);
      for (let axis = 0; axis < 3; axis++) {
        const moved = (m[axis] ?? 0) * x + (m[4 + axis] ?? 0) * y + (m[8 + axis] ?? 0) * z + (m[12 + axis] ?? 0);
        expect(plate.positions[at + axis]).toBeCloseTo(moved, 4);
      }
    }
  });

  it('puts an open housing on its bottom, not on its rim', () => {
    const { details } = run(turned(shapes['electronics-housing'](), Math.PI, 0), 'HEIGHT');
    expect(details.heightMm).toBeCloseTo(42, 3);
    expect(details.overhangAreaMm2).toBeLessThan(200);
    expect(details.before.overhangAreaMm2).toBeGreaterThan(10_000);
  });

  it('leaves a part as it lies when nothing is better', () => {
    const { turned: cube } = run(box([5, 5, 5], [15, 15, 15]), 'BOX');
    expect(cube.positions).toEqual(box([0, 0, 0], [10, 10, 10]).positions);
  });

  it('finds the height of a ball of many sides', () => {
    const { details } = run(turned(ball(20, 60), 0.2, 0.3), 'HEIGHT');
    expect(details.heightMm).toBeLessThanOrEqual(40);
    expect(details.heightMm).toBeGreaterThan(39.9);
  });

  it.each(some(3, shapeNames))(
    '%s is never worse than before, counted as the analysis counts, the same every time',
    (name) => {
      for (const mesh of [shapes[name](), turned(shapes[name](), 0.4, 1, [3, -40, 7])]) {
        for (const objective of objectives) {
          const { turned: result, details } = run(mesh, objective);
          const { before } = details;
          const volume = ([x, y, z]: readonly [number, number, number]): number => x * y * z;
          const [now, then] = {
            HEIGHT: [details.heightMm, before.heightMm],
            BOX: [volume(details.boxMm), volume(before.boxMm)],
            OVERHANG: [details.overhangAreaMm2, before.overhangAreaMm2],
          }[objective];
          expect(now ?? 0).toBeLessThanOrEqual((then ?? 0) * (1 + 1e-5) + 1e-3);
          const report = analyze(result);
          expect(details.heightMm).toBeCloseTo(report.bbox.size[2], 4);
          expect(details.overhangAreaMm2).toBeCloseTo(report.overhangAreaMm2, 1);
          expect(report.volumeMm3 / analyze(mesh).volumeMm3).toBeCloseTo(1, 4);
          if (objective === 'BOX') expect(run(mesh, objective)).toEqual({ turned: result, details });
        }
      }
    },
  );

  it('copes with a flat sheet and refuses nothing at all', async () => {
    const sheet: Mesh = {
      positions: Float32Array.of(0, 0, 0, 10, 0, 10, 10, 10, 10, 0, 10, 0),
      triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    };
    expect(run(sheet, 'HEIGHT').details.heightMm).toBeCloseTo(0, 5);
    const none: Mesh = { positions: new Float32Array(0), triangles: new Uint32Array(0) };
    expect(await codeOf(() => run(none, 'HEIGHT'))).toBe('NO_TRIANGLES');
  });
});

it.each(some(4, shapeNames))('no random way to lay %s has less overhang', (name) => {
  const mesh = shapes[name]();
  const { details } = run(mesh, 'OVERHANG');
  const random = sequence(11);
  const overhangs = new Overhangs(mesh);
  for (let i = 0; i < 300; i++) {
    const [z, angle] = [random() * 2 - 1, random() * 2 * Math.PI];
    const ring = Math.sqrt(1 - z * z);
    const up = [ring * Math.cos(angle), ring * Math.sin(angle), z] as const;
    let [low, high] = [Infinity, -Infinity];
    for (let at = 0; at < mesh.positions.length; at += 3) {
      const [x = 0, y = 0, height = 0] = mesh.positions.subarray(at, at + 3);
      const along = x * up[0] + y * up[1] + height * up[2];
      low = Math.min(low, along);
      high = Math.max(high, along);
    }
    expect(details.overhangAreaMm2).toBeLessThanOrEqual(overhangs.areaMm2(up, low, high - low) * 1.001 + 0.01);
  }
});
