import { rerunJob } from '@sinter/sdk/contract/scheduling/chart';
import { CallError } from '@sinter/sdk/contract/errors';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { fireJobEvent, readJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job, JobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import { newId } from '@sinter/sdk/plugin';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { messageOf, toast } from '@sinter/sdk/ui';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { JobDesk } from './desk.ts';
import { actionsOf, countsAll, needsCounts, needsReason } from './jobActions.ts';
import { MergeStore } from './MergeStore.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'flag' | 'log' | 't' | 'user'>;

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
  /** The search for a job to put this one's parts into. */
  merging: MergeStore | null = null;
  /** Sent twice, what is done to a job is done once, and running it again makes one. */
  private eventId = newId();
  private rerunId = newId();

  constructor(
    private readonly host: Host,
    readonly jobId: number,
    private readonly desk: Pick<JobDesk, 'changed' | 'open' | 'show'>,
  ) {
    makeAutoObservable<this, 'host' | 'desk' | 'eventId' | 'rerunId'>(
      this,
      {
        ...{ host: false, desk: false, eventId: false, rerunId: false, jobId: false },
        ...{ job: observableRef, error: observableRef, merging: observableRef },
      },
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

  /** A reason is typed that is not sent yet. */
  get unsaved(): boolean {
    return this.asking !== null && this.reason.trim() !== '';
  }

  get actions(): JobEvent[] {
    const corrects = this.host.user.serviceProvider?.permissions.includes('MES_SETTINGS_EDITOR') ?? false;
    return this.job ? actionsOf(this.job, corrects) : [];
  }

  async load(): Promise<void> {
    try {
      const job = await this.host.api.call(readJob, { params: { id: this.jobId } });
      runInAction(() => {
        this.job = job;
        this.error = null;
        // Somebody else did it, or something else: what was asked for may be refused now.
        if (this.asking && !this.actions.includes(this.asking)) this.asking = null;
      });
    } catch (error) {
      this.host.log.warn('a job could not be read', { job: this.jobId, error: String(error) });
      runInAction(() => (this.error = error));
    }
  }

  /** Does it at once, or asks first for what it needs. */
  begin(event: JobEvent): void {
    this.eventId = newId();
    this.problem = null;
    this.reason = '';
    this.merging = null;
    this.counts = new Map(
      this.files.map((file) => [file.rfqCadFileId, countsAll(event) ? file.quantity : file.completedQuantity]),
    );
    if (needsReason(event) || (needsCounts(event) && this.files.length > 0)) this.asking = event;
    else void this.fire(event);
  }

  stopAsking(): void {
    this.asking = null;
    this.merging = null;
    this.problem = null;
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

  beginMerge(modelId: number): void {
    this.asking = null;
    this.problem = null;
    if (!this.job) return;
    this.merging = new MergeStore(this.host, this.job, modelId);
    void this.merging.load();
  }

  async merge(): Promise<void> {
    const { merging } = this;
    if (!merging?.target) return;
    await this.act('MERGE', async () => {
      const into = await merging.merge();
      await this.load();
      runInAction(() => (this.merging = null));
      if (this.job) this.desk.changed(this.job);
      return into;
    });
  }

  /** Plans an ended job once more; the new one is shown. */
  async rerun(): Promise<void> {
    await this.act('RERUN', async () => {
      const job = await this.host.api.call(rerunJob, {
        params: { id: this.jobId },
        body: { eventId: this.rerunId },
      });
      this.rerunId = newId();
      this.desk.open({ kind: 'job', job });
      this.desk.show(job);
      return job;
    });
  }

  private async fire(event: JobEvent): Promise<void> {
    const completed = needsCounts(event)
      ? [...this.counts].map(([rfqCadFileId, completedQuantity]) => ({ rfqCadFileId, completedQuantity }))
      : [];
    await this.act(event, async () => {
      const job = await this.host.api.call(fireJobEvent, {
        params: { id: this.jobId },
        body: { event, reason: this.reason.trim(), completed, eventId: this.eventId },
      });
      runInAction(() => {
        this.job = job;
        this.asking = null;
      });
      return job;
    });
  }

  private async act(name: string, call: () => Promise<Job>): Promise<void> {
    this.busy = true;
    this.problem = null;
    try {
      const job = await call();
      this.desk.changed(job);
      toast.success(this.host.t(`action.done.${name}`, { job: job.jobName }));
    } catch (error) {
      this.host.log.warn('a job event was refused', { job: this.jobId, event: name, error: String(error) });
      const fields = error instanceof CallError ? Object.values(error.fields) : [];
      runInAction(() => (this.problem = fields[0] ?? messageOf(error)));
      void this.load();
    } finally {
      runInAction(() => (this.busy = false));
    }
  }
}
