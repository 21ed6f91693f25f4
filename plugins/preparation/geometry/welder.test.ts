import { describe, expect, it } from 'vitest';
import { sequence } from './testSupport.ts';
import { weldFacets } from './weldFacets.ts';
import { Welder, releaseMesh } from './welder.ts';

/** Facets at random corners of a grid, so that most vertices come again, some of them far apart in the file. */
function facets(count: number, side: number, seed: number): Float32Array {
  const random = sequence(seed);
  return Float32Array.from({ length: count * 9 }, () => Math.floor(random() * side) - side / 2);
}

const weld = (corners: Float32Array): ReturnType<typeof weldFacets> =>
  weldFacets(new DataView(corners.buffer), 0, 36, corners.length / 9);

describe('welding', () => {
  it.each([
    [10, 3],
    [2500, 9],
    [12_000, 40],
  ])('merges equal points of %i facets, in the order in which they come', (count, side) => {
    const corners = facets(count, side, count);
    const { mesh, nonFinite } = weld(corners);
    expect(nonFinite).toBe(0);
    const plain = new Map<string, number>();
    const expected = Array.from({ length: count * 3 }, (_, corner) => {
      // A key made of numbers takes -0 for 0, as the welder must.
      const key = [0, 1, 2].map((axis) => (corners[corner * 3 + axis] ?? 0) + 0).join();
      const index = plain.get(key) ?? plain.size;
      plain.set(key, index);
      return index;
    });
    expect([...mesh.triangles]).toEqual(expected);
    expect(mesh.positions.length).toBe(plain.size * 3);
    const places = [...mesh.triangles].flatMap((vertex) => [...mesh.positions.subarray(vertex * 3, vertex * 3 + 3)]);
    expect(places).toEqual([...corners].map((value) => value + 0));
  });

  it('leaves out facets with a coordinate that is no finite number, and their vertices', () => {
    const corners = Float32Array.of(...facets(4, 5, 1));
    corners[9 + 4] = Number.NaN;
    corners[18 + 8] = -Infinity;
    const { mesh, nonFinite } = weld(corners);
    expect(nonFinite).toBe(2);
    expect(mesh.triangles.length).toBe(6);
    expect(new Set(mesh.triangles).size).toBe(mesh.positions.length / 3);
    expect(mesh.positions.every(Number.isFinite)).toBe(true);
  });

  it('finds the points of a facet that was left out again when a later one has them', () => {
    const sound = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    const { mesh, nonFinite } = weld(
      Float32Array.of(5, 5, 5, 6, 6, 6, 7, Number.NaN, 7, ...sound, 5, 5, 5, 6, 6, 6, 0, 0, 0),
    );
    expect(nonFinite).toBe(1);
    expect([...mesh.triangles]).toEqual([0, 1, 2, 3, 4, 0]);
    expect([...mesh.positions]).toEqual([...sound, 5, 5, 5, 6, 6, 6]);
  });

  it('takes negative zero for zero', () => {
    const welder = new Welder(1);
    expect(welder.addPoint(0, -0, 1)).toBe(welder.addPoint(-0, 0, 1));
    const { mesh } = weld(Float32Array.of(0, 0, 1, 1, 0, 0, 0, 1, 0, -0, -0, 1, 0, 1, -0, 1, -0, 0));
    expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 1]);
    expect(mesh.positions.some((value) => Object.is(value, -0))).toBe(false);
  });

  it('starts clean in the memory of a mesh that was given back', () => {
    const corners = facets(3000, 12, 7);
    const numbers = (): number[][] => {
      const { mesh } = weld(corners);
      const copy = [[...mesh.positions], [...mesh.triangles]];
      releaseMesh(mesh);
      return copy;
    };
    const first = numbers();
    expect(numbers()).toEqual(first);
    expect(numbers()).toEqual(first);
  });
});
