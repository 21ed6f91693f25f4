import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { makeAutoObservable, observableRef } from 'mobx';
import { dayMs } from '../zone.ts';
import type { Zone } from '../zone.ts';
import { JobTable } from './JobTable.ts';
import { LoadSeries } from './load.ts';
import { RowMarks } from './rowMarks.ts';
import { keyOfMachine, Lines, rowHeight } from './rows.ts';
import type { ChartRow, Grouping, Line } from './rows.ts';
import type { TimeWindow } from './timeAxis.ts';

/** Pixels above the rows. */
export const axisHeight = 48;

/** A view is at least an hour, and at most a year long. */
export const shortest = dayMs / 24;
const longest = 365 * dayMs;

export interface Hover {
  job: ChartJob;
  x: number;
  y: number;
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most));

/**
 * What the chart shows and where it stands. Knows nothing of canvas or elements: positions are pixels of the bars' area,
 * `x` in the direction of time, which runs from right to left where people write so.
 */
export class ChartStore {
  rows: readonly ChartRow[] = [];
  table = JobTable.empty;
  view: TimeWindow;
  /** The view as of when it last came to rest, for what need not follow every frame. */
  rested: TimeWindow;
  /** What jobs were asked for; the minimap shows all of it. */
  span: TimeWindow;
  grouping: Grouping | null = null;
  /** Does time run from right to left? */
  mirrored = false;
  closed: ReadonlySet<string> = new Set();
  width = 0;
  height = 0;
  /** Pixels that the bar to scroll down takes beside the bars. */
  scrollbar = 0;
  scrollTop = 0;
  now = Date.now();
  selectedId: number | null = null;
  /** Jobs of the facility start at multiples of it. */
  gridMinutes = 15;
  hover: Hover | null = null;
  /** Grows when the keyboard is to come to the chart. */
  focusAsked = 0;
  /** A job to bring into view as soon as there are a size and the job. */
  private wanted: number | null = null;
  private readonly marks = new RowMarks();
  private readonly series = new Map<string, LoadSeries>();

  constructor(
    view: TimeWindow,
    readonly zone: Zone,
  ) {
    this.view = view;
    this.rested = view;
    this.span = view;
    makeAutoObservable<this, 'wanted' | 'marks' | 'series'>(
      this,
      {
        ...{ rows: observableRef, table: observableRef, view: observableRef, rested: observableRef },
        ...{ span: observableRef, closed: observableRef, hover: observableRef },
        ...{ zone: false, wanted: false, marks: false, series: false },
      },
      { autoBind: true },
    );
  }

  get millisPerPixel(): number {
    return (this.view.to - this.view.from) / Math.max(this.width, 1);
  }

  get lines(): Lines {
    return new Lines(this.rows, this.grouping, this.closed);
  }

  /** Lines that are at least partly seen: `[first, last)`. */
  get firstLine(): number {
    return this.lines.placeAt(this.scrollTop);
  }
  get lastLine(): number {
    const { lines } = this;
    return lines.list.length === 0 ? 0 : lines.placeAt(this.scrollTop + Math.max(this.height - 1, 0)) + 1;
  }

  get selectedJob(): ChartJob | null {
    return this.selectedId === null ? null : (this.table.find(this.selectedId) ?? null);
  }

  /** What the minimap shows: what was asked for, and the view where it looks beyond. */
  get domain(): TimeWindow {
    return { from: Math.min(this.span.from, this.view.from), to: Math.max(this.span.to, this.view.to) };
  }

  setGrid(minutes: number): void {
    this.gridMinutes = minutes;
  }

  setRows(rows: readonly ChartRow[]): void {
    this.rows = rows;
    this.series.clear();
    this.scrollTo(this.scrollTop);
    this.settle();
  }

  setTable(table: JobTable): void {
    this.table = table;
    this.series.clear();
    this.hover = null;
    this.settle();
  }

  /** Jobs as they are now, in place of those that the table has. */
  putJobs(...jobs: ChartJob[]): void {
    this.setTable(this.table.with(...jobs));
  }

  dropJobs(...jobIds: number[]): void {
    this.setTable(this.table.without(...jobIds));
  }

  setSpan(span: TimeWindow): void {
    this.span = span;
    this.series.clear();
  }

  setSize(width: number, height: number, scrollbar = 0): void {
    this.width = width;
    this.height = height;
    this.scrollbar = scrollbar;
    this.scrollTo(this.scrollTop);
    this.settle();
  }

  setMirrored(mirrored: boolean): void {
    this.mirrored = mirrored;
  }

  takeFocus(): void {
    this.focusAsked += 1;
  }

  setNow(now: number): void {
    this.now = now;
  }

  groupBy(grouping: Grouping | null): void {
    this.grouping = grouping;
    this.closed = new Set();
    this.scrollTo(this.scrollTop);
  }

  toggle(key: string): void {
    const closed = new Set(this.closed);
    if (!closed.delete(key)) closed.add(key);
    this.closed = closed;
    this.scrollTo(this.scrollTop);
  }

  show(view: TimeWindow): void {
    const length = clamp(view.to - view.from, shortest, longest);
    this.view = { from: view.from, to: view.from + length };
    this.hover = null;
  }

  rest(): void {
    this.rested = this.view;
  }

  scrollTo(top: number): void {
    this.scrollTop = clamp(top, 0, this.lines.height - this.height);
    this.hover = null;
  }

  panBy(pixels: number): void {
    const shift = pixels * this.millisPerPixel;
    this.show({ from: this.view.from + shift, to: this.view.to + shift });
  }

  /** Below 1 comes nearer. What is under `x` stays there. */
  zoomAt(x: number, factor: number): void {
    const length = clamp((this.view.to - this.view.from) * factor, shortest, longest);
    const from = this.timeAt(x) - (x / Math.max(this.width, 1)) * length;
    this.show({ from, to: from + length });
  }

  timeAt(x: number): number {
    return this.view.from + x * this.millisPerPixel;
  }

  xOf(time: number): number {
    return (time - this.view.from) / this.millisPerPixel;
  }

  /** The line under a place of the bars' area. */
  lineAt(y: number): Line | undefined {
    const top = y + this.scrollTop;
    return top < this.lines.height && y >= 0 ? this.lines.list[this.lines.placeAt(top)] : undefined;
  }

  /** The job under a place, as it is drawn; narrow ones can be hit from `slack` pixels away. */
  jobAt(x: number, y: number, slack = 3): ChartJob | undefined {
    const line = this.lineAt(y);
    if (line?.kind !== 'machine') return undefined;
    const lane = this.table.lane(line.row.machineId);
    this.marks.read(lane, this.view, this.width);
    const within = y + this.scrollTop - this.lines.top(this.lines.placeOf(line.key));
    const bar = this.marks.hit(x, within < rowHeight / 2 ? 0 : 1, slack);
    if (bar >= 0) return lane.job(this.marks.position.at(bar));
    const time = this.timeAt(x);
    const position = lane.nearest(time);
    const reach = slack * this.millisPerPixel;
    const near = position >= 0 && lane.from(position) - reach <= time && lane.to(position) + reach > time;
    return near ? lane.job(position) : undefined;
  }

  pointAt(x: number, y: number): void {
    const job = this.jobAt(x, y);
    this.hover = job ? { job, x, y } : null;
  }

  leave(): void {
    this.hover = null;
  }

  select(jobId: number | null): void {
    this.selectedId = jobId;
  }

  /** Selects a job and brings it into view, now or once it is there. */
  reveal(jobId: number): void {
    this.selectedId = jobId;
    this.wanted = jobId;
    this.settle();
  }

  /** The load of machines over the whole time, measured when it is first asked for. */
  seriesOf(key: string, rows: readonly ChartRow[]): LoadSeries {
    // Read in any case, so that whoever shows the load follows them.
    const { table, span } = this;
    const known = this.series.get(key);
    if (known) return known;
    const measured = new LoadSeries(
      rows.map((row) => table.lane(row.machineId)),
      span,
    );
    this.series.set(key, measured);
    return measured;
  }

  /** Scrolls to a line, and moves in time where the stretch is not seen. */
  bringIntoView(key: string, stretch: TimeWindow | null): void {
    const place = this.lines.placeOf(key);
    if (place < 0) return;
    const [top, bottom] = [this.lines.top(place), this.lines.top(place + 1)];
    if (top < this.scrollTop) this.scrollTo(top);
    else if (bottom > this.scrollTop + this.height) this.scrollTo(bottom - this.height);
    if (!stretch) return;
    const { from, to } = stretch;
    const length = this.view.to - this.view.from;
    if (from >= this.view.from && to <= this.view.to) return;
    if (to > this.view.from && from < this.view.to && to - from > length) return;
    const start = from < this.view.from ? from - length * 0.05 : Math.min(to + length * 0.05 - length, from);
    this.show({ from: start, to: start + length });
  }

  private settle(): void {
    if (this.wanted === null || this.height === 0) return;
    const job = this.table.find(this.wanted);
    const row = this.rows.find(({ machineId }) => machineId === job?.equipmentId);
    if (!job || !row) return;
    this.wanted = null;
    const group = this.grouping && `group-${row[this.grouping]}`;
    if (group && this.closed.has(group)) this.toggle(group);
    this.bringIntoView(keyOfMachine(row.machineId), { from: Number(job.fromDate), to: Number(job.toDate) });
  }
}
