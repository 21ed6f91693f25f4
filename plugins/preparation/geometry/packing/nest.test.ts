import { beforeAll, describe, expect, it } from 'vitest';
import { rounds } from '../../../../tests/rounds.ts';
import type { Mesh } from '../mesh.ts';
import { ball, box } from '../testSolids.ts';
import { codeOf } from '../testSupport.ts';
import { boxBound, firstFitHeight, utilisationAt } from './boxes.testSupport.ts';
import { Checker } from './check.ts';
import { nest, type NestOptions, type NestPart, type Nesting } from './nest.ts';
import { fifteenShapes } from './scene.testSupport.ts';

const bed: NestOptions = {
  boxMm: [340, 340, 600],
  wallMm: 5,
  spacingMm: 2,
  space: 'BED',
  turning: 'ANY',
  seed: 1,
  passes: rounds(1, 4),
  mostBuilds: 10,
};
const plate: NestOptions = { ...bed, boxMm: [250, 210, 200], space: 'PLATE', turning: 'ABOUT_Z' };

const counted = ({ builds, left }: Nesting): number =>
  builds.reduce((sum, { instances }) => sum + instances.length, 0) +
  left.reduce((sum, { quantity }) => sum + quantity, 0);
const wanted = (parts: readonly NestPart[]): number => parts.reduce((sum, { quantity }) => sum + quantity, 0);

/** Every build holds, as the engine sees it that knows triangles and nothing of voxels. */
function expectSound(parts: readonly NestPart[], options: NestOptions, found = nest(parts, options)): Nesting {
  const checker = new Checker(parts);
  for (const { instances } of found.builds) expect(checker.conflictIn(instances, options)).toBeNull();
  expect(counted(found)).toBe(wanted(parts));
  const each = found.builds.flatMap(({ instances }) => instances.map(({ id, copy }) => `${id} ${copy}`));
  expect(new Set(each).size).toBe(each.length);
  return found;
}

describe('nesting', () => {
  let parts: NestPart[] = [];
  beforeAll(async () => {
    parts = await fifteenShapes(rounds(24, 200));
  });

  it('puts parts of fifteen shapes into powder: apart, and low', () => {
    const side = rounds(150, 340);
    const options: NestOptions = { ...bed, boxMm: [side, side, rounds(300, 600)] };
    const before = process.memoryUsage.rss();
    const began = performance.now();
    const found = nest(parts, options);
    const seconds = (performance.now() - began) / 1000;
    expectSound(parts, options, found);
    expect(found.left).toEqual([]);
    expect(found.builds).toHaveLength(1);
    const height = found.builds[0]?.heightMm ?? 0;
    const firstFit = firstFitHeight(parts, options.boxMm, options.wallMm, options.spacingMm);
    const bound = boxBound(parts, options.boxMm, options.wallMm, options.spacingMm);
    const fill = (mm: number): string =>
      `${mm.toFixed(0)} mm, ${(100 * utilisationAt(parts, options.boxMm, mm)).toFixed(1)} %`;
    const mb = Math.max(0, process.memoryUsage.rss() - before) / 2 ** 20;
    console.log(
      `${wanted(parts)} parts: ${fill(height)}; boxes without gaps ${fill(bound)}; boxes by first fit ${fill(firstFit)}; ` +
        `${seconds.toFixed(1)} s, ${mb.toFixed(0)} MB more`,
    );
    expect(height).toBeLessThan(firstFit * 0.85);
  });

  it('comes to the same for the same seed', () => {
    const some = parts.slice(0, rounds(3, 15));
    const options: NestOptions = { ...bed, boxMm: [120, 120, 200], passes: 5 };
    expect(nest(some, options)).toEqual(nest(some, options));
  });

  it('finds better arrangements the longer it tries, and never a worse one', () => {
    const heights = [1, 4].map((passes) => {
      const { builds } = nest(parts.slice(0, 4), { ...bed, boxMm: [120, 120, 200], passes });
      return builds.reduce((sum, { heightMm }) => sum + heightMm, 0);
    });
    expect(heights[1]).toBeLessThanOrEqual(heights[0] ?? 0);
  });

  it('stands parts beside each other on plates, turned about the vertical', () => {
    const found = expectSound(parts, plate);
    expect(found.builds.length).toBeGreaterThan(1);
    for (const { instances, heightMm } of found.builds) {
      expect(heightMm).toBeLessThanOrEqual(91);
      for (const { placement } of instances) expect(placement.slice(8, 11)).toEqual([0, 0, 1]);
    }
    const turns = new Set(found.builds.flatMap(({ instances }) => instances.map(({ placement }) => placement[0])));
    expect(turns.size).toBeGreaterThan(2);
    const kept = expectSound(parts.slice(0, 4), { ...plate, turning: 'KEPT' });
    for (const { instances } of kept.builds)
      for (const { placement } of instances)
        expect(placement.slice(0, 12)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
  });

  it('never puts one part above another on a plate, even where a roof has room below it', () => {
    const table: Mesh = box([0, 0, 40], [100, 100, 45]);
    const found = expectSound(
      [
        { id: 1, mesh: table, quantity: 1 },
        { id: 2, mesh: box([0, 0, 0], [20, 20, 20]), quantity: 4 },
      ],
      { ...plate, boxMm: [130, 130, 100] },
    );
    expect(found.builds.length).toBe(2);
  });

  it('begins another build when one is full, and says what finds no room in the builds allowed', () => {
    const cubes = [{ id: 1, mesh: box([0, 0, 0], [30, 30, 30]), quantity: 20 }];
    const options: NestOptions = { ...bed, boxMm: [76, 76, 76] };
    const found = expectSound(cubes, options);
    expect(found.builds.map(({ instances }) => instances.length)).toEqual([8, 8, 4]);
    expect(found.builds[0]?.utilisation).toBeCloseTo((8 * 27_000) / (76 * 76 * (found.builds[0]?.heightMm ?? 0)), 6);
    const two = expectSound(cubes, { ...options, mostBuilds: 2 });
    expect(two.left).toMatchObject([{ id: 1, quantity: 4, why: { message: 'It did not fit into 2 builds.' } }]);
  });

  it('says in words why a part has no place, and places the others', () => {
    const flat = box([0, 0, 0], [20, 20, 20]);
    const sheet: Mesh = { positions: flat.positions.map((v, i) => (i % 3 === 2 ? 0 : v)), triangles: flat.triangles };
    const found = expectSound(
      [
        { id: 1, mesh: box([0, 0, 0], [700, 20, 20]), quantity: 2 },
        { id: 2, mesh: sheet, quantity: 1 },
        { id: 3, mesh: { positions: new Float32Array(0), triangles: new Uint32Array(0) }, quantity: 3 },
        { id: 4, mesh: ball(10, 12), quantity: 5 },
      ],
      bed,
    );
    const why = new Map(found.left.map((each) => [each.id, each]));
    expect(why.get(1)).toMatchObject({
      quantity: 2,
      why: {
        message: expect.stringContaining('It is too large: 700 × 20 × 20 mm does not fit into 330 × 330 × 590 mm'),
      },
    });
    expect(why.get(2)?.why.message).toBe('It encloses no volume, so that nothing would be built.');
    expect(why.get(3)?.quantity).toBe(3);
    expect(found.builds[0]?.instances).toHaveLength(5);
  });

  it('lays a part that is too long across a corner', () => {
    const found = expectSound([{ id: 1, mesh: box([0, 0, 0], [130, 8, 8]), quantity: 3 }], {
      ...bed,
      boxMm: [110, 110, 30],
    });
    expect(found.left).toEqual([]);
  });

  it('keeps surfaces of open parts apart too, and tells of them', () => {
    const whole = box([0, 0, 0], [20, 20, 20]);
    const open: Mesh = { positions: whole.positions, triangles: whole.triangles.subarray(6) };
    const found = expectSound([{ id: 7, mesh: open, quantity: 12 }], { ...bed, boxMm: [80, 80, 80] });
    expect(found.open).toEqual([7]);
  });

  it('answers what it has when that is enough', () => {
    const cubes = [{ id: 1, mesh: box([0, 0, 0], [20, 20, 20]), quantity: 40 }];
    let asked = 0;
    const early = expectSound(cubes, { ...bed, enough: () => ++asked > 10 });
    expect(early.builds[0]?.instances).toHaveLength(10);
    expect(early.left).toMatchObject([{ quantity: 30, why: { message: 'There was no time left to place it.' } }]);
    const shares: number[] = [];
    const first = expectSound(cubes, {
      ...bed,
      passes: 50,
      enough: (none) => !none,
      onProgress: (share) => shares.push(share),
    });
    expect(first.passes).toBe(1);
    expect(first.left).toEqual([]);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  it('takes thousands of copies', () => {
    const many = [{ id: 1, mesh: box([0, 0, 0], [9, 9, 9]), quantity: rounds(600, 5000) }];
    const found = expectSound(many, { ...bed, boxMm: [150, 150, 200], passes: 1 });
    expect(found.left).toEqual([]);
  });

  it('refuses more than it can take, and walls that leave no room', async () => {
    const cube = box([0, 0, 0], [10, 10, 10]);
    expect(await codeOf(() => nest([{ id: 1, mesh: cube, quantity: 10_001 }], bed))).toBe('TOO_LARGE');
    expect(await codeOf(() => nest([{ id: 1, mesh: cube, quantity: 1 }], { ...bed, wallMm: 170 }))).toBe(
      'NOT_POSSIBLE',
    );
  });
});
