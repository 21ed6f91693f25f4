import { jobChanged } from '@sinter/sdk/contract/events';
import { fireJobEvent, readJob } from '@sinter/sdk/contract/scheduling';
import type { Job, JobEvent } from '@sinter/sdk/contract/scheduling';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { messageOf, toast } from '@sinter/sdk/ui';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { needsCounts, needsReason } from './jobActions.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 't'>;

/** One job in the drawer, and what somebody is about to do to it. */
export class JobDetailsStore {
  job: Job | null = null;
  error: unknown = null;
  busy = false;
  /** The action that waits for a reason or for counts. */
  asking: JobEvent | null = null;
  reason = '';
  /** Good parts by order file. */
  counts = new Map<number, number>();
  problem: string | null = null;

  constructor(
    private readonly host: Host,
    readonly jobId: number,
    private readonly onChanged: (job: Job) => void,
  ) {
    makeAutoObservable<this, 'host' | 'onChanged'>(
      this,
      { host: false, onChanged: false, jobId: false, job: observableRef, error: observableRef },
      { autoBind: true },
    );
  }

  /** Loads, and follows what others do to the job until disposed. */
  start(): Dispose {
    void this.load();
    return this.host.events.on(jobChanged, ({ jobId }) => {
      if (jobId === this.jobId && !this.busy) void this.load();
    });
  }

  get files() {
    return this.job?.jobOrderDTOs.flatMap((order) => order.fileIds) ?? [];
  }

  async load(): Promise<void> {
    try {
      const job = await this.host.api.call(readJob, { params: { id: this.jobId } });
      runInAction(() => {
        this.job = job;
        this.error = null;
      });
    } catch (error) {
      this.host.log.warn('a job could not be read', { job: this.jobId, error: String(error) });
      runInAction(() => (this.error = error));
    }
  }

  /** Does it at once, or asks first for what it needs. */
  begin(event: JobEvent): void {
    this.problem = null;
    this.reason = '';
    this.counts = new Map(this.files.map((file) => [file.rfqCadFileId, event === 'COMPLETE' ? file.quantity : 0]));
    if (needsReason(event) || (needsCounts(event) && this.files.length > 0)) this.asking = event;
    else void this.fire(event);
  }

  stopAsking(): void {
    this.asking = null;
  }

  setReason(reason: string): void {
    this.reason = reason;
    this.problem = null;
  }

  setCount(rfqCadFileId: number, count: number): void {
    this.counts.set(rfqCadFileId, count);
  }

  confirm(): void {
    if (!this.asking) return;
    if (needsReason(this.asking) && this.reason.trim() === '') {
      this.problem = this.host.t('action.reasonMissing');
      return;
    }
    void this.fire(this.asking);
  }

  private async fire(event: JobEvent): Promise<void> {
    this.busy = true;
    this.problem = null;
    const completed = needsCounts(event)
      ? [...this.counts].map(([rfqCadFileId, completedQuantity]) => ({ rfqCadFileId, completedQuantity }))
      : [];
    try {
      const job = await this.host.api.call(fireJobEvent, {
        params: { id: this.jobId },
        body: { event, reason: this.reason.trim(), completed },
      });
      runInAction(() => {
        this.job = job;
        this.asking = null;
      });
      this.onChanged(job);
      toast.success(this.host.t(`action.done.${event}`, { job: job.jobName }));
    } catch (error) {
      this.host.log.warn('a job event was refused', { job: this.jobId, event, error: String(error) });
      runInAction(() => (this.problem = messageOf(error)));
      void this.load();
    } finally {
      runInAction(() => (this.busy = false));
    }
  }
}
