import { shortest } from './ChartStore.ts';
import type { ChartStore } from './ChartStore.ts';
import { eachFrame, eachFrameLater, fit, followStyle } from './draw.ts';
import { paintLoad } from './paintGroup.ts';
import { readPalette } from './palette.ts';
import { Stage } from './Stage.ts';

/** What of the window can be held. */
export const grips = ['whole', 'start', 'end'] as const;
export type Grip = (typeof grips)[number];

const inset = 3;

/** Draws the load of all machines over the whole time. Returns its end. */
export function drawMinimap(canvas: HTMLCanvasElement, store: ChartStore): () => void {
  const context = canvas.getContext('2d', { alpha: false });
  const track = canvas.parentElement;
  if (!context || !track) return () => {};
  const stage = new Stage(context);
  let palette = readPalette(canvas);
  const draw = () => {
    const width = store.width;
    const height = track.clientHeight;
    stage.begin(width, store.mirrored, fit(canvas, width, height));
    context.fillStyle = palette.header;
    stage.fill(0, 0, width, height);
    const { domain, rows, now } = store;
    if (width < 1 || rows.length === 0) return;
    const share = store.seriesOf('', rows).read(domain, new Float64Array(Math.floor(width)));
    paintLoad(stage, share, palette.overview, inset, height - inset);
    context.fillStyle = palette.text;
    stage.rule(((now - domain.from) / (domain.to - domain.from)) * width, 0, height);
  };
  const stops = [
    eachFrameLater(draw),
    followStyle(() => {
      palette = readPalette(canvas);
      draw();
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Pixels that a grip lies beside the window, so that a narrow one can be held too; never outside of the minimap. */
const beside = 9;
const gripWidth = 12;

/** Puts the window and its grips where the view is, in every frame. Returns its end. */
export function followView(track: HTMLElement, store: ChartStore): () => void {
  return eachFrame(() => {
    const { domain, view, width, mirrored } = store;
    const pixels = (time: number) => ((time - domain.from) / (domain.to - domain.from)) * width;
    const [from, to] = [pixels(view.from), pixels(view.to)];
    const places: Readonly<Record<Grip, number>> = {
      whole: from,
      start: Math.max(from - beside, 0),
      end: Math.min(to - gripWidth + beside, width - gripWidth),
    };
    for (const grip of grips) {
      const element = track.querySelector<HTMLElement>(`[data-grip=${grip}]`);
      if (!element) continue;
      element.style.transform = `translateX(${mirrored ? -places[grip] : places[grip]}px)`;
      if (grip === 'whole') element.style.width = `${Math.max(to - from, 6)}px`;
    }
  });
}

/** Drags the window of the minimap, or one end of it; beside it, brings the window there first. Returns its end. */
export function dragOn(track: HTMLElement, store: ChartStore): () => void {
  let drag: { grip: Grip; offset: number } | null = null;
  const timeAt = (event: PointerEvent) => {
    const box = track.getBoundingClientRect();
    const x = store.mirrored ? box.right - event.clientX : event.clientX - box.left;
    return store.domain.from + (x / Math.max(box.width, 1)) * (store.domain.to - store.domain.from);
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const time = timeAt(event);
    const { view } = store;
    const held = event.target instanceof HTMLElement ? event.target.dataset['grip'] : undefined;
    const grip = grips.find((each) => each === held) ?? 'whole';
    const inside = held !== undefined;
    drag = { grip, offset: grip === 'end' ? time - view.to : inside ? time - view.from : (view.to - view.from) / 2 };
    track.setPointerCapture(event.pointerId);
    if (!inside) move(event);
  };
  const move = (event: PointerEvent) => {
    if (!drag) return;
    const { view, domain } = store;
    const length = view.to - view.from;
    const time = timeAt(event) - drag.offset;
    // Within the whole: it must not grow under the hand.
    const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
    if (drag.grip === 'start') store.show({ from: within(time, domain.from, view.to - shortest), to: view.to });
    else if (drag.grip === 'end') store.show({ from: view.from, to: within(time, view.from + shortest, domain.to) });
    else {
      const from = within(time, domain.from, domain.to - length);
      store.show({ from, to: from + length });
    }
  };
  const up = () => {
    drag = null;
  };
  const ends = new AbortController();
  const { signal } = ends;
  track.addEventListener('pointerdown', down, { signal });
  track.addEventListener('pointermove', move, { signal });
  track.addEventListener('pointerup', up, { signal });
  track.addEventListener('pointercancel', up, { signal });
  return () => ends.abort();
}
