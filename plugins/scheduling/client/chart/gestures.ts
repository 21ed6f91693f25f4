import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { holdJob, holdNew, machineAt } from './editDrag.ts';
import type { Held } from './editDrag.ts';
import type { Planner } from './Planner.ts';
import { partAt, placeOf } from './pointer.ts';
import type { Place } from './pointer.ts';

const clickSlack = 4;
const touchSlack = 10;
const edge = { mouse: 7, touch: 16 };
const longPressMs = 450;

type Drag = { start: Place; last: Place; moved: boolean; held: Held | null; pan: boolean };

/**
 * Pointer on the canvas. Over a bar: what it is; a click opens it. Dragging moves the chart, or, where people may edit
 * and on a machine's row, the bar or a new one; the axis, the middle button and Shift always move the chart. By touch
 * the platform moves the chart, and a long press takes hold. Returns the end of listening.
 */
export function listenOn(canvas: HTMLCanvasElement, planner: Planner, open: (job: ChartJob) => void): () => void {
  const { chart, cursor, edit } = planner;
  let drag: Drag | null = null;
  let press: ReturnType<typeof setTimeout> | undefined;
  const at = (event: PointerEvent) => placeOf(canvas, chart, event);

  /** What dragging from here would hold; `null` where it moves the chart. */
  const hold = (place: Place, reach: number): Held | null => {
    const machineId = place.y < 0 || !edit.edits ? null : machineAt(chart, place);
    if (machineId === null) return null;
    const job = chart.jobAt(place.x, place.y);
    if (!job) return holdNew(planner, machineId, place);
    const part = partAt(planner, job, place.x, reach);
    return part && holdJob(planner, job, part, place);
  };
  const cursorAt = (place: Place): string => {
    const job = chart.hover?.job;
    const part = job && partAt(planner, job, place.x, edge.mouse);
    if (job) return part === 'start' || part === 'end' ? 'ew-resize' : 'pointer';
    return edit.edits && place.y >= 0 && machineAt(chart, place) !== null ? 'crosshair' : 'grab';
  };

  const down = (event: PointerEvent) => {
    const place = at(event);
    if (edit.draft?.kind !== 'drop') edit.cancel();
    if (event.pointerType === 'touch') {
      drag = { start: place, last: place, moved: false, held: null, pan: false };
      press = setTimeout(() => {
        if (drag && !drag.moved) drag.held = hold(place, edge.touch);
        if (drag?.held) navigator.vibrate?.(12);
      }, longPressMs);
      return;
    }
    if (event.button > 1) return;
    canvas.setPointerCapture(event.pointerId);
    const pan = event.button === 1 || event.shiftKey || edit.draft !== null;
    drag = { start: place, last: place, moved: false, held: null, pan };
    if (event.button === 1) event.preventDefault();
  };
  const move = (event: PointerEvent) => {
    const place = at(event);
    if (!drag) {
      if (place.y >= 0) chart.pointAt(place.x, place.y);
      else chart.leave();
      canvas.style.cursor = cursorAt(place);
      return;
    }
    const touch = event.pointerType === 'touch';
    const far = Math.hypot(place.x - drag.start.x, place.y - drag.start.y) >= (touch ? touchSlack : clickSlack);
    if (!drag.moved && far) {
      drag.moved = true;
      clearTimeout(press);
      if (!touch && !drag.pan) drag.held = hold(drag.start, edge.mouse);
    }
    if (drag.held) drag.held.to(place);
    else if (drag.moved && !touch) {
      canvas.style.cursor = 'grabbing';
      chart.panBy(drag.last.x - place.x);
      chart.scrollTo(chart.scrollTop + drag.last.y - place.y);
    }
    drag.last = place;
  };
  const up = (event: PointerEvent) => {
    clearTimeout(press);
    const ended = drag;
    drag = null;
    canvas.style.cursor = 'grab';
    if (ended?.held) ended.held.end();
    else if (ended && !ended.moved) click(at(event));
  };
  const click = (place: Place) => {
    const line = place.y < 0 ? undefined : chart.lineAt(place.y);
    if (edit.draft?.kind === 'drop' && line?.kind === 'machine') {
      edit.place(line.row.machineId, chart.timeAt(place.x));
      void edit.save();
      return;
    }
    if (line?.kind === 'group') chart.toggle(line.key);
    const job = place.y < 0 ? undefined : chart.jobAt(place.x, place.y);
    if (!job) return chart.select(null);
    cursor.put(job);
    open(job);
  };
  const cancel = () => {
    clearTimeout(press);
    drag?.held?.cancel();
    drag = null;
  };
  /** What is held moves; the chart below it does not. */
  const touchMove = (event: TouchEvent) => {
    if (drag?.held && event.cancelable) event.preventDefault();
  };
  const menu = (event: Event) => {
    if (drag?.held) event.preventDefault();
  };

  const ends = new AbortController();
  const { signal } = ends;
  canvas.addEventListener('pointerdown', down, { signal });
  canvas.addEventListener('pointermove', move, { signal });
  canvas.addEventListener('pointerup', up, { signal });
  canvas.addEventListener('pointercancel', cancel, { signal });
  canvas.addEventListener('pointerleave', chart.leave, { signal });
  canvas.addEventListener('touchmove', touchMove, { signal, passive: false });
  canvas.addEventListener('contextmenu', menu, { signal });
  return () => {
    cancel();
    ends.abort();
  };
}
