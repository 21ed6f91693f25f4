import type { Calendar } from '@sinter/sdk/contract/scheduling/calendar';
import { dayMs, wallOf } from '@sinter/sdk/plugin';

/** Days are counted from 1970-01-01, as the clock on the wall has them. */
export interface Workdays {
  /** The day on which this is, by the facility's clock. */
  dayAt(time: number): number;
  /** The last of so many working days after `day`; `day` itself for none. */
  after(day: number, count: number): number;
  /** The same for carriers: from Monday to Friday, whatever shifts the facility has. */
  delivered(day: number, count: number): number;
  /** Working days after `day`, up to and with `last`. */
  between(day: number, last: number): number;
}

/** ISO: 1 is Monday. 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

export const isoOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
export const dayOf = (date: string): number => Date.parse(date) / dayMs;

const mondayToFriday: ReadonlySet<number> = new Set([1, 2, 3, 4, 5]);

/**
 * People work on the days on which a shift of theirs begins, from Monday to Friday where the calendar has no shifts, and
 * never on holidays. Days are counted, not hours, so that a change of the clocks moves nothing.
 */
export function workdaysOf({ shifts, holidays }: Pick<Calendar, 'shifts' | 'holidays'>, zone: string): Workdays {
  const staffed = shifts.length === 0 ? mondayToFriday : new Set(shifts.map(({ weekday }) => weekday));
  const free = new Set(holidays.map(({ date }) => dayOf(date)));
  const on = (weekdays: ReadonlySet<number>) => (day: number) => weekdays.has(weekdayOf(day)) && !free.has(day);
  const [isWorkday, isCarriersDay] = [on(staffed), on(mondayToFriday)];
  return {
    dayAt: (time) => Math.floor(wallOf(zone, time) / dayMs),
    after: (day, count) => nth(day, count, isWorkday),
    delivered: (day, count) => nth(day, count, isCarriersDay),
    between: (day, last) =>
      Array.from({ length: Math.max(0, last - day) }, (_, at) => day + 1 + at).filter(isWorkday).length,
  };
}

/** The last of so many such days after `day`. */
function nth(day: number, count: number, counts: (day: number) => boolean): number {
  let last = day;
  let left = count;
  while (left > 0) {
    last += 1;
    if (counts(last)) left -= 1;
  }
  return last;
}
