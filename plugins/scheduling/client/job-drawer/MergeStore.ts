import { facilityJobs, mergeJobs, searchJobs } from '@sinter/sdk/contract/scheduling/chart';
import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { isDowntime } from '../status.ts';

type Host = Pick<PluginHost, 'api' | 'flag' | 'log'>;

const dayMs = 86_400_000;
const reachDays = 90;
const most = 100;

/** Jobs that a job's parts can go into: of the same machine model and material, and not begun. */
export class MergeStore {
  /** The nearest in time first; `null` until they are there. */
  candidates: readonly ChartJob[] | null = null;
  error: unknown = null;
  target: number | null = null;

  constructor(
    private readonly host: Host,
    private readonly job: Job,
    private readonly modelId: number,
  ) {
    makeAutoObservable<this, 'host' | 'job' | 'modelId'>(
      this,
      { host: false, job: false, modelId: false, candidates: observableRef, error: observableRef },
      { autoBind: true },
    );
  }

  async load(): Promise<void> {
    this.error = null;
    const start = Number(this.job.fromDate);
    const body = {
      models: [this.modelId],
      fromDate: String(start - reachDays * dayMs),
      toDate: String(start + reachDays * dayMs),
    };
    try {
      // The facility's own schedule, where it has one; else what the enterprise's chart shows of it.
      const found = this.host.flag('PRODUCTION_SCHEDULE')
        ? await this.host.api.call(facilityJobs, { body })
        : await this.host.api.call(searchJobs, { query: {}, body });
      const away = ({ fromDate }: ChartJob) => Math.abs(Number(fromDate) - start);
      const alike = found
        .filter((other) => this.takes(other))
        .sort((a, b) => away(a) - away(b))
        .slice(0, most);
      runInAction(() => (this.candidates = alike));
    } catch (error) {
      this.host.log.warn('jobs to merge with could not be read', { error: String(error) });
      runInAction(() => (this.error = error));
    }
  }

  choose(id: number): void {
    this.target = id;
  }

  /** Answers the job that has the parts now. */
  merge(): Promise<Job> {
    const { id, version } = this.job;
    return this.host.api.call(mergeJobs, { params: { id }, body: { intoJobId: this.target ?? 0, version } });
  }

  private takes(other: ChartJob): boolean {
    const open = other.jobStatus === 'WAITING' || other.jobStatus === 'QUEUED';
    return other.id !== this.job.id && open && !isDowntime(other) && other.materialId === this.job.materialDTO?.id;
  }
}
