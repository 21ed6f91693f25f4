import { describe, expect, it } from 'vitest';
import { some } from '../../../../../tests/rounds.ts';
import type { Mesh } from '../../mesh.ts';
import { shapes, shapeNames } from '../../shapes.ts';
import { box, turned } from '../../testSolids.ts';
import { codeOf, sequence } from '../../testSupport.ts';
import { minimumOrientation } from '../orientation/index.ts';
import { exhaustiveFit } from './index.ts';

type Box = [number, number, number];

const fit = (mesh: Mesh, boxMm: Box, clearanceMm = 0) => exhaustiveFit(mesh, { boxMm, clearanceMm }, () => undefined);

/** By how much a vertex is nearer to a wall than the clearance, or outside the box; in double precision. */
function beyond(mesh: Mesh, boxMm: Box, clearance: number, m: readonly number[]): number {
  let worst = -Infinity;
  for (let at = 0; at < mesh.positions.length; at += 3) {
    const [x = 0, y = 0, z = 0] = mesh.positions.subarray(at, at + 3);
    boxMm.forEach((side, axis) => {
      const moved = (m[axis] ?? 0) * x + (m[4 + axis] ?? 0) * y + (m[8 + axis] ?? 0) * z + (m[12 + axis] ?? 0);
      worst = Math.max(worst, clearance - moved, moved - (side - clearance));
    });
  }
  return worst;
}

describe('exhaustive fit', () => {
  it('finds the bar that only fits along the diagonal of the space', () => {
    const bar = box([0, 0, 0], [165, 2, 2]);
    const { details, meshes } = fit(bar, [100, 100, 100]);
    expect(details).toMatchObject({ fits: true, resolutionDegrees: 2 });
    expect(details.marginMm).toBeGreaterThan(1.5);
    expect(beyond(bar, [100, 100, 100], 0, details.placement)).toBeLessThan(1e-9);
    expect(meshes).toHaveLength(1);
  });

  it('says no, and by how much, to one longer than the diagonal', () => {
    const { details, meshes } = fit(box([0, 0, 0], [175, 2, 2]), [100, 100, 100]);
    expect(details.fits).toBe(false);
    expect(details.marginMm).toBeLessThan(0);
    expect(details.marginMm).toBeGreaterThan(-6);
    expect(details.tried).toBeGreaterThan(100_000);
    expect(meshes).toEqual([]);
  });

  it('fits a part that fills the box exactly, in any order of the sides', () => {
    const part = box([5, 5, 5], [105, 85, 65]);
    for (const sides of [
      [100, 80, 60],
      [60, 100, 80],
      [80, 60, 100],
      [100, 60, 80],
    ] as Box[]) {
      expect(fit(part, sides).details).toMatchObject({ fits: true, marginMm: 0 });
      expect(fit(part, sides, 0.01).details.fits).toBe(false);
    }
  });

  it('keeps the clearance to every wall', () => {
    const plate = turned(box([0, 0, 0], [120, 40, 4]), 0.3, 0.7);
    const { details } = fit(plate, [100, 100, 50], 3);
    expect(details.fits).toBe(true);
    expect(beyond(plate, [100, 100, 50], 3, details.placement)).toBeLessThan(1e-9);
  });

  it.each(some(4, shapeNames))(
    '%s fits the box of its smallest orientation however it lies, and the placement is true',
    (name) => {
      const random = sequence(name.length);
      const mesh = turned(shapes[name](), random() * 3, random() * 3, [20, -10, 400]);
      const { boxMm } = minimumOrientation(mesh, { objective: 'BOX' }, () => undefined).details;
      const [x, y, z] = boxMm;
      const roomy: Box = [z + 0.01, x + 0.01, y + 0.01];
      const { details } = fit(mesh, roomy);
      expect(details.fits).toBe(true);
      expect(beyond(mesh, roomy, 0, details.placement)).toBeLessThan(1e-9);
      expect(fit(mesh, roomy).details).toEqual(details);
      // In any case, the margin is that of the placement.
      const tight: Box = [x * 0.8, y * 0.9, z * 0.95];
      const no = fit(mesh, tight).details;
      expect(no.fits).toBe(no.marginMm >= 0);
      expect(Math.min(...tight.map((side, axis) => side - (no.boxMm[axis] ?? 0)))).toBeCloseTo(no.marginMm, 9);
    },
  );

  it('refuses nothing at all', async () => {
    const none: Mesh = { positions: new Float32Array(0), triangles: new Uint32Array(0) };
    expect(await codeOf(() => fit(none, [10, 10, 10]))).toBe('NO_TRIANGLES');
  });
});
