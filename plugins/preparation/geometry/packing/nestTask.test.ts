import { afterEach, expect, it, vi } from 'vitest';
import { box } from '../testSolids.ts';
import { nestTask } from './nestTask.ts';

afterEach(() => vi.restoreAllMocks());

/** A computer on which every step takes a second. */
function slowClock(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
}

const wanted = {
  ...({ boxMm: [200, 200, 200], wallMm: 5, spacingMm: 2, space: 'BED', turning: 'KEPT', mostBuilds: 5 } as const),
  titles: ['one', 'two', 'three', 'four', 'five'],
  isEnough: () => false,
};
const bars = (quantity: number) => [{ id: 1, name: 'bar', mesh: box([0, 0, 0], [60, 8, 8]), quantity }];
const placed = ({ builds }: ReturnType<typeof nestTask>): number =>
  builds.reduce((sum, { instances }) => sum + instances.length, 0);

it('counts the seconds once all parts have a place, however long that takes', () => {
  slowClock();
  const found = nestTask(bars(60), { ...wanted, seconds: 5 }, () => undefined);
  expect(placed(found)).toBe(60);
  expect(found.left).toEqual([]);
  expect(found.passes).toBeLessThan(3);
});

it('ends in the time that a task has, with what has a place by then', () => {
  slowClock();
  const found = nestTask(bars(1000), { ...wanted, seconds: 5 }, () => undefined);
  expect(placed(found)).toBeGreaterThan(100);
  expect(placed(found)).toBeLessThan(421);
  expect(found.left).toMatchObject([{ id: 1, quantity: 1000 - placed(found) }]);
});

it('says how far it is, never less than before', () => {
  slowClock();
  const shares: number[] = [];
  nestTask(bars(20), { ...wanted, seconds: 30 }, (share) => shares.push(share));
  expect(shares.length).toBeGreaterThan(20);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});
