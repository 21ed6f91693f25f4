import { machineAt } from './editDrag.ts';
import type { Planner } from './Planner.ts';
import { EdgeScroll, placeOf } from './pointer.ts';
import type { Place } from './pointer.ts';

/**
 * Takes what is dragged into the chart from outside. Who starts the drag tells `EditStore.carry` what it is; here it
 * gets its place, and is dropped or, when the drag ends elsewhere, forgotten. Returns the end of listening.
 */
export function dropOn(scroller: HTMLElement, canvas: HTMLCanvasElement, { chart, edit }: Planner): () => void {
  const put = (place: Place) => {
    const machineId = place.y < 0 ? null : machineAt(chart, place);
    if (machineId !== null) edit.place(machineId, chart.timeAt(place.x));
    return machineId !== null;
  };
  const edge = new EdgeScroll(chart, put);
  const over = (event: DragEvent) => {
    if (edit.draft?.kind !== 'drop') return;
    const place = placeOf(canvas, chart, event);
    edge.hold(place);
    if (!put(place)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
  };
  const drop = (event: DragEvent) => {
    edge.stop();
    if (edit.draft?.kind !== 'drop') return;
    event.preventDefault();
    void edit.save();
  };
  const end = () => {
    edge.stop();
    if (edit.draft?.kind === 'drop') edit.cancel();
  };

  const ends = new AbortController();
  const { signal } = ends;
  scroller.addEventListener('dragover', over, { signal });
  scroller.addEventListener('dragleave', () => edge.stop(), { signal });
  scroller.addEventListener('drop', drop, { signal });
  window.addEventListener('dragend', end, { signal });
  return () => {
    edge.stop();
    ends.abort();
  };
}
