import type { Lane } from './lane.ts';
import type { TimeWindow } from './timeAxis.ts';

/**
 * How much of each of `share.length` equal parts of the window is taken on the lanes, from 0 to 1: exactly, where jobs
 * overlap once. Costs the jobs of the window, however long they are: a long one adds to its two borders only.
 */
export function loadOf(lanes: readonly Lane[], { from, to }: TimeWindow, share: Float64Array): Float64Array {
  const parts = share.length;
  const scale = parts / (to - from);
  // While collecting, a part's own value is what is added to it alone, and its rise what is added to it and all after.
  const rise = new Float64Array(parts + 2);
  share.fill(0);
  const add = (start: number, end: number) => {
    const [a, b] = [(start - from) * scale, Math.min((end - from) * scale, parts)];
    const [first, last] = [Math.floor(a), Math.min(Math.floor(b), parts - 1)];
    if (first === last) share[first] = (share[first] ?? 0) + b - a;
    else {
      share[first] = (share[first] ?? 0) + first + 1 - a;
      share[last] = (share[last] ?? 0) + b - last;
      rise[first + 1] = (rise[first + 1] ?? 0) + 1;
      rise[last] = (rise[last] ?? 0) - 1;
    }
  };
  for (const lane of lanes) {
    const last = lane.firstStartingAt(to);
    let reach = from;
    for (let position = lane.firstEndingAfter(from); position < last; position += 1) {
      const start = Math.max(lane.from(position), reach);
      const end = Math.min(lane.to(position), to);
      if (end > start) add(start, end);
      reach = Math.max(reach, end);
    }
  }
  let level = 0;
  for (let part = 0; part < parts; part += 1) {
    level += rise[part] ?? 0;
    share[part] = Math.min(((share[part] ?? 0) + level) / Math.max(lanes.length, 1), 1);
  }
  return share;
}

/** Share of the window that is taken on average of the lanes. */
export function shareOf(lanes: readonly Lane[], { from, to }: TimeWindow): number {
  let taken = 0;
  for (const lane of lanes) taken += lane.taken(from, to);
  return lanes.length === 0 ? 0 : taken / lanes.length / (to - from);
}

const parts = 2560;
/** Of its length, how far beyond both ends of the time it is measured: people look beyond. */
const beyond = 1 / 8;

/** The load of many lanes over a long time, measured once, so that a window of it costs pixels and not jobs. */
export class LoadSeries {
  readonly span: TimeWindow;
  /** How many parts' worth is taken up to each border; measured when first asked for. */
  private sums: Float64Array | undefined;

  constructor(
    readonly lanes: readonly Lane[],
    { from, to }: TimeWindow,
  ) {
    const more = (to - from) * beyond;
    this.span = { from: from - more, to: to + more };
  }

  /** Is the window within what is measured, and are its pixels no finer than that? */
  serves({ from, to }: TimeWindow, pixels: number): boolean {
    const { span } = this;
    return from >= span.from && to <= span.to && (to - from) / pixels >= (span.to - span.from) / parts;
  }

  /** Fills in the share of each of equal parts of the window; nothing is taken beyond what is measured. */
  read({ from, to }: TimeWindow, share: Float64Array): Float64Array {
    const { span } = this;
    this.sums ??= this.measure();
    const scale = parts / (span.to - span.from);
    const start = (from - span.from) * scale;
    const step = ((to - from) / share.length) * scale;
    let before = sumAt(this.sums, start);
    for (let pixel = 0; pixel < share.length; pixel += 1) {
      const after = sumAt(this.sums, start + (pixel + 1) * step);
      share[pixel] = Math.min(Math.max((after - before) / step, 0), 1);
      before = after;
    }
    return share;
  }

  private measure(): Float64Array {
    const sums = new Float64Array(parts + 1);
    let sum = 0;
    for (const [part, value] of loadOf(this.lanes, this.span, new Float64Array(parts)).entries()) {
      sum += value;
      sums[part + 1] = sum;
    }
    return sums;
  }
}

function sumAt(sums: Float64Array, place: number): number {
  const at = Math.min(Math.max(place, 0), parts);
  const below = Math.floor(at);
  const sum = sums[below] ?? 0;
  return sum + ((sums[below + 1] ?? sum) - sum) * (at - below);
}
