import type { ChartJob } from '@sinter/sdk/contract/scheduling/chart';
import { axisHeight } from './ChartStore.ts';
import type { ChartStore } from './ChartStore.ts';
import { paintAxis } from './paintAxis.ts';
import { BarPainter, barCorner } from './paintBars.ts';
import type { Moved } from './paintBars.ts';
import { paintDraft, paintPending } from './paintDraft.ts';
import { GroupPainter } from './paintGroup.ts';
import type { Palette } from './palette.ts';
import { keyOfMachine } from './rows.ts';
import { Stage } from './Stage.ts';
import type { Axis } from './timeAxis.ts';

export interface Scene {
  store: ChartStore;
  axis: Axis;
  palette: Palette;
  /** Above the line for now. */
  nowLabel: string;
  timeOf: (time: number) => string;
  /** Pixels of the device per CSS pixel. */
  ratio: number;
}

/** Draws everything that is seen. */
export class Painter {
  readonly stage: Stage;
  private readonly bars: BarPainter;
  private readonly groups: GroupPainter;

  constructor(context: CanvasRenderingContext2D) {
    this.stage = new Stage(context);
    this.bars = new BarPainter(this.stage);
    this.groups = new GroupPainter(this.stage);
  }

  paint(scene: Scene): void {
    const { stage } = this;
    const { context } = stage;
    const { store, palette, ratio, axis } = scene;
    stage.begin(store.width, store.mirrored, ratio);
    context.fillStyle = palette.surface;
    stage.fill(0, 0, store.width, store.height + axisHeight);
    context.save();
    context.beginPath();
    context.rect(0, axisHeight, store.width, store.height);
    context.clip();
    context.translate(0, axisHeight);
    this.background(scene);
    this.rows(scene);
    this.nowLine(scene);
    for (const [job, color] of this.outlined(store, palette)) this.outline(store, palette, job, color);
    paintPending(stage, store, palette);
    paintDraft(stage, store, palette, scene.timeOf);
    context.restore();
    paintAxis(stage, store, axis, palette, scene.nowLabel);
  }

  private background({ store, axis, palette }: Scene): void {
    const { stage } = this;
    const { context } = stage;
    const bottom = Math.min(store.height, store.lines.height - store.scrollTop);
    context.fillStyle = palette.weekend;
    for (const { from, to } of axis.weekends) {
      const x = Math.max(store.xOf(from), 0);
      const width = Math.min(store.xOf(to), store.width) - x;
      if (width > 0) stage.fill(x, 0, width, bottom);
    }
    context.fillStyle = palette.line;
    for (const { time } of axis.ticks) {
      const x = store.xOf(time);
      if (x >= 0 && x <= store.width) stage.rule(x, 0, bottom);
    }
  }

  private rows({ store, palette }: Scene): void {
    const { stage } = this;
    const { list } = store.lines;
    const moved: Moved = {
      hidden: new Set(store.edit.pending.flatMap(({ job }) => job?.id ?? [])),
      paleId: store.edit.draft?.job?.id ?? null,
    };
    for (let place = store.firstLine; place < store.lastLine; place += 1) {
      const line = list[place];
      if (!line) continue;
      const top = stage.crisp(store.lines.top(place) - store.scrollTop);
      if (line.kind === 'group') this.groups.paint(store, line, palette, top);
      else this.bars.paint(store.table.lane(line.row.machineId), store.view, palette, top, moved);
      stage.context.fillStyle = palette.line;
      stage.fill(0, stage.crisp(store.lines.top(place + 1) - store.scrollTop) - 1, store.width, 1);
    }
  }

  /** The job of the keyboard, and above it the selected one. */
  private outlined(store: ChartStore, palette: Palette): (readonly [ChartJob, string])[] {
    const { job } = store.cursor;
    const selected = store.selectedJob;
    return [
      ...(job && job.id !== selected?.id ? [[job, palette.cursor] as const] : []),
      ...(selected ? [[selected, palette.selected] as const] : []),
    ];
  }

  private outline(store: ChartStore, palette: Palette, job: ChartJob, color: string): void {
    const { stage } = this;
    const { context } = stage;
    const place = store.lines.placeOf(keyOfMachine(job.equipmentId));
    const x = Math.max(store.xOf(Number(job.fromDate)), -40);
    const right = Math.min(store.xOf(Number(job.toDate)), store.width + 40);
    if (place < 0 || right < 0 || x > store.width) return;
    const box = this.bars.boxOf(store.table.lane(job.equipmentId), store.view, job.id);
    const top = store.lines.top(place) - store.scrollTop + box.top;
    context.beginPath();
    // On whole pixels, so that it is crisp.
    stage.round(Math.round(x) - 2, top - 2, Math.max(Math.round(right - x), 2) + 3, box.height + 4, barCorner + 2);
    context.strokeStyle = palette.surface;
    context.lineWidth = 4;
    context.stroke();
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.stroke();
  }

  private nowLine({ store, palette }: Scene): void {
    const x = store.xOf(store.now);
    if (x < 0 || x > store.width) return;
    const { context } = this.stage;
    const at = Math.round(this.stage.left(x)) + 0.5;
    context.save();
    context.setLineDash([5, 4]);
    context.strokeStyle = palette.text;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(at, 0);
    context.lineTo(at, Math.min(store.height, store.lines.height - store.scrollTop));
    context.stroke();
    context.restore();
  }
}
