import { expect, it } from 'vitest';
import { backOff, nextAfter } from './schedules.ts';

const at = (text: string) => Date.parse(text);
const daily = { id: 'night', path: 'night', dailyAt: '06:30' };
const often = { id: 'often', path: 'often', every: 15 };

it('is due after so many minutes, or at its time in the facility', () => {
  const now = at('2030-06-01T04:00:00Z');
  expect(nextAfter(often, 'Europe/Vienna', now)).toBe(at('2030-06-01T04:15:00Z'));
  // 6:00 in Vienna, 13:00 in Tokyo.
  expect(nextAfter(daily, 'Europe/Vienna', now)).toBe(at('2030-06-01T04:30:00Z'));
  expect(nextAfter(daily, 'Asia/Tokyo', now)).toBe(at('2030-06-01T21:30:00Z'));
  expect(nextAfter(daily, 'America/Los_Angeles', now)).toBe(at('2030-06-01T13:30:00Z'));
});

it('stays at its time of the day when clocks are changed, and comes once', () => {
  // The clocks of Vienna go forward on 31 March 2030, from 2:00 to 3:00.
  const early = { ...daily, dailyAt: '02:30' };
  const first = nextAfter(early, 'Europe/Vienna', at('2030-03-30T12:00:00Z'));
  const second = nextAfter(early, 'Europe/Vienna', first);
  expect([first, second]).toEqual([at('2030-03-31T01:30:00Z'), at('2030-04-01T00:30:00Z')]);
  expect(nextAfter(daily, 'Europe/Vienna', at('2030-03-30T12:00:00Z'))).toBe(at('2030-03-31T04:30:00Z'));
  expect(nextAfter(daily, 'Europe/Vienna', at('2030-03-29T12:00:00Z'))).toBe(at('2030-03-30T05:30:00Z'));
});

it('backs off when it fails, up to a day', () => {
  const minutes = [1, 2, 3, 20].map((failures) => backOff(often, failures, 0) / 60_000);
  expect(minutes).toEqual([30, 60, 120, 1440]);
});
