import { describe, expect, it } from 'vitest';
import { Zone } from './zone.ts';

const quarter = 900_000;

/** What the platform itself says. */
const wall = (name: string, epoch: number) => {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'short' }).format(
    epoch,
  );
  return Date.parse(`${text.replace(' ', 'T')}:00Z`);
};

describe('a zone', () => {
  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Kathmandu', 'UTC'])(
    'shows the clock of %s in every quarter of an hour around its changes',
    (name) => {
      const zone = new Zone(name);
      for (let day = 0; day < 365; day += 1) {
        const noon = Date.UTC(2026, 0, 1 + day, 12);
        expect(zone.wallOf(noon)).toBe(wall(name, noon));
        if (wall(name, noon) - noon === wall(name, noon - 96 * quarter) - (noon - 96 * quarter)) continue;
        for (let turn = 0; turn < 96; turn += 1) {
          const time = noon - turn * quarter;
          expect(zone.wallOf(time)).toBe(wall(name, time));
          const there = zone.epochOf(zone.wallOf(time));
          expect(zone.wallOf(there)).toBe(zone.wallOf(time));
        }
      }
    },
  );
});
