import type { ChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import { jobCreationTypeSchema, jobStatusSchema, jobTypeSchema } from '@sinter/sdk/contract/scheduling/jobs';
import { isDowntime, isFromMachine, isOpen, toneOf } from '../status.ts';
import type { Lane } from './lane.ts';
import type { TimeWindow } from './timeAxis.ts';

/** What a bar is filled with: the tones of statuses, and downtime. */
export const fills = ['grey', 'blue', 'amber', 'green', 'red', 'downtime'] as const;

const fillOfStatus = jobStatusSchema.options.map((status) => fills.indexOf(toneOf[status]));
const openStatus = jobStatusSchema.options.map((jobStatus) => isOpen({ jobStatus }));
const downtimeType = jobTypeSchema.options.map((jobType) => isDowntime({ jobType }));
const machineCreation = jobCreationTypeSchema.options.map((jobCreationType) => isFromMachine({ jobCreationType }));
const downtimeFill = fills.indexOf('downtime');

const fillAt = ({ status, type }: ChartColumns, index: number): number =>
  downtimeType[type[index] ?? 0] ? downtimeFill : (fillOfStatus[status[index] ?? 0] ?? 0);

/** What bars carry. */
export const flag = { striped: 1, late: 2, conflict: 4, split: 8, open: 16 } as const;

/** A list of numbers that keeps its room when it is emptied: rows are read sixty times a second. */
class Numbers {
  values = new Float64Array(64);
  length = 0;

  add(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Float64Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  at(place: number): number {
    return this.values[place] ?? 0;
  }
}

/** Pixels in the direction of time. */
class Stretches {
  readonly x = new Numbers();
  readonly width = new Numbers();

  get length(): number {
    return this.x.length;
  }

  clear(): void {
    this.x.length = 0;
    this.width.length = 0;
  }

  /** Neighbours in the same pixel are joined, so that there are never more than pixels. */
  join(x: number, width: number): void {
    const last = this.length - 1;
    if (last >= 0 && x < this.x.at(last) + Math.max(this.width.at(last), 1)) {
      this.width.values[last] = Math.max(this.width.at(last), x + width - this.x.at(last));
      return;
    }
    this.x.add(x);
    this.width.add(width);
  }
}

/**
 * What a lane puts on `width` pixels of a window. Jobs of a pixel or more are bars; narrower ones are merged into the
 * load of their pixel columns: the exact share of the column that they take, in the tone of most of it. One instance is
 * read again and again.
 */
export class RowMarks {
  bars = 0;
  readonly x = new Numbers();
  readonly width = new Numbers();
  readonly position = new Numbers();
  readonly fill = new Numbers();
  readonly flags = new Numbers();
  /** 1 for the lower half of the row, where a job overlaps another. */
  readonly level = new Numbers();
  /** Merged jobs: pixel column, share from 0 to 1, fill. */
  readonly column = new Numbers();
  readonly load = new Numbers();
  readonly loadFill = new Numbers();
  /** Where two jobs that are not over yet want the machine at once; and where jobs run after they are due. */
  readonly conflicts = new Stretches();
  readonly late = new Stretches();
  private readonly shares = new Float64Array(fills.length);
  private readonly nextShares = new Float64Array(fills.length);
  private at = -1;

  read(lane: Lane, { from, to }: TimeWindow, width: number): void {
    this.clear();
    const { columns } = lane;
    const scale = width / (to - from);
    let first = lane.firstEndingAfter(from);
    const end = lane.firstStartingAt(to);
    // Halves are given out from the beginning of a heap, or they would jump while the chart is moved.
    while (first > 0 && lane.from(first) < lane.reach(first - 1)) first -= 1;
    const free = [-Infinity, -Infinity];
    let openReach = -Infinity;
    let openBar = -1;
    let merged = from;
    for (let position = first; position < end; position += 1) {
      const index = lane.index(position);
      const start = columns.from[index] ?? 0;
      const stop = columns.to[index] ?? 0;
      const [upper = 0, lower = 0] = free;
      const half = start >= upper ? 0 : start >= lower || lower <= upper ? 1 : 0;
      const split = start < lane.reach(position - 1) || (position + 1 < lane.size && lane.from(position + 1) < stop);
      free[half] = Math.max(free[half] ?? 0, stop);
      const open = openStatus[columns.status[index] ?? 0] ?? false;
      const conflict = open && start < openReach;
      const seen = stop > from;
      const due = columns.due[index] ?? NaN;
      const late = stop > due;
      if (seen && conflict) this.stretch(this.conflicts, start, Math.min(stop, openReach), from, scale);
      if (seen && late) this.stretch(this.late, Math.max(start, due), stop, from, scale);
      if (conflict && openBar >= 0) this.flags.values[openBar] = this.flags.at(openBar) | flag.conflict;
      let bar = -1;
      if (seen && (stop - start) * scale >= 1) {
        bar = this.bars;
        this.bars += 1;
        this.x.add((start - from) * scale);
        this.width.add((stop - start) * scale);
        this.position.add(position);
        this.fill.add(fillAt(columns, index));
        this.level.add(split ? half : 0);
        this.flags.add(
          (machineCreation[columns.creation[index] ?? 0] ? flag.striped : 0) |
            (late ? flag.late : 0) |
            (open ? flag.open : 0) |
            (conflict ? flag.conflict : 0) |
            (split ? flag.split : 0),
        );
      } else if (seen) {
        const begin = Math.max(start, merged);
        merged = Math.max(merged, stop);
        const stopsAt = Math.min(stop, to);
        if (stopsAt > begin) this.merge((begin - from) * scale, (stopsAt - from) * scale, fillAt(columns, index));
      }
      if (open && stop > openReach) [openReach, openBar] = [stop, bar];
    }
    this.flush(Infinity);
  }

  /** The bar at a place, of several the one on top; -1 for none. Bars are at least `2 × slack` wide to the pointer. */
  hit(x: number, level: number, slack: number): number {
    let near = -1;
    for (let bar = this.bars - 1; bar >= 0; bar -= 1) {
      if (this.flags.at(bar) & flag.split && this.level.at(bar) !== level) continue;
      const left = this.x.at(bar);
      const right = left + this.width.at(bar);
      if (x >= left && x < right) return bar;
      if (near < 0 && x >= left - slack && x < right + slack) near = bar;
    }
    return near;
  }

  private clear(): void {
    this.bars = 0;
    for (const list of [this.x, this.width, this.position, this.fill, this.flags, this.level]) list.length = 0;
    for (const list of [this.column, this.load, this.loadFill]) list.length = 0;
    this.conflicts.clear();
    this.late.clear();
    this.shares.fill(0);
    this.nextShares.fill(0);
    this.at = -1;
  }

  private stretch(into: Stretches, start: number, end: number, from: number, scale: number): void {
    if (end > start) into.join((start - from) * scale, (end - start) * scale);
  }

  /** Less than a pixel, so in one column or in two that are neighbours. */
  private merge(left: number, right: number, fill: number): void {
    const column = Math.floor(left);
    if (column !== this.at) {
      this.flush(column);
      this.at = column;
    }
    const border = column + 1;
    this.shares[fill] = (this.shares[fill] ?? 0) + Math.min(right, border) - left;
    if (right > border) this.nextShares[fill] = (this.nextShares[fill] ?? 0) + right - border;
  }

  /** Ends the column at hand, and the one after it when the next is not that one. */
  private flush(next: number): void {
    if (this.at < 0) return;
    this.put(this.at, this.shares);
    if (next === this.at + 1) this.shares.set(this.nextShares);
    else {
      this.put(this.at + 1, this.nextShares);
      this.shares.fill(0);
    }
    this.nextShares.fill(0);
  }

  private put(column: number, shares: Float64Array): void {
    let load = 0;
    let most = 0;
    for (let fill = 0; fill < shares.length; fill += 1) {
      load += shares[fill] ?? 0;
      if ((shares[fill] ?? 0) > (shares[most] ?? 0)) most = fill;
    }
    if (load === 0) return;
    this.column.add(column);
    this.load.add(Math.min(load, 1));
    this.loadFill.add(most);
  }
}
