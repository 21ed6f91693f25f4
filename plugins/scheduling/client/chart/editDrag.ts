import type { ChartJob } from '@sinter/sdk/contract/scheduling/chart';
import type { ChartStore } from './ChartStore.ts';
import type { Part } from './EditStore.ts';
import { EdgeScroll } from './pointer.ts';
import type { Place } from './pointer.ts';

/** Less than this sideways is meant to change the machine only. */
const straight = 5;

/** A bar in somebody's hand. */
export interface Held {
  to(place: Place): void;
  /** Lets go. */
  end(): void;
  cancel(): void;
}

/** Takes a job by one of its parts. */
export function holdJob(store: ChartStore, job: ChartJob, part: Part, from: Place): Held {
  const { edit } = store;
  const grip = store.timeAt(from.x) - Number(part === 'end' ? job.toDate : job.fromDate);
  let strayed = false;
  store.cursor.put(job);
  edit.pick(job);
  return held(store, (place) => {
    const time = store.timeAt(place.x) - grip;
    if (part !== 'whole') return edit.stretch(part, time);
    strayed ||= Math.abs(place.x - from.x) >= straight;
    edit.place(machineAt(store, place) ?? edit.draft?.machineId ?? job.equipmentId, strayed ? time : null);
  });
}

/** Draws a new job out on the machine at a place. */
export function holdNew(store: ChartStore, machineId: number, from: Place): Held {
  const start = store.timeAt(from.x);
  store.edit.create(machineId, start);
  return held(store, (place) => store.edit.span(start, store.timeAt(place.x)));
}

export function machineAt(store: ChartStore, { y }: Place): number | null {
  const line = store.lineAt(y);
  return line?.kind === 'machine' ? line.row.machineId : null;
}

function held(store: ChartStore, move: (place: Place) => void): Held {
  const edge = new EdgeScroll(store, move);
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  };
  const stop = () => {
    edge.stop();
    window.removeEventListener('keydown', escape, true);
  };
  const cancel = () => {
    stop();
    store.edit.cancel();
  };
  window.addEventListener('keydown', escape, true);
  return {
    to(place) {
      if (!store.edit.draft) return;
      move(place);
      edge.hold(place);
    },
    end() {
      stop();
      void store.edit.save();
    },
    cancel,
  };
}
