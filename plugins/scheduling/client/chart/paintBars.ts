import type { ChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import type { Lane } from './lane.ts';
import type { Palette } from './palette.ts';
import { fills, flag, RowMarks } from './rowMarks.ts';
import { rowHeight } from './rows.ts';
import type { Stage } from './Stage.ts';
import type { TimeWindow } from './timeAxis.ts';

export const barHeight = 40;
export const barTop = (rowHeight - barHeight) / 2;
export const barCorner = 5;
const halfHeight = barHeight / 2 - 1;
/** Nothing is written into what is narrower, no corner is rounded, and no stripes are drawn. */
const leastNamed = 24;
const leastRounded = 6;
/** Corners cost as much as all the rest: a row of more bars than this goes without, rather than half of it with. */
const mostRounded = 40;
const leastStriped = 6;
const downtime = fills.indexOf('downtime');

/** Of a job's name, and of its parts below. */
export const barFonts = ({ font }: Palette): [string, string] => [`600 12px ${font}`, `400 11px ${font}`];

/** Bars that are shown elsewhere, or paler, while they are moved. */
export interface Moved {
  /** Jobs that stand at their new place already. */
  hidden: ReadonlySet<number>;
  paleId: number | null;
}

/** Draws the jobs of one machine, straight from the columns. */
export class BarPainter {
  readonly marks = new RowMarks();
  private readonly texts = new WeakMap<ChartColumns, Map<number, readonly [name: string, parts: string]>>();

  constructor(private readonly stage: Stage) {}

  /** `top` of the row. */
  paint(lane: Lane, view: TimeWindow, palette: Palette, top: number, moved: Moved): void {
    const { marks, stage } = this;
    marks.read(lane, view, stage.width);
    if (moved.hidden.size > 0) this.hide(lane, moved.hidden);
    this.conflicts(palette, top);
    this.columns(palette, top);
    for (let fill = 0; fill < fills.length; fill += 1) this.fill(lane, palette, top, fill, moved.paleId);
    this.late(palette, top);
    for (let bar = 0; bar < marks.bars; bar += 1)
      if (marks.width.at(bar) >= leastNamed) this.name(lane, palette, top, bar);
  }

  /** Where in its row a job stands: in the whole of it, or in one half. */
  boxOf(lane: Lane, view: TimeWindow, jobId: number): { top: number; height: number } {
    this.marks.read(lane, view, this.stage.width);
    for (let bar = 0; bar < this.marks.bars; bar += 1) {
      if (lane.id(this.marks.position.at(bar)) === jobId) return { top: this.top(0, bar), height: this.height(bar) };
    }
    return { top: barTop, height: barHeight };
  }

  /** Top of a bar on the canvas, and its height. */
  private top(top: number, bar: number): number {
    const lower = this.marks.flags.at(bar) & flag.split && this.marks.level.at(bar) === 1;
    return top + barTop + (lower ? halfHeight + 2 : 0);
  }
  private height(bar: number): number {
    return this.marks.flags.at(bar) & flag.split ? halfHeight : barHeight;
  }

  private hide(lane: Lane, hidden: ReadonlySet<number>): void {
    const { marks } = this;
    for (let bar = 0; bar < marks.bars; bar += 1) {
      if (hidden.has(lane.id(marks.position.at(bar)))) marks.width.values[bar] = 0;
    }
  }

  private columns(palette: Palette, top: number): void {
    const { marks, stage } = this;
    for (let fill = 0; fill < fills.length; fill += 1) {
      let set = false;
      for (let at = 0; at < marks.column.length; at += 1) {
        if (marks.loadFill.at(at) !== fill) continue;
        if (!set) stage.context.fillStyle = palette.fill[fill] ?? palette.text;
        set = true;
        const height = Math.max(barHeight * marks.load.at(at), 3);
        stage.fill(marks.column.at(at), top + barTop + barHeight - height, 1, height);
      }
    }
  }

  private fill(lane: Lane, palette: Palette, top: number, fill: number, paleId: number | null): void {
    const { marks, stage } = this;
    const { context } = stage;
    let found = false;
    let striped = false;
    for (let bar = 0; bar < marks.bars; bar += 1) {
      if (marks.fill.at(bar) !== fill || marks.width.at(bar) === 0) continue;
      if (!found) {
        context.fillStyle = palette.fill[fill] ?? palette.text;
        context.strokeStyle = palette.strongLine;
        context.lineWidth = 1;
        found = true;
      }
      const isStriped = (marks.flags.at(bar) & flag.striped) !== 0;
      const wide = marks.width.at(bar) >= leastStriped;
      striped ||= isStriped && wide;
      // Stripes would not be seen on a narrow one: paler instead.
      const alpha = lane.id(marks.position.at(bar)) === paleId ? 0.35 : isStriped && !wide ? 0.6 : 1;
      if (alpha !== 1) context.globalAlpha = alpha;
      this.shape(top, bar);
      if (fill === downtime && this.rounded(bar)) context.stroke();
      if (alpha !== 1) context.globalAlpha = 1;
    }
    if (striped) this.stripe(lane, palette, top, fill, paleId);
  }

  private stripe(lane: Lane, palette: Palette, top: number, fill: number, paleId: number | null): void {
    const { marks, stage } = this;
    stage.context.fillStyle = stage.stripes(palette.onFill[fill] ?? palette.surface, false);
    for (let bar = 0; bar < marks.bars; bar += 1) {
      if (marks.fill.at(bar) !== fill || marks.width.at(bar) < leastStriped) continue;
      if (lane.id(marks.position.at(bar)) === paleId) continue;
      if (marks.flags.at(bar) & flag.striped) this.shape(top, bar);
    }
  }

  private rounded(bar: number): boolean {
    return this.marks.bars <= mostRounded && this.marks.width.at(bar) >= leastRounded;
  }

  /** Each on its own: one path of many costs several times as much to fill. */
  private shape(top: number, bar: number): void {
    const { marks, stage } = this;
    const whole = marks.width.at(bar);
    // A job of a year must not become a path of a million pixels.
    const x = Math.max(marks.x.at(bar), -20);
    const right = Math.min(marks.x.at(bar) + whole, stage.width + 20);
    // Half a pixel of air, so that neighbours can be told apart.
    const width = Math.max(right - x - (whole > 4 ? 1 : 0), 1);
    if (!this.rounded(bar)) return stage.fill(x, this.top(top, bar), width, this.height(bar));
    stage.context.beginPath();
    stage.round(x, this.top(top, bar), width, this.height(bar), barCorner);
    stage.context.fill();
  }

  private conflicts(palette: Palette, top: number): void {
    const { stage } = this;
    const { conflicts } = this.marks;
    for (let at = 0; at < conflicts.length; at += 1) {
      const x = Math.max(conflicts.x.at(at), -4);
      const width = Math.max(Math.min(conflicts.x.at(at) + conflicts.width.at(at), stage.width + 4) - x, 2);
      stage.context.fillStyle = palette.warnSoft;
      stage.fill(x, top + 3, width, rowHeight - 7);
      stage.context.fillStyle = palette.warn;
      stage.fill(x, top + 3, width, 3);
      stage.fill(x, top + rowHeight - 7, width, 3);
    }
  }

  /** Under the bar, from when it was due. */
  private late(palette: Palette, top: number): void {
    const { stage } = this;
    const { late } = this.marks;
    if (late.length > 0) stage.context.fillStyle = palette.warn;
    for (let at = 0; at < late.length; at += 1) {
      const x = Math.max(late.x.at(at), -4);
      const width = Math.max(Math.min(late.x.at(at) + late.width.at(at), stage.width + 4) - x, 2);
      stage.fill(x, top + barTop + barHeight + 2, width, 3);
    }
  }

  private name(lane: Lane, palette: Palette, top: number, bar: number): void {
    const { marks, stage } = this;
    const left = Math.max(marks.x.at(bar), 0);
    const right = Math.min(marks.x.at(bar) + marks.width.at(bar), stage.width);
    let start = left + 7;
    const flags = marks.flags.at(bar);
    const color = palette.onFill[marks.fill.at(bar)] ?? palette.text;
    const height = this.height(bar);
    const middle = this.top(top, bar) + height / 2 + 0.5;
    const warned = flags & flag.conflict || (flags & flag.late && flags & flag.open);
    if (warned && right - left >= leastNamed) {
      this.badge(palette, left + 4, middle);
      start = left + 22;
    }
    const space = right - start - 5;
    if (space < 12) return;
    const [name, parts] = this.textsOf(lane, marks.position.at(bar));
    const tall = height > 30 && parts !== '' && space >= 40;
    const [first, second] = barFonts(palette);
    stage.writeSoon({ text: name, x: start, y: tall ? middle - 7.5 : middle, space, color }, first);
    if (tall) stage.writeSoon({ text: parts, x: start, y: middle + 8.5, space, color }, second);
  }

  /** Tells apart without colour: something is wrong with this one. */
  private badge(palette: Palette, x: number, middle: number): void {
    const { stage } = this;
    const { context } = stage;
    context.fillStyle = palette.surface;
    context.beginPath();
    context.arc(stage.left(x + 7), middle - 0.5, 7, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = palette.warn;
    stage.fill(x + 6, middle - 4.5, 2, 5);
    stage.fill(x + 6, middle + 1.5, 2, 2);
  }

  private textsOf(lane: Lane, position: number): readonly [name: string, parts: string] {
    const { columns } = lane;
    let known = this.texts.get(columns);
    if (!known || known.size > 5000) {
      known = new Map();
      this.texts.set(columns, known);
    }
    const index = lane.index(position);
    let texts = known.get(index);
    if (!texts) {
      texts = [columns.text(index, 'jobName'), columns.text(index, 'parts')];
      known.set(index, texts);
    }
    return texts;
  }
}
