import { dayMs } from '@sinter/sdk/plugin';

/** A facility's clock: wall times are the milliseconds that UTC would show with the same fields. */
interface Clock {
  wallOf(epoch: number): number;
  epochOf(wall: number): number;
}

/** A calendar day of the facility: `2026-11-21`. */
export type Day = string;

/** Both days included. */
export interface DayRange {
  from: Day;
  to: Day;
}

export type Preset = 'today' | 'week' | 'month';
export const presets: readonly Preset[] = ['today', 'week', 'month'];

/** Days that a range may have (specification 9). */
export const mostDays = 365;

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const toText = (wall: number): Day => new Date(wall).toISOString().slice(0, 10);
const toWall = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

export const isDay = (text: string): boolean => dayPattern.test(text) && Number.isFinite(toWall(text));
export const addDays = (day: Day, days: number): Day => toText(toWall(day) + days * dayMs);
export const dayOf = (zone: Clock, epoch: number): Day => toText(zone.wallOf(epoch));
export const startOf = (zone: Clock, day: Day): number => zone.epochOf(toWall(day));

export const windowOf = (zone: Clock, { from, to }: DayRange): { from: number; to: number } => ({
  from: startOf(zone, from),
  to: startOf(zone, addDays(to, 1)),
});

/** The end is not before the start, and at most a year after it. */
export function capped({ from, to }: DayRange): DayRange {
  const latest = addDays(from, mostDays - 1);
  if (to < from) return { from, to: from };
  return { from, to: to > latest ? latest : to };
}

/** Weeks run from Sunday to Saturday. */
export function presetRange(preset: Preset, today: Day): DayRange {
  if (preset === 'today') return { from: today, to: today };
  if (preset === 'week') {
    const sunday = addDays(today, -new Date(toWall(today)).getUTCDay());
    return { from: sunday, to: addDays(sunday, 6) };
  }
  const first = `${today.slice(0, 8)}01`;
  return { from: first, to: addDays(`${addDays(first, 31).slice(0, 8)}01`, -1) };
}

/** The range that an address names. */
export function readRange(query: URLSearchParams): DayRange | null {
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '';
  return isDay(from) && isDay(to) ? capped({ from, to }) : null;
}

/** The week of an instant. */
export const weekOf = (zone: Clock, epoch: number): DayRange => presetRange('week', dayOf(zone, epoch));
