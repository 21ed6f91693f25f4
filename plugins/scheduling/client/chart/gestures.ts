import type { ChartJob } from '@sinter/sdk/contract/scheduling';
import { axisHeight } from './ChartStore.ts';
import type { ChartStore } from './ChartStore.ts';

const clickSlack = 4;

/**
 * Pointer on the chart: the wheel zooms around it, dragging moves both ways, a click opens a job. A wheel turned
 * sideways, or with Shift, moves in time. Returns the end of listening.
 */
export function listenOn(canvas: HTMLCanvasElement, store: ChartStore, open: (job: ChartJob) => void): () => void {
  let drag: { x: number; y: number; moved: boolean } | null = null;
  const place = (event: MouseEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top - axisHeight };
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    drag = { ...place(event), moved: false };
  };
  const move = (event: PointerEvent) => {
    const at = place(event);
    if (!drag) {
      if (at.y >= 0) store.pointAt(at.x, at.y);
      else store.leave();
      canvas.style.cursor = store.hover ? 'pointer' : 'grab';
      return;
    }
    if (!drag.moved && Math.hypot(at.x - drag.x, at.y - drag.y) < clickSlack) return;
    canvas.style.cursor = 'grabbing';
    store.panBy(drag.x - at.x);
    store.scrollTo(store.scrollTop + drag.y - at.y);
    drag = { ...at, moved: true };
  };
  const up = (event: PointerEvent) => {
    const clicked = drag !== null && !drag.moved;
    drag = null;
    canvas.style.cursor = 'grab';
    const { x, y } = place(event);
    const job = clicked && y >= 0 ? store.jobAt(x, y) : undefined;
    if (job) open(job);
  };
  const cancel = () => {
    drag = null;
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) store.panBy(sideways * unit);
    else store.zoomAt(place(event).x, 2 ** ((event.deltaY * unit) / 350));
  };

  canvas.addEventListener('pointerdown', down);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', up);
  canvas.addEventListener('pointercancel', cancel);
  canvas.addEventListener('pointerleave', store.leave);
  canvas.addEventListener('wheel', wheel, { passive: false });
  return () => {
    canvas.removeEventListener('pointerdown', down);
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerup', up);
    canvas.removeEventListener('pointercancel', cancel);
    canvas.removeEventListener('pointerleave', store.leave);
    canvas.removeEventListener('wheel', wheel);
  };
}
