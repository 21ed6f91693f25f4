import type { ChartJob } from '@sinter/sdk/contract/scheduling';
import { isFromMachine } from '../status.ts';
import { barsOf } from './bars.ts';
import type { Bar, Fill } from './bars.ts';
import { axisHeight, rowHeight } from './ChartStore.ts';
import type { ChartStore } from './ChartStore.ts';
import { TextFitter } from './fitText.ts';
import type { Palette } from './palette.ts';
import type { Axis } from './timeAxis.ts';

const barHeight = 32;
const barTop = (rowHeight - barHeight) / 2;
const radius = 5;
/** Names are left out of what is narrower. */
const leastNamed = 24;
const bandHeight = 24;

export interface Scene {
  store: ChartStore;
  axis: Axis;
  palette: Palette;
  /** Above the line for now. */
  nowLabel: string;
}

/** Draws everything that is seen. Coordinates are CSS pixels; the caller has scaled for the device. */
export class Painter {
  private readonly fitter: TextFitter;
  private stripes: { color: string; pattern: CanvasPattern | null } | null = null;

  constructor(private readonly context: CanvasRenderingContext2D) {
    this.fitter = new TextFitter((text) => context.measureText(text).width);
  }

  paint(scene: Scene): void {
    const { context } = this;
    const { store, palette } = scene;
    context.textBaseline = 'middle';
    context.fillStyle = palette.surface;
    context.fillRect(0, 0, store.width, store.height + axisHeight);
    context.save();
    context.beginPath();
    context.rect(0, axisHeight, store.width, store.height);
    context.clip();
    context.translate(0, axisHeight);
    this.grid(scene);
    for (let row = store.firstRow; row < store.lastRow; row += 1) this.row(scene, row);
    this.nowLine(scene);
    context.restore();
    this.axis(scene);
  }

  private grid({ store, axis, palette }: Scene): void {
    const { context } = this;
    const bottom = Math.min(store.height, store.fullHeight - store.scrollTop);
    context.fillStyle = palette.weekend;
    context.globalAlpha = 0.7;
    for (const { from, to } of axis.weekends) {
      const x = store.xOf(from);
      context.fillRect(x, 0, store.xOf(to) - x, bottom);
    }
    context.globalAlpha = 1;
    context.fillStyle = palette.line;
    for (const { time } of axis.ticks) context.fillRect(Math.round(store.xOf(time)), 0, 1, bottom);
    for (let row = store.firstRow; row < store.lastRow; row += 1) {
      context.fillRect(0, Math.round((row + 1) * rowHeight - store.scrollTop) - 1, store.width, 1);
    }
  }

  private row({ store, palette }: Scene, index: number): void {
    const row = store.rows[index];
    if (!row) return;
    const { context } = this;
    const top = index * rowHeight - store.scrollTop + barTop;
    const { bars, columns } = barsOf(store.lanes.of(row.id), store.view, store.width);
    for (const { x, load, fill } of columns) {
      const height = Math.max(barHeight * load, 3);
      context.fillStyle = colorOf(palette, fill);
      context.fillRect(x, top + barHeight - height, 1, height);
    }
    for (const bar of bars) this.bar(palette, bar, top, store.width);
    if (store.cursorJob?.equipmentId === row.id) this.outline(store, palette, store.cursorJob, top, palette.cursor);
    if (store.selectedJob?.equipmentId === row.id)
      this.outline(store, palette, store.selectedJob, top, palette.selected);
  }

  private bar(palette: Palette, bar: Bar, top: number, areaWidth: number): void {
    const { context } = this;
    // A job of a year must not become a path of a million pixels.
    const x = Math.max(bar.x, -20);
    const right = Math.min(bar.x + bar.width, areaWidth + 20);
    // Half a pixel of air, so that neighbours can be told apart.
    const width = Math.max(right - x - (bar.width > 4 ? 1 : 0), 1);
    context.fillStyle = colorOf(palette, bar.fill);
    this.shape(x, top, width);
    context.fill();
    if (isFromMachine(bar.job)) {
      context.fillStyle = this.stripesOf(palette.onTone) ?? palette.onTone;
      context.fill();
    }
    if (bar.fill === 'downtime') {
      context.strokeStyle = palette.strongLine;
      context.lineWidth = 1;
      context.stroke();
    }
    const start = Math.max(x, 0) + 7;
    const space = Math.min(right, areaWidth) - start - 4;
    if (width < leastNamed || space < 12) return;
    context.font = `500 12px ${palette.font}`;
    context.fillStyle = bar.fill === 'downtime' ? palette.onDowntime : palette.onTone;
    context.fillText(this.fitter.fit(bar.job.jobName, space, context.font), start, top + barHeight / 2 + 0.5);
  }

  private outline(store: ChartStore, palette: Palette, job: ChartJob, top: number, color: string): void {
    const { context } = this;
    const x = Math.max(store.xOf(Number(job.fromDate)), -40);
    const right = Math.min(store.xOf(Number(job.toDate)), store.width + 40);
    if (right < 0 || x > store.width) return;
    this.shape(x - 2.5, top - 2.5, Math.max(right - x, 2) + 4, barHeight + 5, radius + 2);
    context.strokeStyle = palette.surface;
    context.lineWidth = 4.5;
    context.stroke();
    context.strokeStyle = color;
    context.lineWidth = 2.5;
    context.stroke();
  }

  private shape(x: number, y: number, width: number, height = barHeight, corner = radius): void {
    this.context.beginPath();
    this.context.roundRect(x, y, width, height, Math.min(corner, width / 3));
  }

  private nowLine({ store, palette }: Scene): void {
    const x = Math.round(store.xOf(store.now)) + 0.5;
    if (x < 0 || x > store.width) return;
    const { context } = this;
    context.save();
    context.setLineDash([5, 4]);
    context.strokeStyle = palette.text;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, Math.min(store.height, store.fullHeight - store.scrollTop));
    context.stroke();
    context.restore();
  }

  private axis({ store, axis, palette, nowLabel }: Scene): void {
    const { context } = this;
    context.fillStyle = palette.header;
    context.fillRect(0, 0, store.width, axisHeight);
    context.fillStyle = palette.line;
    context.fillRect(0, axisHeight - 1, store.width, 1);
    context.font = `600 12px ${palette.font}`;
    for (const { from, to, label } of axis.bands) {
      const left = store.xOf(from);
      const right = Math.min(store.xOf(to), store.width);
      context.fillStyle = palette.line;
      if (left > 0) context.fillRect(Math.round(left), 0, 1, axisHeight);
      const start = Math.max(left, 0) + 8;
      context.fillStyle = palette.text;
      context.fillText(this.fitter.fit(label, right - start - 4, context.font), start, bandHeight / 2 + 1);
    }
    context.font = `400 11px ${palette.font}`;
    let free = -Infinity;
    for (const { time, label } of axis.ticks) {
      const x = store.xOf(time);
      context.fillStyle = palette.line;
      context.fillRect(Math.round(x), bandHeight + 4, 1, axisHeight - bandHeight - 4);
      if (x < free) continue;
      context.fillStyle = palette.textSecondary;
      context.fillText(label, x + 5, bandHeight + 12);
      free = x + label.length * 6.5 + 8;
    }
    const now = store.xOf(store.now);
    if (now >= 0 && now <= store.width) this.nowMark(palette, now, nowLabel, store.width);
  }

  private nowMark(palette: Palette, x: number, label: string, areaWidth: number): void {
    const { context } = this;
    context.font = `600 11px ${palette.font}`;
    const width = context.measureText(label).width + 12;
    const left = Math.min(Math.max(x - width / 2, 2), areaWidth - width - 2);
    context.fillStyle = palette.text;
    context.beginPath();
    context.roundRect(left, axisHeight - 21, width, 18, 9);
    context.fill();
    context.fillStyle = palette.surface;
    context.fillText(label, left + 6, axisHeight - 11.5);
  }

  private stripesOf(color: string): CanvasPattern | null {
    if (this.stripes?.color === color) return this.stripes.pattern;
    const tile = document.createElement('canvas');
    tile.width = 8;
    tile.height = 8;
    const drawing = tile.getContext('2d');
    if (!drawing) return null;
    drawing.globalAlpha = 0.32;
    drawing.strokeStyle = color;
    drawing.lineWidth = 2.5;
    for (const shift of [-8, 0, 8]) {
      drawing.moveTo(shift - 1, 9);
      drawing.lineTo(shift + 9, -1);
    }
    drawing.stroke();
    this.stripes = { color, pattern: this.context.createPattern(tile, 'repeat') };
    return this.stripes.pattern;
  }
}

const colorOf = (palette: Palette, fill: Fill): string =>
  fill === 'downtime' ? palette.downtime : palette.tones[fill];
