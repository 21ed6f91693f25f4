import { describe, expect, it } from 'vitest';
import { some } from '../../../../tests/rounds.ts';
import { scaleMesh, type Mesh } from '../mesh.ts';
import { gapBelow } from '../operations/packing/gap.testSupport.ts';
import { placeMesh, placementOf, unturned, type Rotation } from '../placement.ts';
import { shapes } from '../shapes.ts';
import { ball, box } from '../testSolids.ts';
import { sequence } from '../testSupport.ts';
import { Checker, type Conflict } from './check.ts';

const boxMm = [100, 100, 100] as const;
type Move = readonly [number, number, number];
const at = (...move: [number, number, number]): number[] => placementOf(unturned, move);

const conflict = (one: Mesh, other: Mesh, where: readonly number[], spacingMm: number, first = at(30, 30, 30)) =>
  new Checker([
    { id: 1, mesh: one },
    { id: 2, mesh: other },
  ]).conflictIn(
    [
      { id: 1, placement: first },
      { id: 2, placement: where },
    ],
    { boxMm, spacingMm },
  );

const near: Conflict = { kind: 'NEAR', one: 0, other: 1 };
const cube = box([0, 0, 0], [10, 10, 10]);

describe('the check of a build', () => {
  it('measures the gap between parts exactly', () => {
    expect(conflict(cube, cube, at(42, 30, 30), 2)).toBeNull();
    expect(conflict(cube, cube, at(41.99, 30, 30), 2)).toEqual(near);
    // Edge to edge along a diagonal: 3 and 4 mm away.
    expect(conflict(cube, cube, at(43, 44, 30), 4.999)).toBeNull();
    expect(conflict(cube, cube, at(43, 44, 30), 5.001)).toEqual(near);
  });

  it('knows parts that touch from parts that overlap', () => {
    expect(conflict(cube, cube, at(40, 30, 30), 0)).toBeNull();
    expect(conflict(cube, cube, at(35, 30, 30), 0)).toEqual(near);
    expect(conflict(cube, cube, at(30, 30, 30), 0)).toEqual(near);
  });

  it('finds a part inside another, and lets one stand in a hollow', () => {
    const small = box([0, 0, 0], [2, 2, 2]);
    expect(conflict(cube, small, at(34, 34, 34), 1)).toEqual(near);
    expect(conflict(small, cube, at(26, 26, 26), 1)).toEqual(near);
    const outside = box([0, 0, 0], [10, 10, 10]);
    const inside = box([2, 2, 2], [8, 8, 8], true);
    const corners = outside.positions.length / 3;
    const hollow: Mesh = {
      positions: Float32Array.of(...outside.positions, ...inside.positions),
      triangles: Uint32Array.of(...outside.triangles, ...inside.triangles.map((corner) => corner + corners)),
    };
    expect(conflict(hollow, small, at(34, 34, 34), 1)).toBeNull();
    expect(conflict(hollow, small, at(33, 34, 34), 1.001)).toEqual(near);
  });

  it('finds parts that leave the machine', () => {
    expect(conflict(cube, cube, at(90, 90, 90), 2)).toBeNull();
    expect(conflict(cube, cube, at(90.01, 30, 30), 2)).toEqual({ kind: 'OUTSIDE', one: 1 });
    expect(conflict(cube, cube, at(50, 30, -0.01), 2)).toEqual({ kind: 'OUTSIDE', one: 1 });
  });

  it.each(
    some(
      4,
      Array.from({ length: 40 }, (_, i) => i + 1),
    ),
  )('says the same as whoever looks at every pair of facets: pair %i', (seed) => {
    const random = sequence(seed * 7919);
    const all = [shapes['angle-bracket'](), scaleMesh(shapes['heat-sink'](), 0.6), ball(9, 10), cube];
    const pick = (): Mesh => all[Math.floor(random() * all.length)] ?? cube;
    const turn = (): Rotation => {
      const [a, b] = [random() * 7, random() * 7];
      const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
      return [ca, -sa * cb, sa * sb, sa, ca * cb, -ca * sb, 0, sb, cb];
    };
    const [one, other] = [pick(), pick()];
    const first = placementOf(turn(), [0, 0, 0]);
    const move: Move = [random() * 60 - 30, random() * 60 - 30, random() * 60 - 30];
    const second = placementOf(turn(), move);
    for (const spacing of [0.5, 3, 8]) {
      const expected = gapBelow(placeMesh(one, first), placeMesh(other, second), spacing);
      const open = { boxMm: [1e6, 1e6, 1e6] as const, spacingMm: spacing };
      const moved = (placement: number[]): number[] => placement.map((v, i) => (i > 11 && i < 15 ? v + 500 : v));
      const found = new Checker([
        { id: 1, mesh: one },
        { id: 2, mesh: other },
      ]).conflictIn(
        [
          { id: 1, placement: moved(first) },
          { id: 2, placement: moved(second) },
        ],
        open,
      );
      expect(found !== null, `spacing ${spacing}`).toBe(expected);
    }
  });
});
