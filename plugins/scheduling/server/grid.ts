import { dayMs, offsetSpans } from '@sinter/sdk/plugin';

/** The first time from `time` on at which the clock shows a full step of the hour. */
export function nextOnGrid(zone: string, time: number, step: number): number {
  for (const span of offsetSpans(zone, time, time + 3 * dayMs)) {
    const start = Math.ceil((span.from + span.offset) / step) * step - span.offset;
    if (start < span.to) return start;
  }
  return Math.ceil(time / step) * step;
}

/** The last such time up to `time`. */
export function previousOnGrid(zone: string, time: number, step: number): number {
  const spans = [...offsetSpans(zone, time - 3 * dayMs, time + 1)];
  for (const span of spans.reverse()) {
    const start = Math.floor((span.to - 1 + span.offset) / step) * step - span.offset;
    if (start >= span.from) return start;
  }
  return Math.floor(time / step) * step;
}
