import { dayMs, instantOf, wallOf } from '@sinter/sdk/plugin';
import type { Schedule } from '#registry/vendor';

const minuteMs = 60_000;

/** When a schedule is due next, after `now`. What was missed meanwhile is not made up for. */
export function nextAfter({ every, dailyAt }: Schedule, timeZone: string, now: number): number {
  if (dailyAt === undefined) return now + (every ?? 1440) * minuteMs;
  const [hours = 0, minutes = 0] = dailyAt.split(':').map(Number);
  const wall = wallOf(timeZone, now);
  const today = wall - (((wall % dayMs) + dayMs) % dayMs) + (hours * 60 + minutes) * minuteMs;
  const due = [today, today + dayMs].map((one) => instantOf(timeZone, one)).find((one) => one > now);
  return due ?? instantOf(timeZone, today + 2 * dayMs);
}

/** Not before this after so many failures in a row: twice as long each time, up to a day. */
export const backOff = ({ every }: Schedule, failures: number, now: number): number =>
  now + Math.min((every ?? 0) * minuteMs * 2 ** failures, dayMs);
