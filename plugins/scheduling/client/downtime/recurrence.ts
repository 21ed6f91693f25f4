import type { Repeat } from '@sinter/sdk/contract/downtime';
import { dayMs } from '../zone.ts';
import type { Zone } from '../zone.ts';

export interface Interval {
  from: number;
  to: number;
}

const longestDays = 730;
/** ISO weekday of a day counted from 1970: 1 is Monday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** Days (counted from 1970) on which it happens, the first one on or after `start`. Endless. */
function* daysOf(start: number, { every, interval, weekdays }: Repeat): Generator<number> {
  if (every === 'DAY') for (let day = start; ; day += interval) yield day;
  if (every === 'WEEK') {
    const wanted = weekdays.length > 0 ? weekdays : [weekdayOf(start)];
    for (let monday = start - weekdayOf(start) + 1; ; monday += 7 * interval) {
      for (let day = monday; day < monday + 7; day += 1) {
        if (day >= start && wanted.includes(weekdayOf(day))) yield day;
      }
    }
  }
  const first = new Date(start * dayMs);
  const [year, month, date] = [first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate()];
  for (let months = 0; ; months += interval) {
    // A month that is too short has it on its last day.
    const last = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate();
    yield Date.UTC(year, month + months, Math.min(date, last)) / dayMs;
  }
}

/**
 * What the server will make of it: the same wall-clock times of the facility on each day, also across daylight-saving
 * changes, for at most two years.
 */
export function occurrences(first: Interval, repeat: Repeat | null, zone: Zone): Interval[] {
  if (!repeat) return [first];
  const [from, to] = [zone.wallOf(first.from), zone.wallOf(first.to)];
  const start = Math.floor(from / dayMs);
  const times: Interval[] = [];
  for (const day of daysOf(start, repeat)) {
    if (times.length >= repeat.count || day > start + longestDays) break;
    const later = (day - start) * dayMs;
    const [begin, end] = [zone.epochOf(from + later), zone.epochOf(to + later)];
    times.push(day === start ? first : { from: begin, to: end > begin ? end : begin + (to - from) });
  }
  return times;
}

export const overlaps = (a: Interval, b: Interval): boolean => a.from < b.to && b.from < a.to;
