import { describe, expect, it } from 'vitest';
import { dayMs, Zone } from '../zone.ts';
import { gridFor, snap, step } from './snap.ts';

const minute = 60_000;
const hour = 60 * minute;
const berlin = new Zone('Europe/Berlin');
const iso = (time: number) => new Date(time).toISOString();

describe('the grid', () => {
  it('is as fine as can be aimed at, from quarters of an hour to days', () => {
    expect(gridFor(minute)).toBe(15 * minute);
    expect([5, 10, 30, 60].map((least) => gridFor(minute, least))).toEqual([5, 10, 30, 60].map((at) => at * minute));
    expect(gridFor(3 * minute, 10)).toBe(30 * minute);
    expect(gridFor((7 * dayMs) / 1000)).toBe(hour);
    expect(gridFor((31 * dayMs) / 1000)).toBe(6 * hour);
    expect(gridFor((365 * dayMs) / 1000)).toBe(dayMs);
  });

  it('lies on the clock of the facility, in summer and in winter', () => {
    expect(iso(snap(berlin, Date.UTC(2026, 0, 5, 6, 10), 6 * hour))).toBe('2026-01-05T05:00:00.000Z');
    expect(iso(snap(berlin, Date.UTC(2026, 6, 5, 4, 10), 6 * hour))).toBe('2026-07-05T04:00:00.000Z');
    expect(iso(snap(berlin, Date.UTC(2026, 6, 5, 21), dayMs))).toBe('2026-07-05T22:00:00.000Z');
    expect(iso(snap(new Zone('Asia/Kathmandu'), Date.UTC(2026, 6, 5, 4, 20), hour))).toBe('2026-07-05T04:15:00.000Z');
  });

  it('keeps the hour that was meant, when the clock shows it twice', () => {
    const first = Date.UTC(2026, 9, 25, 0, 20);
    expect(iso(snap(berlin, first, 30 * minute))).toBe('2026-10-25T00:30:00.000Z');
    expect(iso(snap(berlin, first + hour, 30 * minute))).toBe('2026-10-25T01:30:00.000Z');
  });

  it('finds days of 23 and 25 hours', () => {
    const spring = berlin.epochOf(Date.UTC(2026, 2, 29));
    expect(snap(berlin, spring + 20 * hour, dayMs) - spring).toBe(23 * hour);
    const autumn = berlin.epochOf(Date.UTC(2026, 9, 25));
    expect(snap(berlin, autumn + 20 * hour, dayMs) - autumn).toBe(25 * hour);
  });

  it('always steps on, and never off the grid, over a whole year', () => {
    for (const length of [15 * minute, hour, 3 * hour, dayMs]) {
      let time = berlin.epochOf(Date.UTC(2026, 0, 1));
      const end = time + (length === dayMs ? 365 : 330) * dayMs;
      if (length < hour) time = berlin.epochOf(Date.UTC(2026, 9, 20));
      while (time < end && time < Date.UTC(2026, 10, 20)) {
        const next = step(berlin, time, length, 1);
        expect(next).toBeGreaterThan(time);
        expect(snap(berlin, next, length)).toBe(next);
        time = next;
      }
    }
  });
});
