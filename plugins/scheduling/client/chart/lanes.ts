import type { ChartJob } from '@sinter/sdk/contract/scheduling';

/**
 * The jobs of one machine, by start. `reach` is the latest end so far, which never falls: so both borders of a window
 * are found by halving, however long single jobs are.
 */
export class Lane {
  readonly jobs: readonly ChartJob[];
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  private readonly reach: Float64Array;

  constructor(jobs: readonly ChartJob[]) {
    const size = jobs.length;
    const starts = Float64Array.from(jobs, (job) => Number(job.fromDate));
    const order = Array.from(jobs, (_, index) => index).sort((a, b) => (starts[a] ?? 0) - (starts[b] ?? 0));
    this.jobs = order.flatMap((index) => jobs[index] ?? []);
    this.starts = starts.sort();
    this.ends = new Float64Array(size);
    this.reach = new Float64Array(size);
    let reach = -Infinity;
    for (const [index, job] of this.jobs.entries()) {
      const end = Number(job.toDate);
      reach = Math.max(reach, end);
      this.ends[index] = end;
      this.reach[index] = reach;
    }
  }

  /** Indices `[first, last)` outside of which nothing touches the window; within, a job may still end too early. */
  window(from: number, to: number): [first: number, last: number] {
    return [firstAbove(this.reach, from), firstAtLeast(this.starts, to)];
  }

  /** The job at an instant; of several, the one that began last. */
  at(time: number): ChartJob | undefined {
    const [first, last] = this.window(time, time + 1);
    for (let index = last - 1; index >= first; index -= 1) {
      if ((this.ends[index] ?? 0) > time) return this.jobs[index];
    }
    return undefined;
  }

  /** The job whose start is nearest to an instant. */
  nearest(time: number): ChartJob | undefined {
    const after = firstAtLeast(this.starts, time);
    const before = after - 1;
    const distance = (index: number) => Math.abs((this.starts[index] ?? Infinity) - time);
    return this.jobs[distance(before) < distance(after) ? before : after] ?? this.jobs[before];
  }

  without(jobId: number): Lane {
    return new Lane(this.jobs.filter((job) => job.id !== jobId));
  }
}

/** First index whose value is above `limit`; the values never fall. */
function firstAbove(values: Float64Array, limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

function firstAtLeast(values: Float64Array, limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) >= limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

const empty = new Lane([]);

/** All jobs of the chart by machine. Cancelled ones are not in it. */
export class Lanes {
  private readonly byMachine = new Map<number, Lane>();

  constructor(jobs: readonly ChartJob[] = []) {
    const grouped = new Map<number, ChartJob[]>();
    for (const job of jobs) {
      if (job.jobStatus === 'CANCELLED') continue;
      const lane = grouped.get(job.equipmentId);
      if (lane) lane.push(job);
      else grouped.set(job.equipmentId, [job]);
    }
    for (const [machine, lane] of grouped) this.byMachine.set(machine, new Lane(lane));
  }

  of(machineId: number): Lane {
    return this.byMachine.get(machineId) ?? empty;
  }

  find(jobId: number): ChartJob | undefined {
    for (const lane of this.byMachine.values()) {
      const found = lane.jobs.find((job) => job.id === jobId);
      if (found) return found;
    }
    return undefined;
  }

  /** The same with one job in its new place; only the lanes that it leaves and enters are built again. */
  with(job: ChartJob): Lanes {
    const changed = new Lanes();
    for (const [machine, lane] of this.byMachine) changed.byMachine.set(machine, lane);
    const before = this.find(job.id);
    if (before) changed.byMachine.set(before.equipmentId, this.of(before.equipmentId).without(job.id));
    if (job.jobStatus === 'CANCELLED') return changed;
    changed.byMachine.set(job.equipmentId, new Lane([...changed.of(job.equipmentId).jobs, job]));
    return changed;
  }
}
