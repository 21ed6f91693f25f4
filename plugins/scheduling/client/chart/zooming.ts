import type { ChartStore } from './ChartStore.ts';
import { placeOf } from './pointer.ts';

/** Pixels of the wheel that halve or double what is seen. */
const doubling = 350;
const lineHeight = 32;

/**
 * The wheel zooms around where it is: over the axis, and with Ctrl or the command key anywhere. So do two fingers. Returns
 * the end of listening.
 */
export function zoomOn(scroller: HTMLElement, canvas: HTMLCanvasElement, store: ChartStore): () => void {
  let fingers: { x: number; apart: number } | null = null;

  const wheel = (event: WheelEvent) => {
    const { x, y } = placeOf(canvas, store, event);
    const onAxis = y < 0 && x >= 0 && Math.abs(event.deltaY) > Math.abs(event.deltaX);
    if (!event.ctrlKey && !event.metaKey && !onAxis) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1);
    // Two fingers on a trackpad come as small steps of a wheel.
    const factor = 2 ** ((Math.abs(pixels) < 10 ? pixels * 4 : pixels) / doubling);
    store.zoomAt(x, factor);
  };
  const read = (touches: TouchList) => {
    const [one, other] = touches;
    if (!one || !other) return null;
    const x = (placeOf(canvas, store, one).x + placeOf(canvas, store, other).x) / 2;
    return { x, apart: Math.max(Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), 1) };
  };
  const start = (event: TouchEvent) => {
    fingers = event.touches.length === 2 ? read(event.touches) : null;
  };
  const move = (event: TouchEvent) => {
    const next = fingers && event.touches.length === 2 ? read(event.touches) : null;
    if (!next || !fingers || !event.cancelable) return;
    event.preventDefault();
    store.zoomAt(fingers.x, fingers.apart / next.apart);
    store.panBy(fingers.x - next.x);
    fingers = next;
  };

  const ends = new AbortController();
  const { signal } = ends;
  scroller.addEventListener('wheel', wheel, { signal, passive: false });
  scroller.addEventListener('touchstart', start, { signal, passive: true });
  scroller.addEventListener('touchmove', move, { signal, passive: false });
  scroller.addEventListener('touchend', start, { signal });
  return () => ends.abort();
}
