import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { mayEndElsewhere, mayMove } from '../status.ts';
import type { ChartStore } from './ChartStore.ts';
import type { Cursor } from './Cursor.ts';
import { isWanted } from './lane.ts';
import { keyOfMachine } from './rows.ts';
import { gridFor, snap, step } from './snap.ts';

/**
 * What people may do on the chart. Called with times of the grid when they let go. Each promise is waited for: until it
 * settles the bar stays at its new place, striped; when it is rejected the bar goes back, and the caller shows why.
 * Before it is fulfilled, the caller puts the job as it is now into the chart (`ChartStore.putJobs`).
 */
export interface ChartEdits {
  create(machineId: number, from: number, to: number): Promise<void>;
  move(job: ChartJob, machineId: number, from: number, to: number): Promise<void>;
  /** `data` as given to `EditStore.carry`. */
  drop(machineId: number, at: number, data: string): Promise<void>;
}

/** The part of a bar that is held. */
export type Part = 'whole' | 'start' | 'end';

/** A bar at a place where it is not yet. */
export interface Draft {
  kind: 'create' | 'move' | 'drop';
  label: string;
  /** Of a move. */
  job: ChartJob | null;
  /** Of a drop. */
  data: string;
  machineId: number;
  from: number;
  to: number;
}

/** What is dropped from outside; the caller gets `data` back. */
export interface Carried {
  label: string;
  millis: number;
  data: string;
}
const nowhere = 0;

type How = 'saved' | 'cancelled' | 'refused';

/** How the last change ended, and of which bar. */
export interface Outcome {
  draft: Draft;
  how: How;
}

/** What is being created, moved, stretched or dropped, and what the server has not answered yet. */
export class EditStore {
  edits: ChartEdits | undefined;
  draft: Draft | null = null;
  pending: readonly Draft[] = [];
  /** The last outcome, and how far the cursor had moved then. */
  private ended: (Outcome & { moves: number }) | null = null;

  constructor(
    private readonly chart: ChartStore,
    private readonly cursor: Cursor,
  ) {
    makeAutoObservable<this, 'chart' | 'cursor' | 'ended'>(
      this,
      {
        ...{ chart: false, cursor: false, edits: observableRef, draft: observableRef },
        ...{ pending: observableRef, ended: observableRef },
      },
      { autoBind: true },
    );
  }

  /** For announcing, until something else is to be told: the cursor moves, or something new begins. */
  get outcome(): Outcome | null {
    return this.ended?.moves === this.cursor.moves ? this.ended : null;
  }

  /** Milliseconds between two times of the grid. */
  get grid(): number {
    return gridFor(this.chart.millisPerPixel, this.chart.gridMinutes);
  }

  /** Would it stand where another job does that is not over? The server has the last word. */
  get clashes(): boolean {
    const { draft } = this;
    return draft !== null && isWanted(this.chart.table.lane(draft.machineId), draft, draft.job?.id);
  }

  setEdits(edits: ChartEdits | undefined): void {
    this.edits = edits;
    if (!edits) this.draft = null;
  }

  may(job: ChartJob, part: Part): boolean {
    return this.edits !== undefined && (part === 'end' ? mayEndElsewhere(job) : mayMove(job));
  }

  /** Starts to move or stretch a job. */
  pick(job: ChartJob): void {
    const place = { machineId: job.equipmentId, from: Number(job.fromDate), to: Number(job.toDate) };
    this.begin({ kind: 'move', label: job.jobName, job, data: '', ...place });
  }

  /** Starts a new job on a machine, one step of the grid long. */
  create(machineId: number, time: number): void {
    const from = this.snapped(time);
    this.begin({ kind: 'create', label: '', job: null, data: '', machineId, from, to: from + this.grid });
  }

  /** Starts to drag something into the chart from outside, `millis` long. It is shown as soon as it is over a machine. */
  carry({ label, data, millis }: Carried): void {
    const from = this.snapped(this.chart.view.from);
    this.begin({ kind: 'drop', label, job: null, data, machineId: nowhere, from, to: from + millis });
  }

  /** The same by keyboard: puts it where the chart is looked at, and takes the keyboard there. */
  carryByKeyboard(what: Carried): void {
    const { chart, cursor } = this;
    const first = cursor.line?.kind === 'machine' ? cursor.place : chart.firstLine;
    const line = chart.lines.list.slice(first).find(({ kind }) => kind === 'machine');
    if (line?.kind !== 'machine') return;
    this.carry(what);
    this.place(line.row.machineId, Math.max(chart.now, chart.view.from));
    chart.takeFocus();
  }

  /** Puts the whole of it elsewhere; its length stays, and without `from` its time too, on the grid or not. */
  place(machineId: number, from: number | null): void {
    if (!this.draft) return;
    const { draft } = this;
    const start = from === null ? Number(draft.job?.fromDate ?? draft.from) : this.snapped(from);
    this.draft = { ...draft, machineId, from: start, to: start + draft.to - draft.from };
  }

  /** Draws it out between two times. */
  span(one: number, other: number): void {
    const { draft, grid } = this;
    if (!draft) return;
    const from = this.snapped(Math.min(one, other));
    this.draft = { ...draft, from, to: Math.max(this.snapped(Math.max(one, other)), this.snapped(from + grid)) };
  }

  /** Moves one end; at least a step of the grid is left. */
  stretch(part: 'start' | 'end', time: number): void {
    const { draft, grid } = this;
    if (!draft) return;
    const snapped = this.snapped(time);
    if (part === 'end') this.draft = { ...draft, to: Math.max(snapped, this.snapped(draft.from + grid)) };
    else this.draft = { ...draft, from: Math.min(snapped, this.snapped(draft.to - grid)) };
  }

  /** By keyboard: steps of the grid in time. */
  nudge(steps: number, part: 'whole' | 'end'): void {
    const { draft, grid, chart } = this;
    if (!draft || (part === 'whole' && draft.job && !mayMove(draft.job))) return;
    const next = (time: number) => step(chart.zone, time, grid, steps);
    if (part === 'end') this.stretch('end', next(draft.to));
    else this.place(draft.machineId, next(draft.from));
    this.reveal();
  }

  /** By keyboard: to the next machine above (-1) or below (1). */
  nudgeMachine(by: 1 | -1): void {
    const { draft, chart } = this;
    if (!draft || (draft.job && !mayMove(draft.job))) return;
    const { list } = chart.lines;
    for (let place = chart.lines.placeOf(keyOfMachine(draft.machineId)) + by; list[place]; place += by) {
      const line = list[place];
      if (line?.kind !== 'machine') continue;
      this.draft = { ...draft, machineId: line.row.machineId };
      return this.reveal();
    }
  }

  cancel(): void {
    if (this.draft) this.end(this.draft, 'cancelled');
    this.draft = null;
  }

  /** Lets go: asks for what was done, and keeps the bar there until the answer is known. */
  async save(): Promise<void> {
    const { draft, edits } = this;
    if (!draft || !edits) return;
    if (draft.machineId === nowhere) return this.cancel();
    if (draft.job && samePlace(draft, draft.job)) return this.cancel();
    this.draft = null;
    this.pending = [...this.pending, draft];
    let how: How = 'saved';
    try {
      const { job, machineId, from, to, data } = draft;
      if (job) await edits.move(job, machineId, from, to);
      else if (draft.kind === 'drop') await edits.drop(machineId, from, data);
      else await edits.create(machineId, from, to);
    } catch {
      // Whoever was asked knows why, and says so.
      how = 'refused';
    }
    runInAction(() => {
      this.pending = this.pending.filter((each) => each !== draft);
      this.end(draft, how);
    });
  }

  private begin(draft: Draft): void {
    if (!this.edits) return;
    this.chart.leave();
    this.ended = null;
    this.draft = draft;
  }

  private end(draft: Draft, how: How): void {
    this.ended = { draft, how, moves: this.cursor.moves };
  }

  private snapped(time: number): number {
    return snap(this.chart.zone, time, this.grid);
  }

  private reveal(): void {
    const { draft } = this;
    if (draft) this.chart.bringIntoView(keyOfMachine(draft.machineId), { from: draft.from, to: draft.to });
  }
}

const samePlace = (draft: Draft, job: ChartJob): boolean =>
  draft.machineId === job.equipmentId && draft.from === Number(job.fromDate) && draft.to === Number(job.toDate);
