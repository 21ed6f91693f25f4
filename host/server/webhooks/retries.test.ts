import { expect, it } from 'vitest';
import { pauseAfter, restAfter, wishOf } from './retries.ts';

const [second, minute, hour] = [1000, 60_000, 3_600_000];

it('tries nine more times in three days, not all of them together', () => {
  const least = Array.from({ length: 10 }, (_, index) => pauseAfter(index + 1, null, 0));
  expect(least).toEqual([
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
    null,
  ]);
  expect(pauseAfter(2, null, 1)).toBe(6 * minute);
});

it('waits as long as the receiver asks for, and no shorter than it would have', () => {
  expect(pauseAfter(1, 120, 0)).toBe(2 * minute);
  expect(pauseAfter(2, 1, 0)).toBe(5 * minute);
  expect(restAfter(1, 120, 0)).toBe(2 * minute);
});

it('asks a silent receiver at least every half hour', () => {
  expect([1, 2, 3, 9, 50].map((rounds) => restAfter(rounds, null, 0))).toEqual([
    5 * second,
    5 * minute,
    30 * minute,
    30 * minute,
    30 * minute,
  ]);
});

it('reads Retry-After as seconds and as a date', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  const read = (header: string | null) => wishOf(header, now);
  expect(['7', 'Tue, 01 Jan 2030 00:01:00 GMT', 'Mon, 31 Dec 2029 00:00:00 GMT'].map(read)).toEqual([7, 60, 0]);
  expect(['soon', '', null].map(read)).toEqual([null, null, null]);
  expect(read('999999999')).toBe(86_400);
});
