import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { axisHeight } from './ChartStore.ts';
import type { ChartStore } from './ChartStore.ts';
import { paintAxis } from './paintAxis.ts';
import { BarPainter, barCorner, barFonts } from './paintBars.ts';
import type { Moved } from './paintBars.ts';
import { paintDraft, paintPending } from './paintDraft.ts';
import { GroupPainter } from './paintGroup.ts';
import type { Palette } from './palette.ts';
import type { Planner } from './Planner.ts';
import { keyOfMachine } from './rows.ts';
import { Stage } from './Stage.ts';
import type { Axis } from './timeAxis.ts';

export interface Scene {
  planner: Planner;
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

  /** Ready to write before there is anything to write. */
  learn(palette: Palette): void {
    this.stage.forgetFonts();
    for (const font of barFonts(palette)) this.stage.learn(font);
  }

  paint(scene: Scene): void {
    const { stage } = this;
    const { context } = stage;
    const { planner, palette, ratio, axis } = scene;
    const { chart } = planner;
    stage.begin(chart.width, chart.mirrored, ratio);
    context.fillStyle = palette.surface;
    stage.fill(0, 0, chart.width, chart.height + axisHeight);
    context.save();
    context.beginPath();
    context.rect(0, axisHeight, chart.width, chart.height);
    context.clip();
    context.translate(0, axisHeight);
    this.background(scene);
    this.rows(scene);
    this.nowLine(scene);
    for (const [job, color] of this.outlined(planner, palette)) this.outline(chart, palette, job, color);
    paintPending(stage, planner, palette);
    paintDraft(stage, planner, palette, scene.timeOf);
    context.restore();
    paintAxis(stage, chart, axis, palette, scene.nowLabel);
  }

  private background({ planner: { chart }, axis, palette }: Scene): void {
    const { stage } = this;
    const { context } = stage;
    const bottom = Math.min(chart.height, chart.lines.height - chart.scrollTop);
    context.fillStyle = palette.weekend;
    for (const { from, to } of axis.weekends) {
      const x = Math.max(chart.xOf(from), 0);
      const width = Math.min(chart.xOf(to), chart.width) - x;
      if (width > 0) stage.fill(x, 0, width, bottom);
    }
    context.fillStyle = palette.line;
    for (const { time } of axis.ticks) {
      const x = chart.xOf(time);
      if (x >= 0 && x <= chart.width) stage.rule(x, 0, bottom);
    }
  }

  private rows({ planner: { chart, edit }, palette }: Scene): void {
    const { stage } = this;
    const { list } = chart.lines;
    const moved: Moved = {
      hidden: new Set(edit.pending.flatMap(({ job }) => job?.id ?? [])),
      paleId: edit.draft?.job?.id ?? null,
    };
    for (let place = chart.firstLine; place < chart.lastLine; place += 1) {
      const line = list[place];
      if (!line) continue;
      const top = stage.crisp(chart.lines.top(place) - chart.scrollTop);
      if (line.kind === 'group') this.groups.paint(chart, line, palette, top);
      else this.bars.paint(chart.table.lane(line.row.machineId), chart.view, palette, top, moved);
      stage.context.fillStyle = palette.line;
      stage.fill(0, stage.crisp(chart.lines.top(place + 1) - chart.scrollTop) - 1, chart.width, 1);
    }
    stage.writeWaiting();
  }

  /** The job of the keyboard, and above it the selected one. */
  private outlined({ chart, cursor }: Planner, palette: Palette): (readonly [ChartJob, string])[] {
    const { job } = cursor;
    const selected = chart.selectedJob;
    return [
      ...(job && job.id !== selected?.id ? [[job, palette.cursor] as const] : []),
      ...(selected ? [[selected, palette.selected] as const] : []),
    ];
  }

  private outline(chart: ChartStore, palette: Palette, job: ChartJob, color: string): void {
    const { stage } = this;
    const { context } = stage;
    const place = chart.lines.placeOf(keyOfMachine(job.equipmentId));
    const x = Math.max(chart.xOf(Number(job.fromDate)), -40);
    const right = Math.min(chart.xOf(Number(job.toDate)), chart.width + 40);
    if (place < 0 || right < 0 || x > chart.width) return;
    const box = this.bars.boxOf(chart.table.lane(job.equipmentId), chart.view, job.id);
    const top = chart.lines.top(place) - chart.scrollTop + box.top;
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

  private nowLine({ planner: { chart }, palette }: Scene): void {
    const x = chart.xOf(chart.now);
    if (x < 0 || x > chart.width) return;
    const { context } = this.stage;
    const at = Math.round(this.stage.left(x)) + 0.5;
    context.save();
    context.setLineDash([5, 4]);
    context.strokeStyle = palette.text;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(at, 0);
    context.lineTo(at, Math.min(chart.height, chart.lines.height - chart.scrollTop));
    context.stroke();
    context.restore();
  }
}
