const minute = 60;
const hour = 60 * minute;

/** Seconds after each attempt that failed. */
const pauses: readonly number[] = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** A receiver that says when it wants to be asked again is believed so far. */
const longestWish = 24 * hour;
/** Where nothing gets through, something is tried as often as this: what was never tried finds out that it works again. */
const longestRest = 30 * minute;
/** One that has failed for so long hears nothing more until somebody looks. */
export const failsForDays = 3;

/** So that what has failed together is not tried together. */
const jitter = (seconds: number, random: number): number => seconds * (1 + random / 5);

/** Milliseconds until the next attempt; `null` when this was the last one. */
export function pauseAfter(attempts: number, wished: number | null, random = Math.random()): number | null {
  const pause = pauses[attempts - 1];
  return pause === undefined ? null : Math.max(jitter(pause, random), wished ?? 0) * 1000;
}

/** Milliseconds in which nothing is sent to a receiver of which so many rounds in a row have failed. */
export const restAfter = (failedRounds: number, wished: number | null, random = Math.random()): number =>
  Math.max(jitter(Math.min(pauses[failedRounds - 1] ?? longestRest, longestRest), random), wished ?? 0) * 1000;

/** Seconds that a `Retry-After` asks for; `null`: none. */
export function wishOf(header: string | null, now: number): number | null {
  if (header === null) return null;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longestWish) : null;
}
