import { describe, expect, it } from 'vitest';
import { processFile } from './index.ts';
import { writeBinaryStl } from './readers/stl.ts';
import { box } from './testSolids.ts';

/** An STL of a box away from its origin; the points of every other facet are moved by so many steps of its numbers. */
function seamed(factor: number, steps: number): Uint8Array {
  const { positions, triangles } = box([3.3, 5.7, 0], [30.1, 20.3, 10.7]);
  const corners = Array.from(triangles, (vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)]);
  const step = 2 ** (Math.floor(Math.log2(Math.max(...positions) * factor)) - 23);
  const moved = corners.flatMap((corner, i) =>
    corner.map((value) => Math.fround(value * factor) + (Math.floor(i / 3) % 2 === 0 ? 0 : steps * step)),
  );
  return writeBinaryStl({ positions: Float32Array.from(moved), triangles: Uint32Array.from(corners.keys()) });
}

const look = (bytes: Uint8Array) => processFile('VERIFY', bytes, { fileName: 'a.stl' });

describe('points that differ by the rounding of their numbers', () => {
  it.each([
    ['millimetres', 1],
    ['inches', 1 / 25.4],
    ['metres', 1 / 1000],
  ])('are one point in a file in %s', async (_, factor) => {
    const { report, needsRepair } = await look(seamed(factor, 1));
    expect(report).toMatchObject({ watertight: true, facets: 12, vertices: 8, shells: 1 });
    expect(needsRepair).toBe(false);
    expect(report.volumeMm3 / (26.8 * 14.6 * 10.7 * factor ** 3)).toBeCloseTo(1, 5);
  });

  it('stay two where the gap is a real one', async () => {
    const { report, needsRepair } = await look(seamed(1, 50));
    expect([report.watertight, needsRepair]).toEqual([false, true]);
  });

  it('reach every other operation joined', async () => {
    const { report, changes } = await processFile('REPAIR', seamed(1 / 25.4, 1), { fileName: 'a.stl', units: 'IN' });
    expect(report.watertight).toBe(true);
    expect(Object.values(changes).every((count) => count === 0)).toBe(true);
  });
});
