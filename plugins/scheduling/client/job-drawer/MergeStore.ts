import { facilityJobs, mergeJobs, searchJobs } from '@sinter/sdk/contract/scheduling/chart';
import type { ChartJob } from '@sinter/sdk/contract/scheduling/chartJob';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question } from '@sinter/sdk/state';
import { isDowntime } from '../status.ts';

type Host = Pick<PluginHost, 'api' | 'flag' | 'log'>;

const dayMs = 86_400_000;
const reachDays = 90;
const most = 100;

/** Jobs that a job's parts can go into: of the same machine model and material, and not begun. */
export class MergeStore {
  target: number | null = null;
  /** The nearest in time first. */
  readonly candidates: Question<void, readonly ChartJob[]>;
  readonly #host: Host;
  readonly #job: Job;

  constructor(host: Host, job: Job, modelId: number) {
    this.#host = host;
    this.#job = job;
    const start = Number(job.fromDate);
    const away = ({ fromDate }: ChartJob) => Math.abs(Number(fromDate) - start);
    this.candidates = new Question<void, readonly ChartJob[]>(host, {
      ask: async (_, signal) => {
        const reach = reachDays * dayMs;
        const body = { models: [modelId], fromDate: String(start - reach), toDate: String(start + reach) };
        // The facility's own schedule, where it has one; else what the enterprise's chart shows of it.
        const found = host.flag('PRODUCTION_SCHEDULE')
          ? await host.api.call(facilityJobs, { body }, { signal })
          : await host.api.call(searchJobs, { query: {}, body }, { signal });
        return found
          .filter((other) => this.#takes(other))
          .sort((a, b) => away(a) - away(b))
          .slice(0, most);
      },
      failed: 'jobs to merge with could not be read',
    });
    makeStore(this);
  }

  choose(id: number): void {
    this.target = id;
  }

  /** Answers the job that has the parts now. */
  merge(): Promise<Job> {
    const { id, version } = this.#job;
    return this.#host.api.call(mergeJobs, { params: { id }, body: { intoJobId: this.target ?? 0, version } });
  }

  #takes(other: ChartJob): boolean {
    const open = other.jobStatus === 'WAITING' || other.jobStatus === 'QUEUED';
    return other.id !== this.#job.id && open && !isDowntime(other) && other.materialId === this.#job.materialDTO?.id;
  }
}
