import type { Calendar } from '@sinter/sdk/contract/scheduling/calendar';

export type Shift = Calendar['shifts'][number];

/** A piece of a shift on one day, minutes from its midnight. */
export interface Piece {
  weekday: number;
  from: number;
  to: number;
  /** Where the shift stands in the list. */
  index: number;
}

const dayMinutes = 1440;

export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** A shift that ends at or before its start ends on the next day; after Sunday comes Monday. */
export function piecesOf({ weekday, from, to }: Shift, index: number): Piece[] {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (end > start) return [{ weekday, from: start, to: end, index }];
  const next = { weekday: (weekday % 7) + 1, from: 0, to: end, index };
  const first = { weekday, from: start, to: dayMinutes, index };
  return end === 0 ? [first] : [first, next];
}

/** Places in the list of shifts that lie over another one. */
export function overlapping(shifts: readonly Shift[]): ReadonlySet<number> {
  const pieces = shifts.flatMap(piecesOf);
  const found = new Set<number>();
  for (const a of pieces) {
    for (const b of pieces) {
      if (a.index !== b.index && a.weekday === b.weekday && a.from < b.to && b.from < a.to) found.add(a.index);
    }
  }
  return found;
}

/** Staffed minutes of a week; what two shifts share counts once. */
export function staffedMinutes(shifts: readonly Shift[]): number {
  const pieces = shifts.flatMap(piecesOf).toSorted((a, b) => a.weekday - b.weekday || a.from - b.from);
  let [sum, day, reached] = [0, 0, 0];
  for (const { weekday, from, to } of pieces) {
    if (weekday !== day) [day, reached] = [weekday, 0];
    sum += Math.max(to - Math.max(from, reached), 0);
    reached = Math.max(reached, to);
  }
  return sum;
}

/** `24:00` as browsers' time fields know it: midnight, which as an end is the next day's. */
export const toField = (clock: string): string => (clock === '24:00' ? '00:00' : clock);
