import { appearance } from '@sinter/sdk/ui';
import { autorun } from 'mobx';
import { axisHeight } from './ChartStore.ts';
import { Painter } from './paint.ts';
import type { Scene } from './paint.ts';
import { readPalette } from './palette.ts';
import type { Planner } from './Planner.ts';
import type { TimeAxis } from './timeAxis.ts';

const minute = 60_000;
/** How long the view has to stand still to be at rest. */
const restMs = 120;

interface Drawing extends Pick<Scene, 'nowLabel' | 'timeOf'> {
  planner: Planner;
  axis: TimeAxis;
}

/** Keeps the chart's canvas in step with its store, at most once a frame. Returns its end. */
export function drawOn(canvas: HTMLCanvasElement, { planner, axis, ...texts }: Drawing): () => void {
  const { chart } = planner;
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return () => {};
  const painter = new Painter(context);
  let palette = readPalette(canvas);
  const readStyle = () => {
    palette = readPalette(canvas);
    painter.learn(palette);
    chart.setMirrored(getComputedStyle(canvas).direction === 'rtl');
  };
  readStyle();
  let rest: ReturnType<typeof setTimeout> | undefined;

  const draw = () => {
    const ratio = fit(canvas, chart.width, chart.height + axisHeight);
    const { view, width } = chart;
    painter.paint({ planner, axis: axis.around(view, width), palette, ratio, ...texts });
    if (view === chart.rested) return;
    clearTimeout(rest);
    rest = setTimeout(chart.rest, restMs);
  };
  const ends = [
    eachFrame(draw),
    followStyle(() => {
      readStyle();
      draw();
    }),
  ];
  const clock = setInterval(() => chart.setNow(Date.now()), minute / 2);
  return () => {
    ends.forEach((end) => end());
    clearInterval(clock);
    clearTimeout(rest);
  };
}

/** Draws whenever something changes that was read for it, once for all changes of a frame. */
export function eachFrame(draw: () => void): () => void {
  let frame = 0;
  const stop = autorun(draw, { scheduler: (run) => (frame = requestAnimationFrame(run)) });
  return () => {
    stop();
    cancelAnimationFrame(frame);
  };
}

/** Two frames. */
const laterMs = 34;

/** The same for what can wait until the frames with all else are on the screen. */
export const eachFrameLater = (draw: () => void): (() => void) => autorun(draw, { delay: laterMs });

/** Gives the canvas the pixels of the device. Returns how many of them make a CSS pixel. */
export function fit(canvas: HTMLCanvasElement, width: number, height: number): number {
  const ratio = window.devicePixelRatio || 1;
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  // Setting a size clears the canvas, even the same size.
  if (canvas.width !== pixels.width || canvas.height !== pixels.height) {
    Object.assign(canvas, pixels);
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  }
  return ratio;
}

/** Calls whenever theme, direction, resolution, forced colours or fonts change. Returns its end. */
export function followStyle(restyle: () => void): () => void {
  let frame = 0;
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(restyle);
  };
  const root = new MutationObserver(soon);
  root.observe(document.documentElement, {
    attributes: true,
    // The server's theme sets properties on the root element.
    attributeFilter: ['style', 'data-theme', 'class', 'dir', 'lang'],
  });
  const forced = matchMedia('(forced-colors: active)');
  forced.addEventListener('change', soon);
  let resolution: MediaQueryList | undefined;
  const watchResolution = () => {
    resolution?.removeEventListener('change', watchResolution);
    if (resolution) soon();
    resolution = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    resolution.addEventListener('change', watchResolution);
  };
  watchResolution();
  const stopAppearance = appearance.subscribe(soon);
  document.fonts.addEventListener('loadingdone', soon);
  return () => {
    cancelAnimationFrame(frame);
    root.disconnect();
    forced.removeEventListener('change', soon);
    resolution?.removeEventListener('change', watchResolution);
    stopAppearance();
    document.fonts.removeEventListener('loadingdone', soon);
  };
}
