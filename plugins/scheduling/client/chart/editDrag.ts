import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import type { ChartStore } from './ChartStore.ts';
import type { Part } from './EditStore.ts';
import type { Planner } from './Planner.ts';
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
export function holdJob(planner: Planner, job: ChartJob, part: Part, from: Place): Held {
  const { chart, cursor, edit } = planner;
  const grip = chart.timeAt(from.x) - Number(part === 'end' ? job.toDate : job.fromDate);
  let strayed = false;
  cursor.put(job);
  edit.pick(job);
  return held(planner, (place) => {
    const time = chart.timeAt(place.x) - grip;
    if (part !== 'whole') return edit.stretch(part, time);
    strayed ||= Math.abs(place.x - from.x) >= straight;
    edit.place(machineAt(chart, place) ?? edit.draft?.machineId ?? job.equipmentId, strayed ? time : null);
  });
}

/** Draws a new job out on the machine at a place. */
export function holdNew(planner: Planner, machineId: number, from: Place): Held {
  const { chart, edit } = planner;
  const start = chart.timeAt(from.x);
  edit.create(machineId, start);
  return held(planner, (place) => edit.span(start, chart.timeAt(place.x)));
}

export function machineAt(chart: ChartStore, { y }: Place): number | null {
  const line = chart.lineAt(y);
  return line?.kind === 'machine' ? line.row.machineId : null;
}

function held({ chart, edit }: Planner, move: (place: Place) => void): Held {
  const edge = new EdgeScroll(chart, move);
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
    edit.cancel();
  };
  window.addEventListener('keydown', escape, true);
  return {
    to(place) {
      if (!edit.draft) return;
      move(place);
      edge.hold(place);
    },
    end() {
      stop();
      void edit.save();
    },
    cancel,
  };
}
