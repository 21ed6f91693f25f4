import type { ChartJob } from '@sinter/sdk/contract/scheduling';
import type { Tone } from '@sinter/sdk/ui';
import { isDowntime, toneOf } from '../status.ts';
import type { Lane } from './lanes.ts';
import type { TimeWindow } from './timeAxis.ts';

export type Fill = Tone | 'downtime';

export interface Bar {
  job: ChartJob;
  x: number;
  width: number;
  fill: Fill;
}

/** Jobs narrower than a pixel, merged: how much of one pixel column they fill, in the tone of most of it. */
export interface Column {
  x: number;
  load: number;
  fill: Fill;
}

const fillOf = (job: ChartJob): Fill => (isDowntime(job) ? 'downtime' : toneOf[job.jobStatus]);

/** What a lane puts on `width` pixels: never more columns than pixels, whatever the number of jobs. */
export function barsOf(lane: Lane, { from, to }: TimeWindow, width: number): { bars: Bar[]; columns: Column[] } {
  const scale = width / (to - from);
  const bars: Bar[] = [];
  const columns: Column[] = [];
  const shares = new Map<Fill, number>();
  let column = -1;
  const flush = () => {
    if (shares.size === 0) return;
    let load = 0;
    let most = 0;
    let fill: Fill = 'grey';
    for (const [tone, share] of shares) {
      load += share;
      if (share > most) [most, fill] = [share, tone];
    }
    columns.push({ x: column, load: Math.min(load, 1), fill });
    shares.clear();
  };
  const [first, last] = lane.window(from, to);
  for (let index = first; index < last; index += 1) {
    const job = lane.jobs[index];
    const start = lane.starts[index] ?? 0;
    const end = lane.ends[index] ?? 0;
    if (!job || end <= from) continue;
    const x = (start - from) * scale;
    const length = (end - start) * scale;
    if (length >= 1) {
      bars.push({ job, x, width: length, fill: fillOf(job) });
      continue;
    }
    const at = Math.max(Math.floor(x), 0);
    if (at !== column) {
      flush();
      column = at;
    }
    const fill = fillOf(job);
    shares.set(fill, (shares.get(fill) ?? 0) + length);
  }
  flush();
  return { bars, columns };
}
