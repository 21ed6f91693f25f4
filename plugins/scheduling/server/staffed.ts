import type { Calendar } from '@sinter/sdk/contract/scheduling/calendar';
import { dayMs, offsetSpans } from '@sinter/sdk/plugin';
import { dayOf, weekdayOf } from '../shared/days.ts';
import type { Interval } from '@sinter/sdk/plugin';

/** Milliseconds into the day of `06:00`. */
function clockMs(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}

/** Parts of each weekday in which somebody is there, sorted and apart; without shifts the whole of every day. */
function weekOf({ shifts }: Calendar): ReadonlyMap<number, readonly Interval[]> {
  const week = new Map<number, Interval[]>(Array.from({ length: 7 }, (_, at) => [at + 1, []]));
  const add = (weekday: number, from: number, to: number) => {
    if (from < to) week.get(weekday)?.push({ from, to });
  };
  if (shifts.length === 0) for (const weekday of week.keys()) add(weekday, 0, dayMs);
  for (const { weekday, from, to } of shifts) {
    const [start, end] = [clockMs(from), clockMs(to)];
    if (start < end) add(weekday, start, end);
    else {
      add(weekday, start, dayMs);
      add((weekday % 7) + 1, 0, end);
    }
  }
  for (const [weekday, parts] of week) week.set(weekday, joined(parts));
  return week;
}

function joined(parts: readonly Interval[]): Interval[] {
  const apart: Interval[] = [];
  for (const part of parts.toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    if (last && part.from <= last.to) last.to = Math.max(last.to, part.to);
    else apart.push({ ...part });
  }
  return apart;
}

/**
 * When somebody is there, in order and apart, within `from` to `to`: whenever the clock on the wall shows a shift, on
 * the day on which it is set back twice, and the day is no holiday.
 */
export function* staffedTimes(calendar: Calendar, zone: string, from: number, to: number): Generator<Interval> {
  let last: Interval = { from, to: from };
  for (const time of staffedParts(calendar, zone, from, to)) {
    if (time.from === last.to) last.to = time.to;
    else {
      if (last.from < last.to) yield last;
      last = time;
    }
  }
  if (last.from < last.to) yield last;
}

/** Cut where a day or an offset ends. */
function* staffedParts(calendar: Calendar, zone: string, from: number, to: number): Generator<Interval> {
  const week = weekOf(calendar);
  const holidays = new Set(calendar.holidays.map(({ date }) => Date.parse(date) / dayMs));
  for (const span of offsetSpans(zone, from, to)) {
    for (let day = dayOf(span.from + span.offset); day <= dayOf(span.to - 1 + span.offset); day += 1) {
      if (holidays.has(day)) continue;
      for (const part of week.get(weekdayOf(day)) ?? []) {
        const start = Math.max(day * dayMs + part.from - span.offset, span.from);
        const end = Math.min(day * dayMs + part.to - span.offset, span.to);
        if (start < end) yield { from: start, to: end };
      }
    }
  }
}
