import * as z from 'zod';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { jobTypeSchema, listJobs } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, together } from '@sinter/sdk/state';
import { ColumnChoice, CsvExport, List, SavedFilters } from '@sinter/sdk/state/lists';
import { addDays, capped, dayOf, windowOf } from '../../shared/dayRange.ts';
import type { DayRange } from '../../shared/dayRange.ts';
import { isDowntime } from '../status.ts';
import type { Zone } from '../zone.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate'>;

/** Jobs on a page (specification 9). */
const pageSize = 25;
const firstSort = { key: 'from', direction: 'desc' } as const;
const defaultDays = 7;
/** Events come in bunches: a job that starts also changes its order's others. */
const coalesceMs = 150;

/** What is kept under a name. The days are not: saved ones would be over soon. */
const savedSchema = z.object({
  equipmentId: z.number().nullable(),
  jobType: jobTypeSchema.nullable(),
  // Filters that were saved before there were tags have none.
  tagIds: z.array(z.number()).default([]),
});
export type SavedJobFilters = z.output<typeof savedSchema>;

export interface JobFilters extends SavedJobFilters {
  range: DayRange;
}

/** What the list is limited to, and what is shown of it. */
export interface JobLimits extends JobFilters {
  /** From 0. */
  page: number;
}

/** The last seven days and today. */
export const defaultRange = (zone: Zone, now: number): DayRange => {
  const to = dayOf(zone, now);
  return { from: addDays(to, -defaultDays), to };
};

/** Jobs of the facility that touch some days, by machine and type, in pages. The page around it writes the address. */
export class JobsListStore {
  readonly list: List<Job, JobFilters>;
  readonly columns: ColumnChoice;
  readonly saved: SavedFilters<SavedJobFilters>;
  readonly csv: CsvExport<Job, JobFilters>;
  readonly zone: Zone;
  /** Only then jobs are asked for. */
  #onScreen = false;

  constructor(host: Host, zone: Zone) {
    this.zone = zone;
    const first: JobFilters = { range: defaultRange(zone, Date.now()), equipmentId: null, jobType: null, tagIds: [] };
    this.list = new List<Job, JobFilters>(host, {
      filters: { first, none: first, names: [], read: () => first, write: () => undefined },
      outsideAddress: true,
      keyOf: ({ id }) => id,
      maySelect: (job) => !isDowntime(job),
      sort: firstSort,
      page: async ({ filters: { range, equipmentId, jobType, tagIds }, sort, page, size }, signal) => {
        const { from, to } = windowOf(zone, range);
        const query = {
          fromDate: String(from),
          toDate: String(to),
          equipmentId: equipmentId ?? undefined,
          jobType: jobType ?? undefined,
          tagIds: tagIds.join() || undefined,
          sort: sort?.key === 'priority' ? ('PRIORITY' as const) : ('START' as const),
          direction: sort?.direction,
        };
        const params = { limit: size, offset: page * size };
        const { jobDTOS, totalCount } = await host.api.call(listJobs, { params, query }, { signal });
        return { rows: jobDTOS, total: totalCount };
      },
      pageSize,
      failed: 'jobs could not be read',
      refreshOn: [on(jobChanged)],
      settleMs: coalesceMs,
    });
    this.columns = new ColumnChoice(host, 'JOB_COLUMNS');
    this.saved = new SavedFilters(host, 'JOB_FILTERS', savedSchema);
    this.csv = new CsvExport(host, this.list);
    makeStore(this);
  }

  get limits(): JobLimits {
    return { ...this.list.filters, page: this.list.shown.page };
  }

  /** Loads, and follows what happens to jobs until disposed. */
  start(): Dispose {
    this.#onScreen = true;
    void this.columns.load();
    void this.saved.load((filters) => this.list.isAsFirst && this.limit(filters));
    return together(this.list.start(), this.csv.cancel, () => (this.#onScreen = false));
  }

  /** From the first page on. */
  limit(change: Partial<JobFilters>): void {
    this.show({ ...this.limits, ...change, page: 0 });
  }

  show({ page, range, ...others }: JobLimits): void {
    const { list } = this;
    list.shown = { ...list.shown, filters: { ...others, range: capped(range) }, page };
    if (this.#onScreen) list.question.ask(list.shown);
  }
}
