import { expect, test } from 'vitest';
import { buildsOf, type MadeLine, type MakingMachine } from './batches.ts';

const machine = (id: number, side: number, materialIds = [7]): MakingMachine => ({
  id,
  name: `SLS-0${id}`,
  amProcessId: 1,
  materialIds: new Set(materialIds),
  buildMm: [side, side, side],
});
/** Cubes: a powder machine of 300 mm is full with 12 % of its volume. */
const cubes = (quantity: number, side: number, materialId = 7): MadeLine => ({
  amProcessId: 1,
  processKey: 'SELECTIVE_LASER_SINTERING',
  materialId,
  quantity,
  shape: { volumeMm3: side ** 3, areaMm2: 6 * side ** 2, sizeMm: [side, side, side], watertight: true },
});

test('parts of one material share builds; another material has its own', () => {
  const machines = [machine(1, 300, [7, 8])];
  expect(buildsOf([cubes(2, 30), cubes(3, 40)], machines)).toHaveLength(1);
  expect(buildsOf([cubes(2, 30), cubes(3, 40, 8)], machines)?.map(({ materialId }) => materialId)).toEqual([7, 8]);
});

test('what does not fit one build is split, and no piece is lost', () => {
  const machines = [machine(1, 300)];
  const side = 60;
  const perBuild = Math.floor((300 ** 3 * 0.12) / side ** 3);
  const builds = buildsOf([cubes(perBuild * 2 + 1, side)], machines);
  expect(builds).toHaveLength(3);
  const [first, second, rest] = builds?.map(({ on }) => on[0]?.hours ?? 0) ?? [];
  expect(first).toBe(second);
  expect(rest).toBeLessThan((first ?? 0) / 2);
});

test('a batch fits the smallest machine that makes the part, and each machine has its own hours', () => {
  const builds = buildsOf([cubes(1, 200)], [machine(1, 150), machine(2, 300), machine(3, 400)]);
  expect(builds?.map(({ on }) => on.map(({ equipmentId }) => equipmentId))).toEqual([[2, 3]]);
});

test('nobody can tell when a part fits no machine, or when there are too many builds', () => {
  expect(buildsOf([cubes(1, 500)], [machine(1, 300)])).toBeNull();
  expect(buildsOf([cubes(1, 30, 9)], [machine(1, 300)])).toBeNull();
  expect(buildsOf([cubes(100_000, 290)], [machine(1, 300)])).toBeNull();
});
