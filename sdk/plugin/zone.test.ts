import { describe, expect, it } from 'vitest';
import { instantOf, wallOf } from './zone.ts';

const hour = 3_600_000;
const at = (text: string) => Date.parse(text);

describe('where the clocks change', () => {
  it.each([
    // Zone, what the wall shows, when that is.
    ['Europe/Berlin', '2027-03-28T01:59', '2027-03-28T01:59+01:00'],
    ['Europe/Berlin', '2027-03-28T02:30', '2027-03-28T03:30+02:00'],
    ['Europe/Berlin', '2027-03-28T03:00', '2027-03-28T03:00+02:00'],
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T02:30+02:00'],
    ['Europe/Berlin', '2026-10-25T03:00', '2026-10-25T03:00+01:00'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T01:30-04:00'],
    // Half an hour only.
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-04T02:45+11:00'],
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-05T01:45+11:00'],
    ['Asia/Kathmandu', '2026-06-01T12:00', '2026-06-01T12:00+05:45'],
    // A day that never was.
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-31T12:00+14:00'],
    ['UTC', '2026-06-01T12:00', '2026-06-01T12:00Z'],
  ])('%s shows %s at %s', (zone, wall, instant) => {
    expect(new Date(instantOf(zone, at(`${wall}Z`))).toISOString()).toBe(new Date(at(instant)).toISOString());
  });

  it('shows an hour twice, and leaves one out', () => {
    const shown = (from: string) =>
      [0, 1, 2].map((hours) => new Date(wallOf('Europe/Berlin', at(from) + hours * hour)).toISOString().slice(11, 16));
    expect(shown('2026-10-25T01:30+02:00')).toEqual(['01:30', '02:30', '02:30']);
    expect(shown('2027-03-28T01:30+01:00')).toEqual(['01:30', '03:30', '04:30']);
  });
});
