import type { Repeat } from '@sinter/sdk/contract/scheduling/downtime';
import { expect, test } from 'vitest';
import { moveByWall, occurrences } from './recurrence.ts';

const zone = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const local = (time: number) =>
  new Date(time).toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
const times = (from: string, to: string, repeat: Partial<Repeat>) =>
  occurrences({ from: at(from), to: at(to) }, { every: 'DAY', interval: 1, weekdays: [], count: 4, ...repeat }, zone);
const startsOf = (from: string, to: string, repeat: Partial<Repeat>) =>
  times(from, to, repeat).map((time) => local(time.from));

test('comes at the same time of the clock, however it is changed', () => {
  expect(startsOf('2026-10-24T06:00+02:00', '2026-10-24T08:00+02:00', { count: 3 })).toEqual([
    '2026-10-24 06:00',
    '2026-10-25 06:00',
    '2026-10-26 06:00',
  ]);
  const night = times('2027-03-26T22:00+01:00', '2027-03-27T04:00+01:00', { count: 3 });
  expect(night.map(({ from, to }) => (to - from) / 3_600_000)).toEqual([6, 5, 6]);
});

test('comes later where the clock skips it, and lasts as long as ever', () => {
  const skipped = times('2027-03-27T02:30+01:00', '2027-03-27T03:10+01:00', { count: 2 });
  expect(skipped.map((time) => [local(time.from), (time.to - time.from) / 60_000])).toEqual([
    ['2027-03-27 02:30', 40],
    ['2027-03-28 03:30', 40],
  ]);
});

test('comes on the weekdays that were chosen, every so many weeks', () => {
  // A Wednesday.
  const chosen = { every: 'WEEK' as const, interval: 2, weekdays: [1, 3, 5], count: 5 };
  expect(startsOf('2026-12-02T09:00+01:00', '2026-12-02T10:00+01:00', chosen)).toEqual([
    '2026-12-02 09:00',
    '2026-12-04 09:00',
    '2026-12-14 09:00',
    '2026-12-16 09:00',
    '2026-12-18 09:00',
  ]);
  const own = { every: 'WEEK' as const, interval: 1, count: 2 };
  expect(startsOf('2026-12-02T09:00+01:00', '2026-12-02T10:00+01:00', own)).toEqual([
    '2026-12-02 09:00',
    '2026-12-09 09:00',
  ]);
});

test('comes on the last day of months that are too short', () => {
  const monthly = { every: 'MONTH' as const, count: 4 };
  expect(startsOf('2027-01-31T09:00+01:00', '2027-01-31T10:00+01:00', monthly)).toEqual([
    '2027-01-31 09:00',
    '2027-02-28 09:00',
    '2027-03-31 09:00',
    '2027-04-30 09:00',
  ]);
});

test('ends after two years', () => {
  const all = times('2026-12-02T09:00+01:00', '2026-12-02T10:00+01:00', { every: 'MONTH', interval: 5, count: 366 });
  expect(all).toHaveLength(5);
  expect(local(all.at(-1)?.from ?? 0)).toBe('2028-08-02 09:00');
});

test('is moved by the clock too', () => {
  const moved = moveByWall(
    { from: at('2027-03-29T06:00+02:00'), to: at('2027-03-29T08:00+02:00') },
    { from: -86_400_000, to: -86_400_000 },
    zone,
  );
  expect([local(moved.from), local(moved.to)]).toEqual(['2027-03-28 06:00', '2027-03-28 08:00']);
});
