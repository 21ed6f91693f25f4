import type { ChartStore } from './ChartStore.ts';
import type { Palette } from './palette.ts';
import { groupHeight } from './rows.ts';
import type { GroupLine } from './rows.ts';
import type { Stage } from './Stage.ts';
import { loadOf } from './load.ts';

const inset = 5;

/** Draws the load of the machines of a group: for each pixel, how much of their time is taken. */
export class GroupPainter {
  private share = new Float64Array();

  constructor(private readonly stage: Stage) {}

  paint(store: ChartStore, { key, rows }: GroupLine, palette: Palette, top: number): void {
    const { stage } = this;
    const { context } = stage;
    const pixels = Math.max(Math.floor(stage.width), 1);
    if (this.share.length !== pixels) this.share = new Float64Array(pixels);
    const series = store.seriesOf(key, rows);
    const share = series.serves(store.view, pixels)
      ? series.read(store.view, this.share)
      : loadOf(series.lanes, store.view, this.share);
    context.fillStyle = palette.header;
    stage.fill(0, top, stage.width, groupHeight - 1);
    paintLoad(stage, share, palette.load, top + inset, groupHeight - 1 - inset);
  }
}

/** One shape above its base line; empty pixels stay empty. */
export function paintLoad(stage: Stage, share: Float64Array, color: string, top: number, height: number): void {
  const { context } = stage;
  context.fillStyle = color;
  for (let pixel = 0; pixel < share.length;) {
    const value = share[pixel] ?? 0;
    let end = pixel + 1;
    while (end < share.length && Math.abs((share[end] ?? 0) - value) < 0.004) end += 1;
    const tall = value * height;
    // What is left of rounding is nothing.
    if (value > 1e-6) stage.fill(pixel, top + height - Math.max(tall, 1), end - pixel, Math.max(tall, 1));
    pixel = end;
  }
}
