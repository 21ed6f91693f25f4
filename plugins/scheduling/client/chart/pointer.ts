import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { axisHeight } from './ChartStore.ts';
import type { ChartStore } from './ChartStore.ts';
import type { Part } from './EditStore.ts';
import type { Planner } from './Planner.ts';

/** A place of the bars' area: `x` in the direction of time, `y` below the axis (above it, negative). */
export interface Place {
  x: number;
  y: number;
}

export function placeOf(canvas: HTMLCanvasElement, store: ChartStore, at: { clientX: number; clientY: number }): Place {
  const box = canvas.getBoundingClientRect();
  const x = store.mirrored ? box.right - at.clientX : at.clientX - box.left;
  return { x, y: at.clientY - box.top - axisHeight };
}

/** Which part of a job's bar can be held at `x`; `null` where it is locked. */
export function partAt({ chart, edit }: Planner, job: ChartJob, x: number, edge: number): Part | null {
  const left = chart.xOf(Number(job.fromDate));
  const right = chart.xOf(Number(job.toDate));
  const reach = Math.min(edge, (right - left) / 4 + 1);
  if (x >= right - reach && edit.may(job, 'end')) return 'end';
  if (x <= left + reach && edit.may(job, 'start')) return 'start';
  return edit.may(job, 'whole') ? 'whole' : null;
}

const margin = 36;

/** Moves the chart while somebody holds something near its edge, and tells so after each step. */
export class EdgeScroll {
  private frame = 0;
  private place: Place | null = null;

  constructor(
    private readonly store: ChartStore,
    private readonly moved: (place: Place) => void,
  ) {}

  hold(place: Place): void {
    this.place = place;
    if (this.frame === 0) this.frame = requestAnimationFrame(this.step);
  }

  stop(): void {
    this.place = null;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  private readonly step = () => {
    const { store, place } = this;
    this.frame = 0;
    if (!place) return;
    const beyond = (at: number, size: number) => Math.min(at - margin, 0) + Math.max(at - (size - margin), 0);
    const [across, down] = [beyond(place.x, store.width), beyond(place.y, store.height)];
    if (across === 0 && down === 0) return;
    store.panBy(across / 3);
    store.scrollTo(store.scrollTop + down / 3);
    this.moved(place);
    this.frame = requestAnimationFrame(this.step);
  };
}
