import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import type { ChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import { jobCreationTypeSchema, jobStatusSchema, jobTypeSchema } from '@sinter/sdk/contract/scheduling/jobs';

import { isOpen } from '../status.ts';
import type { TimeWindow } from './timeAxis.ts';

const statuses = jobStatusSchema.options;
const types = jobTypeSchema.options;
const creations = jobCreationTypeSchema.options;

/** Columns in the order in which lanes read them: by machine, then by start. Cancelled jobs are not in it. */
export interface Sheet {
  readonly columns: ChartColumns;
  readonly order: Uint32Array;
  /** By place in `order`: the latest end so far on the machine, and how long it has been taken so far. */
  readonly reach: Float64Array;
  readonly covered: Float64Array;
}

/**
 * The jobs of one machine by start, as a stretch of a sheet. `reach` never falls, so that both borders of a window are
 * found by halving, however long single jobs are. Positions run from 0 to `size`.
 */
export class Lane {
  constructor(
    private readonly sheet: Sheet,
    private readonly first: number,
    readonly size: number,
  ) {}

  get columns(): ChartColumns {
    return this.sheet.columns;
  }

  /** Where the job at a position stands in the columns. */
  index(position: number): number {
    return this.sheet.order[this.first + position] ?? 0;
  }

  from(position: number): number {
    return this.columns.from[this.index(position)] ?? 0;
  }

  to(position: number): number {
    return this.columns.to[this.index(position)] ?? 0;
  }

  id(position: number): number {
    return this.columns.id[this.index(position)] ?? 0;
  }

  /** The latest end of the jobs up to and with this one. */
  reach(position: number): number {
    return position < 0 ? -Infinity : (this.sheet.reach[this.first + position] ?? 0);
  }

  /** The first position from which on a job may end after `time`. */
  firstEndingAfter(time: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.reach(middle) > time) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The first position from which on jobs start at `time` or later. */
  firstStartingAt(time: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.from(middle) >= time) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Milliseconds of the window in which the machine is taken; where jobs overlap, once. */
  taken(from: number, to: number): number {
    return this.takenUntil(to) - this.takenUntil(from);
  }

  /** The position of the job at an instant, of several of the one that began last; -1 for none. */
  at(time: number): number {
    const first = this.firstEndingAfter(time);
    for (let position = this.firstStartingAt(time + 1) - 1; position >= first; position -= 1) {
      if (this.to(position) > time) return position;
    }
    return -1;
  }

  /** The position of the job whose start is nearest to an instant; -1 in an empty lane. */
  nearest(time: number): number {
    const after = this.firstStartingAt(time);
    if (after === 0) return this.size === 0 ? -1 : 0;
    if (after === this.size) return after - 1;
    return time - this.from(after - 1) < this.from(after) - time ? after - 1 : after;
  }

  /** -1 when it is not on this machine. */
  positionOf(jobId: number): number {
    for (let position = 0; position < this.size; position += 1) if (this.id(position) === jobId) return position;
    return -1;
  }

  job(position: number): ChartJob | undefined {
    return position >= 0 && position < this.size ? readJob(this.columns, this.index(position)) : undefined;
  }

  private takenUntil(time: number): number {
    const last = this.firstStartingAt(time) - 1;
    if (last < 0) return 0;
    return (this.sheet.covered[this.first + last] ?? 0) - Math.max(this.reach(last) - time, 0);
  }
}

const openStatus = statuses.map((jobStatus) => isOpen({ jobStatus }));

/** Does a job that is not over, other than this one, stand on the machine in the stretch? */
export function isWanted(lane: Lane, { from, to }: TimeWindow, exceptId: number | undefined): boolean {
  const end = lane.firstStartingAt(to);
  for (let position = lane.firstEndingAfter(from); position < end; position += 1) {
    if (lane.to(position) <= from || lane.id(position) === exceptId) continue;
    if (openStatus[lane.columns.status[lane.index(position)] ?? 0]) return true;
  }
  return false;
}

/** Do this job and another one, both not over, want the machine at once? */
export const isInConflict = (lane: Lane, job: ChartJob): boolean =>
  isOpen(job) && isWanted(lane, { from: Number(job.fromDate), to: Number(job.toDate) }, job.id);

/** One job out of the columns. */
export function readJob(columns: ChartColumns, index: number): ChartJob | undefined {
  const [status, type, creation] = [columns.status, columns.type, columns.creation].map((each) => each[index] ?? 0);
  const jobStatus = statuses[status ?? 0];
  const jobType = types[type ?? 0];
  const jobCreationType = creations[creation ?? 0];
  if (index >= columns.count || !jobStatus || !jobType || !jobCreationType) return undefined;
  const due = columns.due[index] ?? NaN;
  const utilization = columns.utilization[index] ?? NaN;
  return {
    ...{ id: columns.id[index] ?? 0, equipmentId: columns.equipment[index] ?? 0, jobStatus, jobType, jobCreationType },
    ...{ jobName: columns.text(index, 'jobName'), parts: columns.text(index, 'parts') },
    ...{ jobNotes: columns.text(index, 'jobNotes'), version: columns.version[index] ?? 0 },
    ...{ fromDate: String(columns.from[index]), toDate: String(columns.to[index]) },
    dueDate: Number.isNaN(due) ? null : String(due),
    materialId: columns.material[index] || null,
    // Stored with 24 bits: rounded, so that 0.4567 does not come back as 0.45669999718666077.
    buildPlateUtilization: Number.isNaN(utilization) ? null : Math.round(utilization * 1e6) / 1e6,
  };
}
