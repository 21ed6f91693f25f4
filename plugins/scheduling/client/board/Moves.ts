import { moveJob, shiftJobs } from '@sinter/sdk/contract/scheduling/chart';
import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { CallError } from '@sinter/sdk/contract/errors';
import { readJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeStore } from '@sinter/sdk/state';
import { runInAction } from 'mobx';
import type { ChartStore } from '../chart/ChartStore.ts';
import type { Place } from '../job-drawer/desk.ts';

/** Something that was done and can be undone. */
export type Step =
  | { kind: 'move'; jobId: number; name: string; before: Place; after: Place }
  | { kind: 'shift'; jobIds: readonly number[]; minutes: number };

/** Why a job is not where somebody put it. */
export interface Refusal {
  /** What was tried: a move, moving back, or moving several. */
  kind: 'move' | 'undo' | 'shift';
  name: string;
  /** The job that was put elsewhere; `null` for several, and for a new one. */
  job: ChartJob | null;
  /** Where; `null` for several. */
  place: Place | null;
  error: unknown;
  /** The job in the way, where the server names one and it could be read. */
  inTheWay: Pick<Job, 'id' | 'jobName' | 'fromDate' | 'toDate'> | null;
}

/** Somebody else changed the job meanwhile. */
export interface Versions {
  job: ChartJob;
  mine: Place;
  theirs: Job;
}

const mostSteps = 50;
export const placeOf = (job: Pick<ChartJob, 'equipmentId' | 'fromDate' | 'toDate'>): Place => ({
  equipmentId: job.equipmentId,
  from: Number(job.fromDate),
  to: Number(job.toDate),
});

/** Codes after which trying the same again makes no sense. */
const lost = ['CHANGED', 'NOT_FOUND', 'JOB_NOT_QUEUED', 'TRANSITION_REFUSED'];

/** Moves jobs of the chart, says why where that is refused, and takes moves back. */
export class Moves {
  steps: readonly Step[] = [];
  refusal: Refusal | null = null;
  versions: Versions | null = null;
  busy = false;
  /** The version of each job that the last of these moves made: a move back must not overwrite what others did since. */
  /** The move that is being saved: whoever takes back meanwhile means that one. */
  #saving: Promise<unknown> = Promise.resolve();
  readonly #own = new Map<number, number>();
  readonly #host: Pick<PluginHost, 'api' | 'log'>;
  readonly #chart: ChartStore;

  constructor(host: Pick<PluginHost, 'api' | 'log'>, chart: ChartStore) {
    this.#host = host;
    this.#chart = chart;
    makeStore(this);
  }

  get last(): Step | null {
    return this.steps.at(-1) ?? null;
  }

  dismiss(): void {
    this.refusal = null;
    this.versions = null;
  }

  /** Says why something cannot be done that the server need not be asked about. */
  refuse(error: CallError, name: string, place: Place): void {
    this.dismiss();
    this.refusal = { kind: 'move', name, job: null, place, error, inTheWay: null };
  }

  /** Rejected where the server does not want it; then there is a refusal, or there are two versions. */
  move(job: ChartJob, place: Place, version = job.version): Promise<void> {
    const saved = this.#move(job, place, version);
    this.#saving = saved.catch(() => {});
    return saved;
  }

  async #move(job: ChartJob, place: Place, version: number): Promise<void> {
    this.dismiss();
    const before = placeOf(this.#chart.table.find(job.id) ?? job);
    try {
      await this.#put(job.id, place, version);
    } catch (error) {
      await this.#explain({ kind: 'move', name: job.jobName, job, place, error, inTheWay: null });
      throw error;
    }
    this.#remember({ kind: 'move', jobId: job.id, name: job.jobName, before, after: place });
  }

  /** Puts the refused job where the server has room for it. */
  async takeSlot(): Promise<void> {
    const { refusal } = this;
    if (!refusal?.job || !refusal.place || !(refusal.error instanceof CallError)) return;
    const { slot } = refusal.error.details;
    if (!slot) return;
    const { job, place } = refusal;
    await this.#tried(
      this.move(job, { equipmentId: place.equipmentId, from: Number(slot.fromDate), to: Number(slot.toDate) }),
    );
  }

  /** Takes one of two versions. */
  async choose(side: 'mine' | 'theirs'): Promise<void> {
    const { versions } = this;
    if (!versions) return;
    const { job, mine, theirs } = versions;
    const now = { ...job, ...partOf(theirs) };
    this.#chart.putJobs(now);
    this.dismiss();
    if (side === 'mine') await this.#tried(this.move(now, mine));
  }

  /** All of them or none. */
  async shift(jobs: readonly ChartJob[], minutes: number): Promise<boolean> {
    this.dismiss();
    this.busy = true;
    try {
      await this.#shiftBy(jobs, minutes);
    } catch (error) {
      const name = jobs.find(({ id }) => error instanceof CallError && id === error.details.jobId)?.jobName ?? '';
      await this.#explain({ kind: 'shift', name, job: null, place: null, error, inTheWay: null });
      return false;
    } finally {
      runInAction(() => (this.busy = false));
    }
    this.#remember({ kind: 'shift', jobIds: jobs.map(({ id }) => id), minutes });
    return true;
  }

  /** Takes the last move back. Where that is refused it stays among the steps, unless it can never be. */
  async undo(): Promise<void> {
    await this.#saving;
    const step = this.last;
    if (!step || this.busy) return;
    this.dismiss();
    this.busy = true;
    try {
      if (step.kind === 'move') await this.#put(step.jobId, step.before, this.#own.get(step.jobId) ?? 0);
      else await this.#shiftBy(this.#known(step.jobIds), -step.minutes);
      this.#forget(step);
      if (step.kind === 'move') this.#chart.reveal(step.jobId);
    } catch (error) {
      const name = step.kind === 'move' ? step.name : '';
      if (error instanceof CallError && lost.includes(error.code)) this.#forget(step);
      await this.#explain({ kind: 'undo', name, job: null, place: null, error, inTheWay: null });
    } finally {
      runInAction(() => (this.busy = false));
    }
  }

  async #put(id: number, { equipmentId, from, to }: Place, version: number): Promise<void> {
    const body = { equipmentId, fromDate: String(from), toDate: String(to), version };
    const job = await this.#host.api.call(moveJob, { params: { id }, body });
    this.#own.set(id, job.version);
    this.#chart.putJobs(job);
  }

  async #shiftBy(jobs: readonly Pick<ChartJob, 'id' | 'version'>[], minutes: number): Promise<void> {
    const body = { jobs: jobs.map(({ id, version }) => ({ id, version })), minutes };
    const shifted = await this.#host.api.call(shiftJobs, { body });
    for (const { id, version } of shifted) this.#own.set(id, version);
    this.#chart.putJobs(...shifted);
  }

  #known(ids: readonly number[]): { id: number; version: number }[] {
    return ids.map((id) => ({ id, version: this.#own.get(id) ?? 0 }));
  }

  #remember(step: Step): void {
    runInAction(() => (this.steps = [...this.steps, step].slice(-mostSteps)));
  }

  #forget(step: Step): void {
    runInAction(() => (this.steps = this.steps.filter((each) => each !== step)));
  }

  /** The refusal, and what the server's answer only names. */
  async #explain(refusal: Refusal): Promise<void> {
    const { error, job, place, kind, name } = refusal;
    this.#host.log.warn('jobs could not be moved', { kind, error: String(error) });
    const changed = error instanceof CallError && error.code === 'CHANGED';
    const id = changed ? job?.id : error instanceof CallError ? error.details.jobId : undefined;
    if (!changed || !job) runInAction(() => (this.refusal = refusal));
    if (id === undefined) return;
    try {
      const other = await this.#host.api.call(readJob, { params: { id } });
      runInAction(() => {
        if (changed && job && place) this.versions = { job, mine: place, theirs: other };
        else if (this.refusal === refusal && other.jobName !== name) this.refusal = { ...refusal, inTheWay: other };
      });
    } catch (unread) {
      this.#host.log.warn('the other job could not be read', { job: id, error: String(unread) });
      // Without theirs there is nothing to choose from, but still something to say.
      runInAction(() => (this.refusal ??= refusal));
    }
  }

  async #tried(move: Promise<void>): Promise<void> {
    this.busy = true;
    // Why not is already shown.
    const ended = move.catch(() => {}).then(() => runInAction(() => (this.busy = false)));
    this.#saving = ended;
    await ended;
  }
}

/** What a chart shows of a job that was read as a whole. */
export const partOf = (job: Job) => ({
  ...{ id: job.id, equipmentId: job.equipmentId, jobName: job.jobName, jobType: job.jobType, version: job.version },
  ...{ jobCreationType: job.jobCreationType, jobStatus: job.jobStatus, jobNotes: job.jobNotes },
  ...{ fromDate: job.fromDate, toDate: job.toDate, buildPlateUtilization: job.buildPlateUtilization },
  materialId: job.materialDTO?.id ?? null,
});
