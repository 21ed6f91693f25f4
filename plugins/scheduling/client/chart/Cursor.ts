import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { makeAutoObservable } from 'mobx';
import type { ChartStore } from './ChartStore.ts';
import type { Lane } from './lane.ts';
import type { Line } from './rows.ts';

type JobStep = 'previous' | 'next' | 'first' | 'last';
type LineStep = 'up' | 'down' | 'pageUp' | 'pageDown' | 'top' | 'bottom';

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);

/** Where the keyboard stands: on a line, and there on a job. A machine without jobs, and a group, have none. */
export class Cursor {
  key: string | null = null;
  /** Grows each time it comes to stand somewhere. */
  moves = 0;
  /** `null`: when it came to the line, there was none on it. */
  private chosenId: number | null = null;

  constructor(private readonly chart: ChartStore) {
    makeAutoObservable<this, 'chart'>(this, { chart: false }, { autoBind: true });
  }

  get place(): number {
    return this.key === null ? -1 : this.chart.lines.placeOf(this.key);
  }

  get line(): Line | undefined {
    return this.chart.lines.list[this.place];
  }

  get lane(): Lane | undefined {
    return this.line?.kind === 'machine' ? this.chart.table.lane(this.line.row.machineId) : undefined;
  }

  /** On a line whose jobs arrive after the keyboard, it stands on the nearest of them as soon as they are there. */
  get jobId(): number | null {
    return this.chosenId ?? this.nearest(this.chart.view.from);
  }

  get job(): ChartJob | null {
    return this.jobId === null ? null : (this.chart.table.find(this.jobId) ?? null);
  }

  /** Place of the job among those of its machine, from 0; -1 for none. */
  get position(): number {
    return this.jobId === null ? -1 : (this.lane?.positionOf(this.jobId) ?? -1);
  }

  moveAlong(step: JobStep): void {
    const { lane, place, position } = this;
    if (!lane || position < 0) return this.moveTo(place);
    const target = { previous: position - 1, next: position + 1, first: 0, last: lane.size - 1 }[step];
    this.stand(lane, clamp(target, lane.size - 1));
  }

  moveAcross(step: LineStep): void {
    const { chart, place } = this;
    const last = chart.lines.list.length - 1;
    const page = Math.max(chart.lastLine - chart.firstLine - 1, 1);
    const by = { up: -1, down: 1, pageUp: -page, pageDown: page, top: -last, bottom: last }[step];
    this.moveTo(place < 0 ? -1 : clamp(place + by, last));
  }

  /** Comes to the chart: where the keyboard stood, else on the first line that is seen. */
  enter(): void {
    if (this.place < 0) this.moveTo(-1);
  }

  /** Stands on a job wherever it is, without moving the chart: somebody clicked on it. */
  put(job: ChartJob): void {
    this.key = `machine-${job.equipmentId}`;
    this.chosenId = job.id;
    this.moves += 1;
  }

  /** The nearest job of the line to where the cursor was, else to the start of the view. */
  private moveTo(place: number): void {
    const { chart } = this;
    const time = this.job ? Number(this.job.fromDate) : chart.view.from;
    const line = chart.lines.list[place < 0 ? chart.firstLine : place];
    if (!line) return;
    this.key = line.key;
    this.chosenId = null;
    this.moves += 1;
    const lane = this.lane;
    const nearest = lane?.nearest(time) ?? -1;
    if (lane && nearest >= 0) this.stand(lane, nearest);
    else chart.bringIntoView(line.key, null);
  }

  private nearest(time: number): number | null {
    const { lane } = this;
    const position = lane?.nearest(time) ?? -1;
    return lane && position >= 0 ? lane.id(position) : null;
  }

  private stand(lane: Lane, position: number): void {
    this.chosenId = lane.id(position);
    this.moves += 1;
    if (this.key !== null) {
      this.chart.bringIntoView(this.key, { from: lane.from(position), to: lane.to(position) });
    }
  }
}
