import type { Repeat } from '@sinter/sdk/contract/scheduling/downtime';
import { type Interval, dayMs, instantOf, wallOf } from '@sinter/sdk/plugin';
import { dayOf, weekdayOf } from './days.ts';

// Kept instead of rrule (12.4 kB in the page, Brotli): that leaves out the months that are too short, as iCalendar does.
const longestDays = 730;

/** Days on which it happens, the first one on or after `start`. Endless. */
function* daysOf(start: number, { every, interval, weekdays }: Repeat): Generator<number> {
  if (every === 'DAY') for (let day = start; ; day += interval) yield day;
  if (every === 'WEEK') {
    const wanted = weekdays.length > 0 ? weekdays : [weekdayOf(start)];
    const monday = start - weekdayOf(start) + 1;
    for (let week = monday; ; week += 7 * interval) {
      for (let weekday = 1; weekday <= 7; weekday += 1) {
        const day = week + weekday - 1;
        if (day >= start && wanted.includes(weekday)) yield day;
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
 * The times of something that happens again and again at the same wall-clock time of `zone`, in order, for at most two
 * years. Its end is a wall-clock time too, so that it lasts an hour more or less when the clocks are changed meanwhile.
 */
export function occurrences(first: Interval, repeat: Repeat, zone: string): Interval[] {
  const [from, to] = [wallOf(zone, first.from), wallOf(zone, first.to)];
  const start = dayOf(from);
  const times: Interval[] = [];
  for (const day of daysOf(start, repeat)) {
    if (times.length >= repeat.count || day > start + longestDays) break;
    times.push(day === start ? first : wallInterval(from + (day - start) * dayMs, to + (day - start) * dayMs, zone));
  }
  return times;
}

/** Moves a time by as much as its wall-clock start and end are moved. */
export function moveByWall(time: Interval, by: Interval, zone: string): Interval {
  return wallInterval(wallOf(zone, time.from) + by.from, wallOf(zone, time.to) + by.to, zone);
}

function wallInterval(from: number, to: number, zone: string): Interval {
  const [start, end] = [instantOf(zone, from), instantOf(zone, to)];
  // Where the clocks skip its start it may come out empty.
  return { from: start, to: end > start ? end : start + (to - from) };
}
