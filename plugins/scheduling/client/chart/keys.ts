import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { reaction } from 'mobx';
import type { Planner } from './Planner.ts';

/** What of a key press counts here. */
export interface Press {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const panShare = 0.1;
const zooms: Readonly<Record<string, number>> = { '+': 1 / 1.5, '=': 1 / 1.5, '-': 1.5 };

/** Does what a key stands for. Was it one of the chart's? */
export function press(planner: Planner, event: Press, open: (job: ChartJob) => void): boolean {
  const { chart } = planner;
  if (event.altKey || event.metaKey) return false;
  // Keys point where people see time run.
  const along = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  const later = (event.key === 'ArrowRight') !== chart.mirrored;
  if (planner.edit.draft) return edit(planner, event, along ? (later ? 1 : -1) : 0);
  if (along && event.shiftKey) chart.panBy(chart.width * (later ? panShare : -panShare));
  else if (along) step(planner, later);
  else return act(planner, event, open);
  return true;
}

function edit({ edit }: Planner, { key, shiftKey }: Press, steps: number): boolean {
  if (steps !== 0) edit.nudge(steps, shiftKey ? 'end' : 'whole');
  else if (key === 'ArrowUp') edit.nudgeMachine(-1);
  else if (key === 'ArrowDown') edit.nudgeMachine(1);
  else if (key === 'Enter') void edit.save();
  else if (key === 'Escape') edit.cancel();
  else return false;
  return true;
}

/** Along the jobs of a machine; on a group, opens and closes it. */
function step({ chart, cursor }: Planner, later: boolean): void {
  const { line } = cursor;
  if (line?.kind !== 'group') cursor.moveAlong(later ? 'next' : 'previous');
  else if (line.open !== later) chart.toggle(line.key);
}

function act(planner: Planner, event: Press, open: (job: ChartJob) => void): boolean {
  const { chart, cursor, edit: changes } = planner;
  const zoom = zooms[event.key];
  const { line, job } = cursor;
  if (event.key === 'ArrowUp') cursor.moveAcross('up');
  else if (event.key === 'ArrowDown') cursor.moveAcross('down');
  else if (event.key === 'PageUp') cursor.moveAcross('pageUp');
  else if (event.key === 'PageDown') cursor.moveAcross('pageDown');
  else if (event.key === 'Home' && event.ctrlKey) cursor.moveAcross('top');
  else if (event.key === 'End' && event.ctrlKey) cursor.moveAcross('bottom');
  else if (event.key === 'Home') cursor.moveAlong('first');
  else if (event.key === 'End') cursor.moveAlong('last');
  else if (event.ctrlKey) return false;
  else if (zoom) chart.zoomAt(chart.width / 2, zoom);
  else if (line?.kind === 'group' && (event.key === 'Enter' || event.key === ' ')) chart.toggle(line.key);
  else if (event.key === 'Enter' && job) open(job);
  else if (event.key === 'Escape' && chart.selectedId !== null) chart.select(null);
  else if (event.key.toLowerCase() === 'm' && job && changes.may(job, 'end')) changes.pick(job);
  else if (event.key === 'Insert' || event.key.toLowerCase() === 'n') return create(planner);
  else return false;
  return true;
}

/** A new job behind the one at hand, else in the middle of what is seen. */
function create({ chart, cursor, edit: changes }: Planner): boolean {
  const { line, job } = cursor;
  if (!changes.edits || line?.kind !== 'machine') return false;
  const middle = (chart.view.from + chart.view.to) / 2;
  changes.create(line.row.machineId, job ? Number(job.toDate) : middle);
  return true;
}

/** Gives the chart the keyboard. Returns the end of listening. */
export function typeOn(grid: HTMLElement, planner: Planner, open: (job: ChartJob) => void): () => void {
  const down = (event: KeyboardEvent) => {
    if (press(planner, event, open)) event.preventDefault();
  };
  const focus = () => {
    if (grid.matches(':focus-visible')) planner.cursor.enter();
  };
  // Whoever asks for the keyboard gets it here.
  const stop = reaction(
    () => planner.chart.focusAsked,
    () => grid.focus({ preventScroll: true }),
  );
  grid.addEventListener('keydown', down);
  grid.addEventListener('focus', focus);
  return () => {
    stop();
    grid.removeEventListener('keydown', down);
    grid.removeEventListener('focus', focus);
  };
}
