import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import { decodeChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { reconnected } from '@sinter/sdk/contract/host/events';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ChartStore } from '../chart/ChartStore.ts';
import { JobTable } from '../chart/JobTable.ts';
import { readJob } from '../chart/lane.ts';
import type { TimeWindow } from '../chart/timeAxis.ts';

/** What is asked for: jobs that touch a window, of them only `jobs` where they are given. */
export interface JobsWanted {
  fromDate: string;
  toDate: string;
  jobs?: number[];
}

/** Where a chart's jobs come from, in their compact form. */
export type JobSource = (wanted: JobsWanted, signal: AbortSignal) => Promise<ArrayBuffer>;

export const refreshMs = 300_000;
/** Events come in bunches: a job that starts also changes its order's others. */
const coalesceMs = 150;
/** More are not asked for by their ids: all are asked for anew. */
const mostChanged = 500;

/** The jobs of a window on a chart, kept in step with what everybody else does to them. */
export class LiveJobs {
  window: TimeWindow;
  loading = false;
  error: unknown = null;
  updatedAt: number | null = null;
  autoRefresh = true;
  private asking: AbortController | null = null;
  /** Told of, and not yet asked for. */
  private readonly changed = new Set<number>();
  private pending: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: Pick<PluginHost, 'events' | 'log'>,
    private readonly chart: ChartStore,
    private readonly source: JobSource,
    window: TimeWindow,
  ) {
    this.window = window;
    makeAutoObservable<this, 'host' | 'chart' | 'source' | 'asking' | 'changed' | 'pending'>(
      this,
      {
        ...{ host: false, chart: false, source: false, asking: false, changed: false, pending: false },
        ...{ window: observableRef, error: observableRef },
      },
      { autoBind: true },
    );
  }

  /** Follows changes until disposed. */
  start(): Dispose {
    const ends = [
      this.host.events.on(jobChanged, ({ jobId }) => this.hear(jobId)),
      this.host.events.on(reconnected, () => void this.refresh()),
    ];
    const timer = setInterval(() => this.autoRefresh && void this.refresh(), refreshMs);
    return () => {
      ends.forEach((end) => end());
      clearInterval(timer);
      clearTimeout(this.pending);
      this.pending = undefined;
      this.asking?.abort();
    };
  }

  setAutoRefresh(on: boolean): void {
    this.autoRefresh = on;
  }

  show(window: TimeWindow): void {
    this.window = window;
    void this.refresh();
  }

  /** All jobs of the window. The last question wins; what is shown stays until its answer is there. */
  async refresh(): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.loading = true;
    // They are in the answer; who is told of while it is under way is asked for afterwards.
    this.changed.clear();
    const { from, to } = this.window;
    try {
      const jobs = await this.source({ fromDate: String(from), toDate: String(to) }, asking.signal);
      if (asking !== this.asking) return;
      runInAction(() => {
        this.chart.setSpan({ from, to });
        this.chart.setTable(JobTable.of(decodeChartColumns(jobs)));
        this.done();
      });
    } catch (error) {
      if (asking === this.asking && !asking.signal.aborted) this.fail(error);
    }
  }

  /** An answer under way is waited for: events that never pause must not keep every answer from arriving. */
  private hear(jobId: number): void {
    this.changed.add(jobId);
    this.pending ??= setTimeout(() => {
      this.pending = undefined;
      if (this.loading) this.hearAgain();
      // What could not be asked for is still missing, or they are too many.
      else if (this.error !== null || this.changed.size > mostChanged) void this.refresh();
      else void this.askChanged();
    }, coalesceMs);
  }

  private hearAgain(): void {
    const [first] = this.changed;
    if (first !== undefined) this.hear(first);
  }

  /** Only those that changed: what is no longer among them is gone from the window. */
  private async askChanged(): Promise<void> {
    const ids = [...this.changed];
    if (ids.length === 0) return;
    this.changed.clear();
    const asking = new AbortController();
    this.asking = asking;
    this.loading = true;
    const { from, to } = this.window;
    try {
      const answer = await this.source({ fromDate: String(from), toDate: String(to), jobs: ids }, asking.signal);
      if (asking !== this.asking) return;
      const columns = decodeChartColumns(answer);
      const jobs = Array.from({ length: columns.count }, (_, index) => readJob(columns, index));
      runInAction(() => {
        this.take(
          ids,
          jobs.filter((job) => job !== undefined),
        );
        this.done();
      });
    } catch (error) {
      if (asking.signal.aborted || asking !== this.asking) return;
      this.host.log.warn('changed jobs could not be asked for', { jobs: ids.length, error: String(error) });
      this.loading = false;
      void this.refresh();
    }
  }

  private take(ids: readonly number[], jobs: readonly ChartJob[]): void {
    const { table } = this.chart;
    const there = new Set(jobs.map(({ id }) => id));
    const gone = ids.filter((id) => !there.has(id) && table.find(id));
    // What somebody has just done here may be ahead of an answer that was on its way.
    const newer = jobs.filter((job) => job.version >= (table.find(job.id)?.version ?? 0));
    if (gone.length > 0) this.chart.dropJobs(...gone);
    if (newer.length > 0) this.chart.putJobs(...newer);
  }

  private done(): void {
    this.updatedAt = Date.now();
    this.error = null;
    this.loading = false;
  }

  private fail(error: unknown): void {
    this.host.log.warn('the jobs of the chart could not be read', { error: String(error) });
    this.error = error;
    this.loading = false;
  }
}
