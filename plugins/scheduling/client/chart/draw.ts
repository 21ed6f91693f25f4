import { appearance } from '@sinter/sdk/ui';
import { autorun } from 'mobx';
import { axisHeight } from './ChartStore.ts';
import type { ChartStore } from './ChartStore.ts';
import { Painter } from './paint.ts';
import { readPalette } from './palette.ts';
import type { TimeAxis } from './timeAxis.ts';

const minute = 60_000;

/** Keeps a canvas in step with the store, the theme and the screen's resolution, at most once a frame. Returns its end. */
export function drawOn(canvas: HTMLCanvasElement, store: ChartStore, axis: TimeAxis, nowLabel: string): () => void {
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return () => {};
  const painter = new Painter(context);
  let palette = readPalette();
  let frame = 0;

  const draw = () => {
    const ratio = window.devicePixelRatio || 1;
    const height = store.height + axisHeight;
    const pixels = { width: Math.round(store.width * ratio), height: Math.round(height * ratio) };
    // Setting a size clears the canvas, even the same size.
    if (canvas.width !== pixels.width || canvas.height !== pixels.height) Object.assign(canvas, pixels);
    Object.assign(canvas.style, { width: `${store.width}px`, height: `${height}px` });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    painter.paint({ store, axis: axis.read(store.view, store.width), palette, nowLabel });
  };
  const restyle = () => {
    palette = readPalette();
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  };

  const stopDrawing = autorun(draw, { scheduler: (run) => void requestAnimationFrame(run) });
  const stopWatching = appearance.subscribe(restyle);
  // The server's theme sets properties on the root element.
  const theme = new MutationObserver(restyle);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'data-theme', 'class'] });
  void document.fonts.ready.then(restyle);
  const clock = setInterval(() => store.setNow(Date.now()), minute / 2);
  return () => {
    stopDrawing();
    stopWatching();
    theme.disconnect();
    clearInterval(clock);
    cancelAnimationFrame(frame);
  };
}
