/** Time on one machine, epoch milliseconds, end exclusive. */
export interface Interval {
  from: number;
  to: number;
}

const grid = 15 * 60_000;
const horizon = 365 * 86_400_000;

/**
 * The first gap of `duration` ms that starts at or after `notBefore`, on the quarter-hour grid. `null` when there is
 * none within a year. Busy times may overlap and come in any order. Pure.
 */
export function firstFreeSlot(busy: readonly Interval[], duration: number, notBefore: number): Interval | null {
  const onGrid = (time: number) => Math.ceil(time / grid) * grid;
  const limit = notBefore + horizon;
  let cursor = onGrid(notBefore);
  for (const taken of [...busy].sort((a, b) => a.from - b.from)) {
    if (taken.to <= cursor) continue;
    if (taken.from - cursor >= duration) break;
    cursor = onGrid(taken.to);
  }
  return cursor > limit ? null : { from: cursor, to: cursor + duration };
}

export const overlaps = (a: Interval, b: Interval): boolean => a.from < b.to && b.from < a.to;
