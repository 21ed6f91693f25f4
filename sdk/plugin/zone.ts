/**
 * Time zones for browsers and servers, by what the platform knows of them. Kept instead of luxon (19.7 kB in the page, Brotli) or
 * a Temporal polyfill (17.6 kB): spans of equal offset are what calendars and the chart's scale walk along.
 */
export interface Interval {
  from: number;
  to: number;
}

/** Time in which a zone keeps one offset from UTC, in milliseconds. */
export interface OffsetSpan extends Interval {
  offset: number;
}

export const dayMs = 86_400_000;
const minuteMs = 60_000;
const sampleMs = 7 * dayMs;
/** Zones' years that are kept. */
const most = 500;

const formats = new Map<string, Intl.DateTimeFormat>();
const years = new Map<string, OffsetSpan[]>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
}

function readOffset(zone: string, time: number): number {
  const fields: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(time)) fields[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}

/** A year's offsets are sampled every week, and what lies between two that differ is halved down to the minute. */
function spansOfYear(zone: string, year: number): OffsetSpan[] {
  const key = `${zone} ${year}`;
  const known = years.get(key);
  if (known) return known;
  const [start, end] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  const spans: OffsetSpan[] = [];
  let span = { from: start, to: end, offset: readOffset(zone, start) };
  for (let sample = start; sample < end; sample += sampleMs) {
    const until = Math.min(sample + sampleMs, end - minuteMs);
    const offset = readOffset(zone, until);
    if (offset === span.offset) continue;
    let [before, after] = [sample, until];
    while (after - before > minuteMs) {
      const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs;
      if (readOffset(zone, middle) === span.offset) before = middle;
      else after = middle;
    }
    spans.push({ ...span, to: after });
    span = { from: after, to: end, offset };
  }
  spans.push(span);
  if (years.size >= most) years.clear();
  years.set(key, spans);
  return spans;
}

/** The offsets of a zone from `from` on to `to`, in order, each cut to that time. */
export function* offsetSpans(zone: string, from: number, to: number): Generator<OffsetSpan> {
  for (let year = new Date(from).getUTCFullYear(); Date.UTC(year, 0) < to; year += 1) {
    for (const span of spansOfYear(zone, year)) {
      if (span.to <= from) continue;
      if (span.from >= to) return;
      yield { from: Math.max(span.from, from), to: Math.min(span.to, to), offset: span.offset };
    }
  }
}

/** The span that was asked for last in each zone: what is asked for next mostly lies in it. */
const latest = new Map<string, OffsetSpan>();

function spanAt(zone: string, time: number): OffsetSpan | undefined {
  const known = latest.get(zone);
  if (known && known.from <= time && time < known.to) return known;
  const span = spansOfYear(zone, new Date(time).getUTCFullYear()).find(({ from, to }) => from <= time && time < to);
  if (span) latest.set(zone, span);
  return span;
}

const offsetAt = (zone: string, time: number): number => spanAt(zone, time)?.offset ?? 0;

/** What the clock on the wall shows, as the milliseconds of a UTC clock that shows the same. */
export const wallOf = (zone: string, time: number): number => time + offsetAt(zone, time);

/** When the clock on the wall shows this: the first time of two, and as much later where the clocks skip it. */
export function instantOf(zone: string, wall: number): number {
  // No offset is as much as a day: one of these two holds at the time that is looked for.
  const [before, after] = [offsetAt(zone, wall - dayMs), offsetAt(zone, wall + dayMs)];
  const [early, late] = [wall - before, wall - after];
  return offsetAt(zone, early) !== before && offsetAt(zone, late) === after ? late : early;
}
