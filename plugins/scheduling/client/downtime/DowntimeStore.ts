import { CallError } from '@sinter/sdk/contract/errors';
import type { Equipment } from '@sinter/sdk/contract/catalog';
import { createDowntime, updateDowntime } from '@sinter/sdk/contract/downtime';
import { listJobs, readJob } from '@sinter/sdk/contract/scheduling';
import type { Job, JobStatus } from '@sinter/sdk/contract/scheduling';
import { newId } from '@sinter/sdk/plugin';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { EnteredKeeper } from '../job-drawer/entered.ts';
import type { Begun } from '../job-drawer/entered.ts';
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
  /** Jobs on the machine meanwhile. */
  planned: readonly Job[] = [];
  /** Somebody else saved it meanwhile. */
  conflict: { theirs: Job; values: DowntimeValues; rows: readonly { field: DowntimeField; side: Side }[] } | null =
    null;
  private last: DowntimeValues | null = null;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private asking: AbortController | null = null;
  private readonly eventId: string;

  constructor(
    private readonly host: Host,
    readonly zone: Zone,
    /** Of the person's own facility. */
    readonly machines: readonly Equipment[],
    /** The one to change, or nothing for a new one. */
    public job: Job | null,
    place?: Place,
    /** What was entered before a reload. */
    begun?: Begun<DowntimeValues>,
    private readonly keeper = new EnteredKeeper(host),
  ) {
    this.refused = new JobRefusal(host);
    this.eventId = begun?.eventId ?? newId();
    this.begun = begun?.values ?? null;
    const placed = place && {
      equipmentDTO: place.equipmentId,
      fromDate: zone.toPicker(place.from),
      toDate: zone.toPicker(place.to),
    };
    this.initial = job ? downtimeOf(job, zone) : { ...emptyDowntime, ...placed };
    makeAutoObservable<this, 'host' | 'last' | 'waiting' | 'asking' | 'eventId' | 'keeper'>(
      this,
      {
        ...{
          host: false,
          zone: false,
          machines: false,
          initial: false,
          begun: false,
          waiting: false,
          asking: false,
          eventId: false,
        },
        ...{ job: observableRef, last: observableRef, times: observableRef, planned: observableRef },
        ...{ conflict: observableRef, refused: false, keeper: false },
      },
      { autoBind: true },
    );
  }

  get unsaved(): boolean {
    const { last, initial } = this;
    return last !== null && JSON.stringify(last) !== JSON.stringify(initial);
  }

  /** The times in order, each with what it would meet. */
  get occurrences(): Occurrence[] {
    const open = this.planned.filter(({ id, jobStatus }) => id !== this.job?.id && reserving.includes(jobStatus));
    const jobs = open.map((job) => ({ job, from: Number(job.fromDate), to: Number(job.toDate) }));
    return this.times.map((time) => ({
      ...time,
      meets: jobs.filter((other) => overlaps(time, other)).map(({ job }) => job),
    }));
  }

  dispose(): void {
    this.keeper.forget();
    clearTimeout(this.waiting);
    this.asking?.abort();
  }

  /** The form has changed. */
  follow(values: DowntimeValues): void {
    const before = this.last;
    this.last = values;
    if (before === values) return;
    if (this.unsaved) this.keeper.keep({ form: 'downtime', job: this.job, eventId: this.eventId, values });
    else this.keeper.forget();
    this.refused.forget();
    this.times = this.timesOf(values);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.askPlanned(values.equipmentDTO), before === null ? 0 : restMs);
  }

  /** `null` when the server refused in a way that the form helps with. */
  async save(values: CheckedDowntime): Promise<Job | null> {
    this.refused.forget();
    const { job, host, zone, eventId } = this;
    const what = {
      fromDate: String(zone.fromPicker(values.fromDate)),
      toDate: String(zone.fromPicker(values.toDate)),
      jobName: values.jobName,
      jobNotes: values.jobNotes,
    };
    try {
      if (job) {
        const body = { ...what, scope: values.scope, version: job.version };
        const saved = await host.api.call(updateDowntime, { params: { id: job.id }, body });
        this.keeper.forget();
        return saved;
      }
      const machine = this.machines.find(({ id }) => id === values.equipmentDTO)?.machine;
      const jobType = machine?.kind === 'POST_PROCESSING_MACHINE' ? 'POST_PROCESSING_DOWNTIME' : 'DOWNTIME';
      const repeat = repeatOf(values);
      const skipTaken = repeat !== null && values.skipTaken;
      const body = { ...what, equipmentId: values.equipmentDTO, jobType, repeat, skipTaken, eventId } as const;
      const { jobDTOS } = await host.api.call(createDowntime, { body });
      const [first] = jobDTOS;
      // Every one of them met a planned job.
      if (!first) throw new CallError('SLOT_TAKEN');
      this.keeper.forget();
      return first;
    } catch (error) {
      host.log.warn('a downtime was not saved', { error: String(error) });
      if (error instanceof CallError && error.code === 'CHANGED') await this.compare();
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

  private async compare(): Promise<void> {
    const { job, last, initial } = this;
    if (!job || !last) return;
    const theirs = await this.host.api.call(readJob, { params: { id: job.id } });
    const values = downtimeOf(theirs, this.zone);
    const rows = downtimeFields
      .filter((field) => said(last, field) !== said(values, field))
      .map((field) => ({ field, side: said(last, field) === said(initial, field) ? 'theirs' : 'mine' }) as const);
    runInAction(() => (this.conflict = { theirs, values, rows }));
  }

  private timesOf(values: DowntimeValues): Interval[] {
    const { fromDate, toDate, equipmentDTO } = values;
    if (!fromDate || !toDate || equipmentDTO === null || !toDate.isAfter(fromDate)) return [];
    const first = { from: this.zone.fromPicker(fromDate), to: this.zone.fromPicker(toDate) };
    return occurrences(first, repeatOf(values), this.zone);
  }

  private async askPlanned(equipmentId: number | null): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    const [first, last] = [this.times[0], this.times.at(-1)];
    if (!first || !last || equipmentId === null) return;
    const query = { equipmentId, fromDate: String(first.from), toDate: String(last.to) };
    const jobs: Job[] = [];
    try {
      for (let page = 0; page < mostPages; page += 1) {
        const params = { limit: pageSize, offset: page * pageSize };
        const { jobDTOS, totalCount } = await this.host.api.call(
          listJobs,
          { params, query },
          { signal: asking.signal },
        );
        jobs.push(...jobDTOS);
        if (jobs.length >= totalCount) break;
      }
      runInAction(() => (this.planned = jobs));
    } catch (error) {
      if (!asking.signal.aborted) this.host.log.warn('the jobs meanwhile could not be read', { error: String(error) });
    }
  }
}
