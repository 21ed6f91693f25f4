import type { Repeat } from '@sinter/sdk/contract/scheduling/downtime';
import { describe, expect, it } from 'vitest';
import { Zone } from '../zone.ts';
import { occurrences } from './recurrence.ts';

const zone = new Zone('Europe/Berlin');
const at = (text: string): number => zone.epochOf(Date.parse(`${text}Z`));
const times = (from: string, to: string, repeat: Partial<Repeat>) =>
  occurrences(
    { from: at(from), to: at(to) },
    { every: 'DAY', interval: 1, weekdays: [], count: 3, ...repeat },
    zone,
  ).map(
    (time) => `${new Date(zone.wallOf(time.from)).toISOString().slice(0, 16)} ${(time.to - time.from) / 3_600_000}`,
  );

describe('times of a recurring downtime', () => {
  it('are one, when it does not come again', () => {
    expect(occurrences({ from: 1, to: 2 }, null, zone)).toEqual([{ from: 1, to: 2 }]);
  });

  it('come at the same wall-clock time, also across a change of the clocks', () => {
    expect(times('2026-10-24T22:00', '2026-10-25T06:00', { count: 2 })).toEqual([
      '2026-10-24T22:00 9',
      '2026-10-25T22:00 8',
    ]);
  });

  it('come on the chosen weekdays, the first one not before the start', () => {
    // The 25th of November 2026 is a Wednesday.
    const repeat = { every: 'WEEK', weekdays: [1, 5], count: 4 } as const;
    expect(times('2026-11-25T08:00', '2026-11-25T10:00', { ...repeat, weekdays: [...repeat.weekdays] })).toEqual([
      '2026-11-27T08:00 2',
      '2026-11-30T08:00 2',
      '2026-12-04T08:00 2',
      '2026-12-07T08:00 2',
    ]);
  });

  it('come every second week on the weekday of the start when none is chosen', () => {
    expect(times('2026-11-25T08:00', '2026-11-25T10:00', { every: 'WEEK', interval: 2 })).toEqual([
      '2026-11-25T08:00 2',
      '2026-12-09T08:00 2',
      '2026-12-23T08:00 2',
    ]);
  });

  it('come on the last day of a month that is too short', () => {
    expect(times('2027-01-31T08:00', '2027-01-31T09:00', { every: 'MONTH' })).toEqual([
      '2027-01-31T08:00 1',
      '2027-02-28T08:00 1',
      '2027-03-31T08:00 1',
    ]);
  });

  it('end after two years', () => {
    const month = occurrences(
      { from: at('2026-01-01T08:00'), to: at('2026-01-01T09:00') },
      { every: 'MONTH', interval: 1, weekdays: [], count: 366 },
      zone,
    );
    expect(month).toHaveLength(25);
  });
});
