import { CallError } from '@sinter/sdk/contract/errors';
import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import { createDowntime, updateDowntime } from '@sinter/sdk/contract/scheduling/downtime';
import { listJobs, readJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job, JobStatus } from '@sinter/sdk/contract/scheduling/jobs';
import { newId } from '@sinter/sdk/plugin';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question } from '@sinter/sdk/state';
import type { Kept } from '@sinter/sdk/state/entered';
import { keptEntry } from '../job-drawer/entered.ts';
import type { Begun, Entered } from '../job-drawer/entered.ts';
import { JobRefusal } from '../job-drawer/JobRefusal.ts';
import type { Side } from '../job-drawer/conflict.ts';
import type { Place } from '../job-drawer/desk.ts';
import type { Zone } from '../zone.ts';
import { downtimeOf, emptyDowntime, repeatOf } from './downtimeValues.ts';
import type { CheckedDowntime, DowntimeValues } from './downtimeValues.ts';
import { occurrences, overlaps } from './recurrence.ts';
import type { Interval } from './recurrence.ts';

type Host = Pick<PluginHost, 'api' | 'log' | 'user'>;

/** One time of a downtime, with the jobs that it would meet. */
export interface Occurrence extends Interval {
  meets: readonly Job[];
}

/** What two people can have changed of a downtime. */
export const downtimeFields = ['jobName', 'fromDate', 'toDate', 'jobNotes'] as const;
export type DowntimeField = (typeof downtimeFields)[number];

const restMs = 300;
const pageSize = 100;
const mostPages = 5;
const reserving: readonly JobStatus[] = ['WAITING', 'QUEUED', 'IN_PROGRESS', 'PAUSED'];
const said = (values: DowntimeValues, field: DowntimeField): string => String(values[field]?.valueOf());

/** A time in which a machine is out of use, once or again and again, while somebody enters it. */
export class DowntimeStore {
  readonly initial: DowntimeValues;
  /** What the form begins with instead, where it was begun before a reload. */
  readonly begun: DowntimeValues | null;
  readonly refused: JobRefusal;
  /** When it would be; empty while something is missing. */
  times: readonly Interval[] = [];
  /** Somebody else saved it meanwhile. */
  conflict: { theirs: Job; values: DowntimeValues; rows: readonly { field: DowntimeField; side: Side }[] } | null =
    null;
  /** What stands in the form; `null` before it was drawn. */
  last: DowntimeValues | null = null;
  readonly #host: Host;
  readonly #keeper: Kept<Entered>;
  readonly #eventId: string;
  /** Jobs on the machine meanwhile. */
  readonly #planned: Question<number | null, readonly Job[]>;

  constructor(
    host: Host,
    readonly zone: Zone,
    /** Of the person's own facility. */
    readonly machines: readonly Equipment[],
    /** The one to change, or nothing for a new one. */
    public job: Job | null,
    place?: Place,
    /** What was entered before a reload. */
    begun?: Begun<DowntimeValues>,
    keeper = keptEntry(host),
  ) {
    this.#host = host;
    this.#keeper = keeper;
    this.refused = new JobRefusal(host);
    this.#eventId = begun?.eventId ?? newId();
    this.begun = begun?.values ?? null;
    const placed = place && {
      equipmentDTO: place.equipmentId,
      fromDate: zone.toPicker(place.from),
      toDate: zone.toPicker(place.to),
    };
    this.initial = job ? downtimeOf(job, zone) : { ...emptyDowntime, ...placed };
    this.#planned = new Question<number | null, readonly Job[]>(host, {
      ask: (equipmentId, signal) => this.#jobsMeanwhile(equipmentId, signal),
      failed: 'the jobs meanwhile could not be read',
      debounceMs: restMs,
    });
    makeStore(this);
  }

  get unsaved(): boolean {
    const { last, initial } = this;
    return last !== null && JSON.stringify(last) !== JSON.stringify(initial);
  }

  /** The times in order, each with what it would meet. */
  get occurrences(): Occurrence[] {
    const planned = this.#planned.answer ?? [];
    const open = planned.filter(({ id, jobStatus }) => id !== this.job?.id && reserving.includes(jobStatus));
    const jobs = open.map((job) => ({ job, from: Number(job.fromDate), to: Number(job.toDate) }));
    return this.times.map((time) => ({
      ...time,
      meets: jobs.filter((other) => overlaps(time, other)).map(({ job }) => job),
    }));
  }

  dispose(): void {
    this.#keeper.forget();
    this.#planned.stop();
  }

  /** The form has changed. */
  follow(values: DowntimeValues): void {
    const before = this.last;
    this.last = values;
    if (before === values) return;
    if (this.unsaved) this.#keeper.write({ form: 'downtime', job: this.job, eventId: this.#eventId, values });
    else this.#keeper.forget();
    this.refused.forget();
    this.times = this.#timesOf(values);
    this.#planned.ask(values.equipmentDTO);
    // What the form begins with is not typed: nothing is waited for.
    if (before === null) this.#planned.retry();
  }

  /** `null` when the server refused in a way that the form helps with. */
  async save(values: CheckedDowntime): Promise<Job | null> {
    this.refused.forget();
    const { job, zone } = this;
    const { api, log } = this.#host;
    const eventId = this.#eventId;
    const what = {
      fromDate: String(zone.fromPicker(values.fromDate)),
      toDate: String(zone.fromPicker(values.toDate)),
      jobName: values.jobName,
      jobNotes: values.jobNotes,
    };
    try {
      if (job) {
        const body = { ...what, scope: values.scope, version: job.version };
        const saved = await api.call(updateDowntime, { params: { id: job.id }, body });
        this.#keeper.forget();
        return saved;
      }
      const machine = this.machines.find(({ id }) => id === values.equipmentDTO)?.machine;
      const jobType = machine?.kind === 'POST_PROCESSING_MACHINE' ? 'POST_PROCESSING_DOWNTIME' : 'DOWNTIME';
      const repeat = repeatOf(values);
      const skipTaken = repeat !== null && values.skipTaken;
      const body = { ...what, equipmentId: values.equipmentDTO, jobType, repeat, skipTaken, eventId } as const;
      const { jobDTOS } = await api.call(createDowntime, { body });
      const [first] = jobDTOS;
      // Every one of them met a planned job.
      if (!first) throw new CallError('SLOT_TAKEN');
      this.#keeper.forget();
      return first;
    } catch (error) {
      log.warn('a downtime was not saved', { error: String(error) });
      if (error instanceof CallError && error.code === 'CHANGED') this.takeTheirs(await this.#readTheirs());
      else if (error instanceof CallError && error.code === 'SLOT_TAKEN') await this.refused.take(error);
      else throw error;
      return null;
    }
  }

  choose(field: DowntimeField, side: Side): void {
    if (!this.conflict) return;
    const rows = this.conflict.rows.map((row) => (row.field === field ? { ...row, side } : row));
    this.conflict = { ...this.conflict, rows };
  }

  chooseAll(side: Side): void {
    downtimeFields.forEach((field) => this.choose(field, side));
  }

  /** The downtime as it was chosen. */
  settle(): DowntimeValues | null {
    const { conflict, last } = this;
    if (!conflict || !last) return null;
    const theirs = conflict.rows.filter(({ side }) => side === 'theirs').map(({ field }) => field);
    this.job = conflict.theirs;
    this.conflict = null;
    return { ...last, ...Object.fromEntries(theirs.map((field) => [field, conflict.values[field]])) };
  }

  takeTheirs(theirs: Job | null): void {
    const { last, initial } = this;
    if (!theirs || !last) return;
    const values = downtimeOf(theirs, this.zone);
    const rows = downtimeFields
      .filter((field) => said(last, field) !== said(values, field))
      .map((field) => ({ field, side: said(last, field) === said(initial, field) ? 'theirs' : 'mine' }) as const);
    this.conflict = { theirs, values, rows };
  }

  async #readTheirs(): Promise<Job | null> {
    return this.job && this.#host.api.call(readJob, { params: { id: this.job.id } });
  }

  #timesOf(values: DowntimeValues): Interval[] {
    const { fromDate, toDate, equipmentDTO } = values;
    if (!fromDate || !toDate || equipmentDTO === null || !toDate.isAfter(fromDate)) return [];
    const first = { from: this.zone.fromPicker(fromDate), to: this.zone.fromPicker(toDate) };
    return occurrences(first, repeatOf(values), this.zone);
  }

  async #jobsMeanwhile(equipmentId: number | null, signal: AbortSignal): Promise<readonly Job[]> {
    const [first, last] = [this.times[0], this.times.at(-1)];
    if (!first || !last || equipmentId === null) return [];
    const query = { equipmentId, fromDate: String(first.from), toDate: String(last.to) };
    const jobs: Job[] = [];
    for (let page = 0; page < mostPages; page += 1) {
      const params = { limit: pageSize, offset: page * pageSize };
      const { jobDTOS, totalCount } = await this.#host.api.call(listJobs, { params, query }, { signal });
      jobs.push(...jobDTOS);
      if (jobs.length >= totalCount) break;
    }
    return jobs;
  }
}
