import { axisHeight } from './ChartStore.ts';
import type { ChartStore } from './ChartStore.ts';
import type { Palette } from './palette.ts';
import type { Stage } from './Stage.ts';
import type { Axis } from './timeAxis.ts';

const bandHeight = 24;

/** The two lines of times above the rows, and the mark for now. */
export function paintAxis(stage: Stage, store: ChartStore, axis: Axis, palette: Palette, nowLabel: string): void {
  const { context, width } = stage;
  context.fillStyle = palette.header;
  stage.fill(0, 0, width, axisHeight);
  context.fillStyle = palette.line;
  stage.fill(0, axisHeight - 1, width, 1);
  const bold = `600 12px ${palette.font}`;
  for (const { from, to, label } of axis.bands) {
    const left = store.xOf(from);
    const right = Math.min(store.xOf(to), width);
    if (right <= 0 || left >= width) continue;
    context.fillStyle = palette.line;
    if (left > 0) stage.rule(left, 0, axisHeight);
    const start = Math.max(left, 0) + 8;
    context.fillStyle = palette.text;
    stage.write(label, start, bandHeight / 2 + 1, right - start - 4, bold);
  }
  ticks(stage, store, axis, palette);
  const now = store.xOf(store.now);
  if (now >= 0 && now <= width) nowMark(stage, palette, now, nowLabel);
}

function ticks(stage: Stage, store: ChartStore, axis: Axis, palette: Palette): void {
  const { context, width } = stage;
  const font = `400 11px ${palette.font}`;
  let free = -Infinity;
  for (const { time, label } of axis.ticks) {
    const x = store.xOf(time);
    if (x < 0 || x > width) continue;
    context.fillStyle = palette.line;
    stage.rule(x, bandHeight + 4, axisHeight - bandHeight - 4);
    if (x < free) continue;
    context.fillStyle = palette.textSecondary;
    stage.write(label, x + 5, bandHeight + 12, Infinity, font);
    free = x + stage.widthOf(label, font) + 10;
  }
}

function nowMark(stage: Stage, palette: Palette, x: number, label: string): void {
  const { context } = stage;
  const width = stage.widthOf(label, `600 11px ${palette.font}`) + 12;
  const left = Math.min(Math.max(x - width / 2, 2), stage.width - width - 2);
  context.fillStyle = palette.text;
  context.beginPath();
  stage.round(left, axisHeight - 21, width, 18, 9);
  context.fill();
  context.fillStyle = palette.surface;
  context.fillText(label, stage.left(left + 6), axisHeight - 11.5);
}
