import { describe, expect, it } from 'vitest';
import { writeBinaryStl } from '../../readers/stl.ts';
import type { Mesh } from '../../mesh.ts';
import { shapes, shapeNames } from '../../shapes.ts';
import { verify } from '../../verify.ts';
import { mirror } from './index.ts';

const mirrored = (mesh: Mesh, axis: 'X' | 'Y' | 'Z'): Mesh => mirror(mesh, { axis }).meshes[0]?.mesh ?? mesh;

describe('mirror', () => {
  it('turns the part over and keeps it a solid', () => {
    const bracket = shapes['angle-bracket']();
    const before = verify(bracket);
    const after = verify(mirrored(bracket, 'X'));
    expect(after.bbox.min[0]).toBe(-before.bbox.max[0]);
    expect(after.bbox.max.slice(1)).toEqual(before.bbox.max.slice(1));
    expect(after).toMatchObject({ watertight: true, needsRepair: false });
  });

  it.each(shapeNames)('%s keeps volume and area, and mirrored twice is the same bytes', (name) => {
    const mesh = shapes[name]();
    const whole = verify(mesh);
    for (const axis of ['X', 'Y', 'Z'] as const) {
      const once = mirrored(mesh, axis);
      const report = verify(once);
      expect(report.volumeMm3 / whole.volumeMm3).toBeCloseTo(1, 12);
      expect(report.areaMm2 / whole.areaMm2).toBeCloseTo(1, 12);
      expect(report.needsRepair).toBe(false);
      expect(Buffer.compare(writeBinaryStl(mirrored(once, axis)), writeBinaryStl(mesh))).toBe(0);
    }
  });
});
