import { decodeChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import type { ChartColumns } from '@sinter/sdk/contract/scheduling/chartColumns';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { reconnected } from '@sinter/sdk/contract/host/events';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question, together } from '@sinter/sdk/state';
import { auditTime, interval, Subject } from 'rxjs';
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

interface Asked {
  window: TimeWindow;
  /** Only those that changed; `null`: all of the window. */
  ids: readonly number[] | null;
}
interface Answer {
  columns: ChartColumns;
  ids: readonly number[] | null;
}

/** The jobs of a window on a chart, kept in step with what everybody else does to them. */
export class LiveJobs {
  window: TimeWindow;
  updatedAt: number | null = null;
  autoRefresh = true;
  readonly #host: Pick<PluginHost, 'events' | 'log'>;
  readonly #chart: ChartStore;
  readonly #question: Question<Asked, Answer>;
  /** Told of, and not yet asked for. */
  readonly #changed = new Set<number>();
  readonly #told = new Subject<void>();

  constructor(host: Pick<PluginHost, 'events' | 'log'>, chart: ChartStore, source: JobSource, window: TimeWindow) {
    this.#host = host;
    this.#chart = chart;
    this.window = window;
    this.#question = new Question<Asked, Answer>(host, {
      ask: async ({ window: { from, to }, ids }, signal) => {
        const span = { fromDate: String(from), toDate: String(to) };
        const jobs = await source(ids ? { ...span, jobs: [...ids] } : span, signal);
        return { columns: decodeChartColumns(jobs), ids };
      },
      failed: 'the jobs of the chart could not be read',
      onAnswer: ({ columns, ids }, { window: { from, to } }) => {
        this.updatedAt = Date.now();
        if (ids) return this.#take(ids, columns);
        chart.setSpan({ from, to });
        chart.setTable(JobTable.of(columns));
      },
      // Those that changed could not be asked for by themselves: all are asked for.
      onFailed: (_error, { ids }) => ids && this.refresh(),
    });
    makeStore(this);
  }

  get loading(): boolean {
    return this.#question.state === 'asking';
  }

  get error(): unknown {
    return this.#question.error;
  }

  /** Follows changes until disposed. */
  start(): Dispose {
    const { events } = this.#host;
    const soon = this.#told.pipe(auditTime(coalesceMs)).subscribe(() => this.#catchUp());
    const often = interval(refreshMs).subscribe(() => this.autoRefresh && this.refresh());
    return together(
      events.on(jobChanged, ({ jobId }) => this.#hear(jobId)),
      events.on(reconnected, this.refresh),
      () => soon.unsubscribe(),
      () => often.unsubscribe(),
      this.#question.stop,
    );
  }

  setAutoRefresh(on: boolean): void {
    this.autoRefresh = on;
  }

  show(window: TimeWindow): void {
    this.window = window;
    this.refresh();
  }

  /** All jobs of the window. What is shown stays until the answer is there. */
  refresh(): void {
    // They are in the answer; who is told of while it is under way is asked for afterwards.
    this.#changed.clear();
    this.#question.ask({ window: this.window, ids: null });
  }

  #hear(jobId: number): void {
    this.#changed.add(jobId);
    this.#told.next();
  }

  #catchUp(): void {
    if (this.#changed.size === 0) return;
    // An answer under way is waited for: events that never pause must not keep every answer from arriving.
    if (this.loading) return this.#told.next();
    // What could not be asked for is still missing, or they are too many.
    if (this.error !== null || this.#changed.size > mostChanged) return this.refresh();
    const ids = [...this.#changed];
    this.#changed.clear();
    this.#question.ask({ window: this.window, ids });
  }

  /** What is no longer among the jobs that changed is gone from the window. */
  #take(ids: readonly number[], columns: ChartColumns): void {
    const { table } = this.#chart;
    const read = Array.from({ length: columns.count }, (_, index) => readJob(columns, index));
    const jobs = read.filter((job) => job !== undefined);
    const there = new Set(jobs.map(({ id }) => id));
    const gone = ids.filter((id) => !there.has(id) && table.find(id));
    // What somebody has just done here may be ahead of an answer that was on its way.
    const newer = jobs.filter((job) => job.version >= (table.find(job.id)?.version ?? 0));
    if (gone.length > 0) this.#chart.dropJobs(...gone);
    if (newer.length > 0) this.#chart.putJobs(...newer);
  }
}
