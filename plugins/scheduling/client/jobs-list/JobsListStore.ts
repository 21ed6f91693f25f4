import { jobChanged } from '@sinter/sdk/contract/events';
import { listJobs } from '@sinter/sdk/contract/scheduling';
import type { Job } from '@sinter/sdk/contract/scheduling';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { addDays, capped, dayOf, windowOf } from '../scheduler-view/days.ts';
import type { DayRange } from '../scheduler-view/days.ts';
import type { Zone } from '../zone.ts';

/** Jobs on a page (specification 9). */
export const pageSize = 25;
const defaultDays = 7;
/** Events come in bunches: a job that starts also changes its order's others. */
const coalesceMs = 150;

/** What the list is limited to, and what is shown of it. */
export interface ListFilter {
  range: DayRange;
  equipmentId: number | null;
  jobType: Job['jobType'] | null;
  page: number;
}

/** The last seven days and today. */
export const defaultRange = (zone: Zone, now: number): DayRange => {
  const to = dayOf(zone, now);
  return { from: addDays(to, -defaultDays), to };
};

/** Jobs of the facility that touch some days, by machine and type, in pages. */
export class JobsListStore {
  jobs: readonly Job[] = [];
  total = 0;
  page = 0;
  loading = true;
  error: unknown = null;
  range: DayRange;
  equipmentId: number | null = null;
  jobType: Job['jobType'] | null = null;
  /** Is it on the screen? */
  private shown = false;
  private asking: AbortController | null = null;
  private pending: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: Pick<PluginHost, 'api' | 'events' | 'log'>,
    readonly zone: Zone,
  ) {
    this.range = defaultRange(zone, Date.now());
    makeAutoObservable<this, 'host' | 'shown' | 'asking' | 'pending'>(
      this,
      {
        ...{ host: false, zone: false, shown: false, asking: false, pending: false },
        ...{ jobs: observableRef, error: observableRef, range: observableRef },
      },
      { autoBind: true },
    );
  }

  /** Loads, and follows what happens to jobs until disposed. */
  start(): Dispose {
    this.shown = true;
    void this.load();
    const end = this.host.events.on(jobChanged, this.loadSoon);
    return () => {
      this.shown = false;
      end();
      clearTimeout(this.pending);
      this.asking?.abort();
    };
  }

  get filter(): ListFilter {
    const { range, equipmentId, jobType, page } = this;
    return { range, equipmentId, jobType, page };
  }

  setFilter({ range, equipmentId, jobType, page }: ListFilter): void {
    Object.assign(this, { range: capped(range), equipmentId, jobType, page });
    if (this.shown) void this.load();
  }

  setRange(range: DayRange): void {
    this.range = capped(range);
    this.again();
  }

  setEquipment(id: number | null): void {
    this.equipmentId = id;
    this.again();
  }

  setType(type: Job['jobType'] | null): void {
    this.jobType = type;
    this.again();
  }

  setPage(page: number): void {
    this.page = page;
    void this.load();
  }

  /** The last question wins; what is shown stays until its answer is there. */
  async load(): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.loading = true;
    const { from, to } = windowOf(this.zone, this.range);
    const query = {
      fromDate: String(from),
      toDate: String(to),
      ...(this.equipmentId === null ? {} : { equipmentId: this.equipmentId }),
      ...(this.jobType === null ? {} : { jobType: this.jobType }),
    };
    try {
      const params = { limit: pageSize, offset: this.page * pageSize };
      const { jobDTOS, totalCount } = await this.host.api.call(listJobs, { params, query }, { signal: asking.signal });
      if (asking !== this.asking) return;
      runInAction(() => {
        this.jobs = jobDTOS;
        this.total = totalCount;
        this.error = null;
        this.loading = false;
      });
      // Jobs went away meanwhile: there is no such page any more.
      if (jobDTOS.length === 0 && totalCount > 0) this.setPage(Math.ceil(totalCount / pageSize) - 1);
    } catch (error) {
      if (asking.signal.aborted) return;
      this.host.log.warn('jobs could not be read', { error: String(error) });
      runInAction(() => {
        this.error = error;
        this.loading = false;
      });
    }
  }

  private again(): void {
    this.page = 0;
    if (this.shown) void this.load();
  }

  private loadSoon(): void {
    this.pending ??= setTimeout(() => {
      this.pending = undefined;
      void this.load();
    }, coalesceMs);
  }
}
