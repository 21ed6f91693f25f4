import { describe, expect, it } from 'vitest';
import { boundsOf, diagonalOf, type Mesh } from '../../mesh.ts';
import { shapes, shapeNames } from '../../shapes.ts';
import { codeOf, sequence } from '../../testSupport.ts';
import { verify } from '../../verify.ts';
import { scale, scaleByPercent } from './index.ts';

const bracket = shapes['angle-bracket']();
const sizeOf = (mesh: Mesh | undefined): number[] => (mesh ? verify(mesh).bbox.size : []);
const meshOf = (outcome: { meshes: readonly { mesh: Mesh }[] }): Mesh => outcome.meshes[0]?.mesh ?? bracket;

/** Largest difference of a coordinate as a share of the diagonal. */
function difference(a: Mesh, b: Mesh): number {
  let most = 0;
  for (let i = 0; i < a.positions.length; i++) {
    most = Math.max(most, Math.abs((a.positions[i] ?? 0) - (b.positions[i] ?? 0)));
  }
  return most / diagonalOf(boundsOf(a));
}

describe('scale', () => {
  const box = verify(bracket).bbox;

  it('multiplies the place, the size and the volume, as if the file had been read in the other unit', () => {
    const scaled = verify(meshOf(scale(bracket, { factor: 25.4 })));
    scaled.bbox.min.forEach((low, axis) => expect(low).toBeCloseTo((box.min[axis] ?? 0) * 25.4, 4));
    scaled.bbox.size.forEach((side, axis) => expect(side / (box.size[axis] ?? 1)).toBeCloseTo(25.4, 4));
    expect(scaled.volumeMm3 / verify(bracket).volumeMm3 / 25.4 ** 3).toBeCloseTo(1, 5);
    expect(scaled).toMatchObject({ watertight: true, needsRepair: false });
  });

  it('scales to a size, in proportion where an axis is left out', () => {
    const [x = 0, y = 0, z = 0] = box.size;
    const one = scale(bracket, { sizeMm: { y: y * 3 } });
    one.details.factors.forEach((factor) => expect(factor).toBeCloseTo(3, 12));
    const all = scale(bracket, { sizeMm: { x: 11, y: 12, z: 13 } });
    sizeOf(meshOf(all)).forEach((side, axis) => expect(side).toBeCloseTo(11 + axis, 4));
    const two = scale(bracket, { sizeMm: { x: x * 2, z: z * 8 } });
    expect(two.details.factors[1]).toBeCloseTo(4, 9);
  });

  it('scales each axis by its own percentage', () => {
    const { details, meshes } = scaleByPercent(bracket, { percent: [50, 100, 200] });
    expect(details.factors).toEqual([0.5, 1, 2]);
    sizeOf(meshes[0]?.mesh).forEach((side, axis) =>
      expect(side / (box.size[axis] ?? 1)).toBeCloseTo([0.5, 1, 2][axis] ?? 0, 5),
    );
  });

  it('refuses what would be too large or too small to be held, and a size where there is none', async () => {
    expect(await codeOf(() => scale(bracket, { factor: 1000 }))).toBe(undefined);
    expect(await codeOf(() => scale(bracket, { sizeMm: { x: 2e6 } }))).toBe('NOT_POSSIBLE');
    const far: Mesh = { ...bracket, positions: bracket.positions.map((value) => value + 50_000) };
    expect(await codeOf(() => scale(far, { factor: 21 }))).toBe('NOT_POSSIBLE');
    const tiny: Mesh = { ...bracket, positions: bracket.positions.map((value) => value * 1e-28) };
    expect(await codeOf(() => scale(tiny, { factor: 0.0001 }))).toBe('NOT_POSSIBLE');
    const flat: Mesh = { positions: Float32Array.of(0, 0, 5, 1, 0, 5, 0, 1, 5), triangles: Uint32Array.of(0, 1, 2) };
    expect(await codeOf(() => scale(flat, { sizeMm: { z: 3 } }))).toBe('NOT_POSSIBLE');
    expect(await codeOf(() => scale(flat, { sizeMm: { x: 3 } }))).toBe(undefined);
  });

  it.each(shapeNames)('%s scaled and scaled back is the same within 1e-6 of its diagonal', (name) => {
    const mesh = shapes[name]();
    const random = sequence(shapeNames.indexOf(name) + 1);
    for (let i = 0; i < 5; i++) {
      const factor = 10 ** (random() * 4 - 2);
      expect(difference(mesh, meshOf(scale(meshOf(scale(mesh, { factor })), { factor: 1 / factor })))).toBeLessThan(
        1e-6,
      );
      const percent = [0, 1, 2].map(() => 20 + 480 * random());
      const [x = 100, y = 100, z = 100] = percent;
      const there = scaleByPercent(mesh, { percent: [x, y, z] });
      const back = scaleByPercent(meshOf(there), { percent: [1e4 / x, 1e4 / y, 1e4 / z] });
      expect(difference(mesh, meshOf(back))).toBeLessThan(1e-6);
      const again = meshOf(scaleByPercent(mesh, { percent: [x, y, z] })).positions;
      expect(Buffer.compare(Buffer.from(again.buffer), Buffer.from(meshOf(there).positions.buffer))).toBe(0);
    }
  });
});
