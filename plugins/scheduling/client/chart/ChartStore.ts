import type { ChartJob } from '@sinter/sdk/contract/scheduling';
import { makeAutoObservable, observableRef } from 'mobx';
import { dayMs } from '../zone.ts';
import { Lanes } from './lanes.ts';
import type { TimeWindow } from './timeAxis.ts';

/** Pixels. */
export const rowHeight = 64;
export const axisHeight = 48;

const shortest = dayMs / 24;
const longest = 365 * dayMs;

export interface MachineRow {
  id: number;
  facility: string;
  name: string;
  model: string;
  /** `null` while no material is loaded. */
  material: string | null;
}

export type Step = 'previous' | 'next' | 'first' | 'last' | 'up' | 'down';

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most));

/** What the chart shows and where it stands. Knows nothing of canvas or elements; positions are pixels of the bars' area. */
export class ChartStore {
  rows: readonly MachineRow[] = [];
  lanes = new Lanes();
  view: TimeWindow;
  width = 0;
  height = 0;
  scrollTop = 0;
  now = Date.now();
  selectedId: number | null = null;
  /** Where the keyboard stands; a machine without jobs has none. */
  cursor: { machineId: number; jobId: number | null } | null = null;
  hover: { job: ChartJob; x: number; y: number } | null = null;
  /** A job to bring into view as soon as there are a size and the job. */
  private wanted: number | null = null;

  constructor(view: TimeWindow) {
    this.view = view;
    makeAutoObservable<this, 'wanted'>(
      this,
      {
        rows: observableRef,
        lanes: observableRef,
        view: observableRef,
        hover: observableRef,
        cursor: observableRef,
        wanted: false,
      },
      { autoBind: true },
    );
  }

  get millisPerPixel(): number {
    return (this.view.to - this.view.from) / Math.max(this.width, 1);
  }

  get fullHeight(): number {
    return this.rows.length * rowHeight;
  }

  /** Rows that are at least partly seen: `[first, last)`. */
  get firstRow(): number {
    return Math.floor(this.scrollTop / rowHeight);
  }
  get lastRow(): number {
    return Math.min(Math.ceil((this.scrollTop + this.height) / rowHeight), this.rows.length);
  }

  get cursorJob(): ChartJob | null {
    const jobId = this.cursor?.jobId ?? null;
    return jobId === null ? null : (this.lanes.find(jobId) ?? null);
  }

  get selectedJob(): ChartJob | null {
    return this.selectedId === null ? null : (this.lanes.find(this.selectedId) ?? null);
  }

  get cursorRow(): number {
    return this.rows.findIndex((row) => row.id === this.cursor?.machineId);
  }

  setRows(rows: readonly MachineRow[]): void {
    this.rows = rows;
    this.scrollTo(this.scrollTop);
    this.settle();
  }

  setJobs(jobs: readonly ChartJob[]): void {
    this.lanes = new Lanes(jobs);
    this.hover = null;
    this.settle();
  }

  putJob(job: ChartJob): void {
    this.lanes = this.lanes.with(job);
    this.hover = null;
    this.settle();
  }

  setSize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.scrollTo(this.scrollTop);
    this.settle();
  }

  setNow(now: number): void {
    this.now = now;
  }

  show(view: TimeWindow): void {
    this.view = view;
    this.hover = null;
  }

  scrollTo(top: number): void {
    this.scrollTop = clamp(top, 0, this.fullHeight - this.height);
    this.hover = null;
  }

  panBy(pixels: number): void {
    const shift = pixels * this.millisPerPixel;
    this.show({ from: this.view.from + shift, to: this.view.to + shift });
  }

  /** Below 1 comes nearer. What is under `x` stays there. */
  zoomAt(x: number, factor: number): void {
    const length = clamp((this.view.to - this.view.from) * factor, shortest, longest);
    const time = this.timeAt(x);
    const from = time - (x / Math.max(this.width, 1)) * length;
    this.show({ from, to: from + length });
  }

  timeAt(x: number): number {
    return this.view.from + x * this.millisPerPixel;
  }

  xOf(time: number): number {
    return (time - this.view.from) / this.millisPerPixel;
  }

  /** `reach` pixels to both sides, so that narrow jobs can be hit. */
  jobAt(x: number, y: number, reach = 3): ChartJob | undefined {
    const row = this.rows[Math.floor((y + this.scrollTop) / rowHeight)];
    if (!row) return undefined;
    const lane = this.lanes.of(row.id);
    const time = this.timeAt(x);
    const exact = lane.at(time);
    if (exact) return exact;
    const slack = reach * this.millisPerPixel;
    const [first, last] = lane.window(time - slack, time + slack);
    return lane.jobs.slice(first, last).find((job) => Number(job.toDate) > time - slack);
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

  moveCursor(step: Step): void {
    if (this.rows.length === 0) return;
    const index = this.cursorRow;
    if (index < 0) return this.enterRow(clamp(this.firstRow, 0, this.rows.length - 1), this.view.from);
    const job = this.cursorJob;
    if (step === 'up' || step === 'down') {
      const time = job ? Number(job.fromDate) : this.view.from;
      return this.enterRow(clamp(index + (step === 'up' ? -1 : 1), 0, this.rows.length - 1), time);
    }
    const row = this.rows[index];
    if (!row) return;
    if (!job) return this.enterRow(index, this.view.from);
    const { jobs } = this.lanes.of(row.id);
    const at = jobs.indexOf(job);
    const target = { previous: at - 1, next: at + 1, first: 0, last: jobs.length - 1 }[step];
    const next = jobs[clamp(target, 0, jobs.length - 1)];
    if (next) this.setCursor(row.id, next);
  }

  private enterRow(index: number, time: number): void {
    const row = this.rows[index];
    if (row) this.setCursor(row.id, this.lanes.of(row.id).nearest(time) ?? null);
  }

  private setCursor(machineId: number, job: ChartJob | null): void {
    this.cursor = { machineId, jobId: job?.id ?? null };
    this.bringIntoView(machineId, job);
  }

  private settle(): void {
    if (this.wanted === null || this.height === 0) return;
    const job = this.lanes.find(this.wanted);
    if (!job || !this.rows.some((row) => row.id === job.equipmentId)) return;
    this.wanted = null;
    this.bringIntoView(job.equipmentId, job);
  }

  private bringIntoView(machineId: number, job: ChartJob | null): void {
    const top = this.rows.findIndex((row) => row.id === machineId) * rowHeight;
    if (top < this.scrollTop) this.scrollTo(top);
    else if (top + rowHeight > this.scrollTop + this.height) this.scrollTo(top + rowHeight - this.height);
    if (!job) return;
    const from = Number(job.fromDate);
    const to = Number(job.toDate);
    const length = this.view.to - this.view.from;
    if (from >= this.view.from && to <= this.view.to) return;
    if (to > this.view.from && from < this.view.to && to - from > length) return;
    const start = from < this.view.from ? from - length * 0.05 : Math.min(to + length * 0.05 - length, from);
    this.show({ from: start, to: start + length });
  }
}
