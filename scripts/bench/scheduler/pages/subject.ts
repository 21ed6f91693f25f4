import { decodeChartColumns, type ChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import type { TimeWindow } from '../../../../plugins/scheduling/client/chart/timeAxis.ts';

/** Height of a row in every page. */
export const rowPixels = 64;

/** One of what is compared. Every page draws the same jobs in rows of the same height into a place of the same size. */
export interface Subject {
  /** Makes of the bytes the form that it wants its data in; the clock does not run yet. */
  prepare(bytes: ArrayBuffer, machines: number, place: HTMLElement): void;
  mount(place: HTMLElement, view: TimeWindow): void;
  /** Is all that was asked for on the page? Asked for in each frame. */
  drawn(): boolean;
  show(view: TimeWindow): void;
  /** Pixels from the top of all rows. */
  scrollTo(top: number): void;
  /** Later by so many pixels. */
  panBy(pixels: number): void;
  /** Changes one job that is in view. */
  update(): void;
}

/** A job as a plain object, for who does not read columns. */
export interface PlainJob {
  id: number;
  machine: number;
  from: number;
  to: number;
  status: number;
  name: string;
}

export function plainJobs(bytes: ArrayBuffer): PlainJob[] {
  const columns = decodeChartColumns(bytes);
  return Array.from({ length: columns.count }, (_, index) => plainJob(columns, index));
}

const plainJob = (columns: ChartColumns, index: number): PlainJob => ({
  id: columns.id[index] ?? 0,
  machine: columns.equipment[index] ?? 0,
  from: columns.from[index] ?? 0,
  to: columns.to[index] ?? 0,
  status: columns.status[index] ?? 0,
  name: columns.text(index, 'jobName'),
});

/** Which job is changed: the first of the second machine that is on at `time`. */
export const changedJob = (jobs: readonly PlainJob[], time: number): PlainJob => {
  const job = jobs.find(({ machine, to }) => machine === 2 && to > time);
  if (!job) throw new Error('There is no job to change.');
  return job;
};

/** By status, as in the contract. */
export const colors = ['#627084', '#1a5fd0', '#1c7c4a', '#bf2419', '#627084', '#955200', '#627084', '#627084'];
export const colorOf = (status: number): string => colors[status] ?? '#627084';

export const machineName = (machine: number): string => `Machine ${machine}`;
