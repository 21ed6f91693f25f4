import { describe, expect, it } from 'vitest';
import { some } from '../../../../../tests/rounds.ts';
import { joinMeshes, type Mesh } from '../../mesh.ts';
import { readStl, writeBinaryStl } from '../../readers/stl.ts';
import { shapes, shapeNames } from '../../shapes.ts';
import { codeOf, sequence } from '../../testSupport.ts';
import { verify, type Triple } from '../../verify.ts';
import { section } from './index.ts';

/** A block with its lowest corner at `low`. */
function block(low: Triple, size: Triple): Mesh {
  const corner = (i: number): number[] =>
    [0, 1, 2].map((axis) => (low[axis] ?? 0) + ((i >> axis) & 1) * (size[axis] ?? 0));
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return {
    positions: Float32Array.from([0, 1, 2, 3, 4, 5, 6, 7].flatMap(corner)),
    triangles: Uint32Array.from(faces.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d])),
  };
}

const turned = ({ positions, triangles }: Mesh): Mesh => ({ positions, triangles: triangles.toReversed() });
const z = (offsetMm: number): Parameters<typeof section>[1] => ({ normal: [0, 0, 2], offsetMm, keep: 'BOTH' });

describe('section', () => {
  it('cuts a block in two, in the order above, below', () => {
    const { meshes, details } = section(block([0, 0, 0], [10, 20, 30]), z(12));
    expect(meshes.map(({ suffix }) => suffix)).toEqual(['above', 'below']);
    expect(meshes.map(({ mesh }) => verify(mesh).bbox.size[2])).toEqual([18, 12]);
    expect(details.sectionAreaMm2).toBeCloseTo(200, 9);
    expect(details.volumesMm3).toEqual([3600, 2400]);
  });

  it('gives one side alone when only that is kept', () => {
    const mesh = block([0, 0, 0], [10, 20, 30]);
    for (const [keep, height] of [
      ['ABOVE', 18],
      ['BELOW', 12],
    ] as const) {
      const { meshes, details } = section(mesh, { ...z(12), keep });
      expect(meshes.map(({ suffix }) => suffix)).toEqual(['']);
      expect(details.volumesMm3).toEqual([height * 200]);
    }
  });

  it('keeps voids, islands in voids and touching outlines', () => {
    const nested = joinMeshes([
      block([0, 0, 0], [40, 40, 40]),
      turned(block([5, 5, 5], [30, 30, 30])),
      block([10, 10, 10], [20, 20, 20]),
      turned(block([12, 12, 12], [5, 5, 5])),
      turned(block([20, 20, 12], [5, 5, 5])),
    ]);
    const { meshes, details } = section(nested, z(14));
    expect(details.sectionAreaMm2).toBeCloseTo(1600 - 900 + 400 - 50, 6);
    for (const { mesh } of meshes) expect(verify(mesh)).toMatchObject({ watertight: true, needsRepair: false });
    const corner = joinMeshes([block([0, 0, 0], [10, 10, 10]), block([10, 10, 0], [10, 10, 10])]);
    const cut = section(corner, z(5));
    expect(cut.details.sectionAreaMm2).toBeCloseTo(200, 6);
    expect(cut.details.volumesMm3).toEqual([1000, 1000]);
  });

  it('cuts along a face of the part: the step is part of the lower side, but was not cut', () => {
    const stepped = joinMeshes([block([0, 0, 0], [20, 20, 10]), block([5, 5, 10], [10, 10, 10])]);
    // Two blocks on each other with a doubled face between them, as two bodies of one file.
    const { meshes, details } = section(stepped, z(10));
    expect(details.volumesMm3).toEqual([1000, 4000]);
    for (const { mesh } of meshes) expect(verify(mesh)).toMatchObject({ watertight: true, needsRepair: false });
  });

  it('refuses an open surface, and a plane beside the part or along its face', async () => {
    const whole = block([0, 0, 0], [10, 10, 10]);
    const open = { positions: whole.positions, triangles: whole.triangles.subarray(3) };
    expect(await codeOf(() => section(open, z(5)))).toBe('NEEDS_REPAIR');
    for (const offset of [-1, 0, 10, 11]) expect(await codeOf(() => section(whole, z(offset)))).toBe('NOT_POSSIBLE');
  });

  it.each(some(4, shapeNames))('%s: both sides are closed and add up, whatever the plane', (name) => {
    const mesh = shapes[name]();
    const whole = verify(mesh);
    const random = sequence(shapeNames.indexOf(name) + 1);
    let worst = 0;
    for (let i = 0; i < 40; i++) {
      const { min, size } = whole.bbox;
      // Every fourth plane passes exactly through a vertex, along an axis.
      const vertex = Math.floor(random() * (mesh.positions.length / 3));
      const axis = Math.floor(random() * 3);
      const aligned = i % 4 === 0;
      const normal: Triple = aligned
        ? [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0]
        : [random() - 0.5, random() - 0.5, random() - 0.5];
      const through = [0, 1, 2].map((k) =>
        aligned ? (mesh.positions[vertex * 3 + k] ?? 0) : (min[k] ?? 0) + (size[k] ?? 0) * (0.2 + 0.6 * random()),
      );
      const offsetMm = normal.reduce((sum, n, k) => sum + (n / Math.hypot(...normal)) * (through[k] ?? 0), 0);
      let cut: ReturnType<typeof section>;
      try {
        cut = section(mesh, { normal, offsetMm, keep: 'BOTH' });
      } catch (error) {
        if (aligned && error instanceof Error && /does not pass/.test(error.message)) continue;
        throw error;
      }
      for (const { mesh: side } of cut.meshes) {
        const report = verify(side);
        expect(report.watertight, `plane ${normal.join(' ')} at ${offsetMm}`).toBe(true);
        expect(report.needsRepair).toBe(false);
        const [read] = i % 8 === 0 ? readStl(writeBinaryStl(side)).bodies : [];
        if (read) expect(verify(read).watertight).toBe(true);
      }
      const sum = cut.details.volumesMm3.reduce((total, volume) => total + volume, 0);
      worst = Math.max(worst, Math.abs(sum / whole.volumeMm3 - 1));
      // The caps are as large as the outline that they close: no facet overlaps another.
      const areas = cut.meshes.reduce((total, side) => total + verify(side.mesh).areaMm2, 0);
      if (!aligned) {
        expect(Math.abs(areas - whole.areaMm2 - 2 * cut.details.sectionAreaMm2)).toBeLessThan(1e-4 * whole.areaMm2);
      }
    }
    expect(worst).toBeLessThan(1e-6);
  });

  it('gives the same bytes for the same cut', () => {
    const cut = (): ReturnType<typeof section> =>
      section(shapes.impeller(), { normal: [1, 2, 3], offsetMm: 5, keep: 'BOTH' });
    expect(cut()).toEqual(cut());
  });
});
