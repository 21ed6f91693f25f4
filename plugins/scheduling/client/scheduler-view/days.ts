import { dayMs } from '../zone.ts';
import type { Zone } from '../zone.ts';
import type { TimeWindow } from '../chart/timeAxis.ts';

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
export const dayOf = (zone: Zone, epoch: number): Day => toText(zone.wallOf(epoch));
export const startOf = (zone: Zone, day: Day): number => zone.epochOf(toWall(day));

export const windowOf = (zone: Zone, { from, to }: DayRange): TimeWindow => ({
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
