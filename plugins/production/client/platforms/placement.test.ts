import { expect, test } from 'vitest';
import { cornerOf, rotationOf } from './placement.ts';

type Matrix = readonly (readonly number[])[];
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const about = (axis: 0 | 1 | 2, degrees: number): Matrix => {
  const [c, s] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  const [one, other] = [(axis + 1) % 3, (axis + 2) % 3];
  const cell = (row: number, column: number): number => {
    if (row === column) return row === axis ? 1 : c;
    if (row === one && column === other) return -s;
    return row === other && column === one ? s : 0;
  };
  return [0, 1, 2].map((row) => [0, 1, 2].map((column) => cell(row, column)));
};
const times = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => [0, 1, 2].map((column) => row.reduce((sum, value, i) => sum + value * (b[i]?.[column] ?? 0), 0)));
const placed = (turns: readonly number[], to: readonly number[]): number[] => {
  const [x = 0, y = 0, z = 0] = turns;
  const matrix = times(about(2, z), times(about(1, y), about(0, x)));
  const columns = [0, 1, 2].flatMap((column) => [...matrix.map((row) => row[column] ?? 0), 0]);
  return [...columns, ...to, 1];
};

test('turns are told about x, then y, then z', () => {
  for (const turns of [
    [0, 0, 0],
    [0, 0, 90],
    [90, 0, 0],
    [15, -30, 45],
    [180, 0, -90],
    [-120, 60, 10],
  ] as const) {
    expect(rotationOf(placed(turns, [1, 2, 3]))).toEqual(turns);
  }
  // Two of them are one turn here: what is told has to come to the same.
  for (const turns of [
    [20, 90, 50],
    [20, -90, 50],
  ] as const) {
    const told = placed(rotationOf(placed(turns, [0, 0, 0])), [0, 0, 0]);
    placed(turns, [0, 0, 0]).forEach((value, i) => expect(told[i]).toBeCloseTo(value, 2));
  }
});

test('a part lies at the lowest corner of the box around it', () => {
  const box = { min: [-5, 0, 2], size: [10, 20, 30] } as const;
  expect(cornerOf(placed([0, 0, 0], [100, 50, 0]), box)).toEqual([95, 50, 2]);
  const turned = cornerOf(placed([0, 0, 90], [100, 50, 0]), box);
  [80, 45, 2].forEach((value, i) => expect(turned[i]).toBeCloseTo(value, 6));
});
