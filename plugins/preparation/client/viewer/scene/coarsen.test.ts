import { expect, it } from 'vitest';
import { makePreview } from '../../../geometry/preview/encode.ts';
import { shapes } from '../../../geometry/shapes.ts';
import { coarsen } from './coarsen.ts';

it.each(['hinge-leaf', 'impeller'] as const)(
  'makes a rough copy of a %s that is closed and in its place',
  async (name) => {
    const fine = await makePreview([shapes[name]()], 150_000);
    const { preview, sources } = coarsen(fine);
    expect(preview.triangles.length).toBeLessThan(fine.triangles.length);
    expect(preview.components).toHaveLength(fine.components.length);
    expect(sources).toHaveLength(preview.positions.length / 3);

    const place = (vertex: number) => preview.positions.subarray(vertex * 3, vertex * 3 + 3).join(' ');
    const sides = new Map<string, number>();
    preview.triangles.forEach((vertex, corner) => {
      const next = preview.triangles[corner % 3 === 2 ? corner - 2 : corner + 1] ?? 0;
      const [a, b] = [place(vertex), place(next)];
      const [key, way] = a < b ? [`${a} ${b}`, 1] : [`${b} ${a}`, -1];
      sides.set(key, (sides.get(key) ?? 0) + way);
    });
    expect([...sides.values()].filter((balance) => balance !== 0)).toEqual([]);

    const reach = (positions: Float32Array) => positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(reach(preview.positions) / reach(fine.positions)).toBeGreaterThan(0.95);
  },
);
