import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { decodeChartColumns, encodeChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import type { ChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import { jobStatusSchema } from '@sinter/sdk/contract/scheduling/jobs';
import { Lane, readJob } from './lane.ts';
import type { Sheet } from './lane.ts';

const cancelled = jobStatusSchema.options.indexOf('CANCELLED');

type Lanes = ReadonlyMap<number, Lane>;
/** By id; `null` for one that is gone. */
type Changes = ReadonlyMap<number, ChartJob | null>;

/**
 * All jobs of the chart: the columns as they came, and above them the few that changed since, whose machines have lanes
 * of their own. A table never changes; `with` and `without` give the next one. Cancelled jobs are not in it.
 */
export class JobTable {
  static readonly empty = new JobTable(undefined, new Map(), new Map(), new Map());

  private constructor(
    private readonly columns: ChartColumns | undefined,
    private readonly lanes: Lanes,
    private readonly changedLanes: Lanes,
    private readonly changes: Changes,
  ) {}

  static of(columns: ChartColumns): JobTable {
    return new JobTable(columns, lanesOf(columns), new Map(), new Map());
  }

  /** Few jobs that did not come as columns. */
  static ofJobs(jobs: readonly ChartJob[]): JobTable {
    return JobTable.of(columnsOf(jobs));
  }

  lane(machineId: number): Lane {
    return this.changedLanes.get(machineId) ?? this.lanes.get(machineId) ?? noJobs;
  }

  find(jobId: number): ChartJob | undefined {
    const changed = this.changes.get(jobId);
    if (changed !== undefined) return changed ?? undefined;
    const index = this.columns?.id.indexOf(jobId) ?? -1;
    if (!this.columns || index < 0 || this.columns.status[index] === cancelled) return undefined;
    return readJob(this.columns, index);
  }

  /** With these jobs as they are now; those of them that were there before are replaced. */
  with(...jobs: ChartJob[]): JobTable {
    return this.change(jobs.map((job) => [job.id, job.jobStatus === 'CANCELLED' ? null : job]));
  }

  without(...jobIds: number[]): JobTable {
    return this.change(jobIds.map((id) => [id, null]));
  }

  private change(entries: readonly [number, ChartJob | null][]): JobTable {
    const machines = new Set(
      entries.flatMap(([id, job]) => [this.find(id)?.equipmentId ?? [], job?.equipmentId ?? []].flat()),
    );
    const changes = new Map([...this.changes, ...entries]);
    const changedLanes = new Map(this.changedLanes);
    for (const machine of machines) {
      const kept = jobsOf(this.lanes.get(machine) ?? noJobs, changes);
      const added = [...changes.values()].filter((job) => job?.equipmentId === machine);
      const jobs = [...kept, ...added].filter((job) => job !== null);
      changedLanes.set(machine, lanesOf(columnsOf(jobs)).get(machine) ?? noJobs);
    }
    return new JobTable(this.columns, this.lanes, changedLanes, changes);
  }
}

const columnsOf = (jobs: readonly ChartJob[]) => decodeChartColumns(encodeChartColumns(jobs).buffer);
const noJobs = new Lane(
  { columns: columnsOf([]), order: new Uint32Array(), reach: new Float64Array(), covered: new Float64Array() },
  0,
  0,
);

/** The jobs of a lane that did not change. */
function jobsOf(lane: Lane, changes: Changes): ChartJob[] {
  const jobs: ChartJob[] = [];
  for (let position = 0; position < lane.size; position += 1) {
    const job = changes.has(lane.id(position)) ? undefined : lane.job(position);
    if (job) jobs.push(job);
  }
  return jobs;
}

function lanesOf(columns: ChartColumns): Lanes {
  const order = orderOf(columns);
  const sheet: Sheet = {
    ...{ columns, order, reach: new Float64Array(order.length), covered: new Float64Array(order.length) },
  };
  const lanes = new Map<number, Lane>();
  for (let start = 0; start < order.length;) {
    const machine = columns.equipment[order[start] ?? 0] ?? 0;
    const end = measureLane(sheet, start, machine);
    lanes.set(machine, new Lane(sheet, start, end - start));
    start = end;
  }
  return lanes;
}

/** Fills in reach and covered from `start` to the end of the machine's jobs, which it returns. */
function measureLane({ columns, order, reach, covered }: Sheet, start: number, machine: number): number {
  let latest = -Infinity;
  let taken = 0;
  let at = start;
  for (; at < order.length; at += 1) {
    const index = order[at] ?? 0;
    if (columns.equipment[index] !== machine) break;
    const to = columns.to[index] ?? 0;
    taken += Math.max(to - Math.max(columns.from[index] ?? 0, latest), 0);
    latest = Math.max(latest, to);
    reach[at] = latest;
    covered[at] = taken;
  }
  return at;
}

/** By machine and start. They come like that; others are sorted. */
function orderOf({ count, equipment, from, status }: ChartColumns): Uint32Array {
  const order = new Uint32Array(count);
  let size = 0;
  let sorted = true;
  for (let index = 0; index < count; index += 1) {
    if (status[index] === cancelled) continue;
    const before = order[size - 1];
    if (before !== undefined && sorted) {
      const machines = (equipment[index] ?? 0) - (equipment[before] ?? 0);
      sorted = machines > 0 || (machines === 0 && (from[index] ?? 0) >= (from[before] ?? 0));
    }
    order[size] = index;
    size += 1;
  }
  const kept = order.subarray(0, size);
  if (sorted) return kept;
  return kept.sort((a, b) => (equipment[a] ?? 0) - (equipment[b] ?? 0) || (from[a] ?? 0) - (from[b] ?? 0) || a - b);
}
