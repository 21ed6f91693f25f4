import { listEquipments } from '@sinter/sdk/contract/catalog';
import { jobChanged } from '@sinter/sdk/contract/events';
import { listJobs, readJob, type Job } from '@sinter/sdk/contract/scheduling';
import { CallError } from '@sinter/sdk/contract/errors';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, runInAction } from 'mobx';
import type { TraySession } from '../tray/TraySession.ts';

export const pageSize = 25;
const day = 86_400_000;

/** Days as `YYYY-MM-DD`, as date inputs speak. */
const dayText = (time: number): string => {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
const startOf = (text: string): number => new Date(`${text}T00:00:00`).getTime();

/** Queued and other jobs of the facility; by default those of the last week until the end of today. */
export class JobsScheduledStore {
  jobs: readonly Job[] = [];
  total = 0;
  page = 0;
  loading = true;
  error: unknown = null;
  from = dayText(Date.now() - 7 * day);
  to = dayText(Date.now());
  equipmentId: number | null = null;
  machines: readonly { id: number; displayName: string }[] = [];
  /** The job that is on its way into the tray. */
  sending: number | null = null;
  sendError: unknown = null;
  sentJob: string | null = null;

  constructor(
    private readonly host: Pick<PluginHost, 'api' | 'events' | 'log'>,
    private readonly session: TraySession,
  ) {
    makeAutoObservable<this, 'host' | 'session'>(this, { host: false, session: false }, { autoBind: true });
  }

  start(): Dispose {
    void this.load();
    void this.loadMachines();
    return this.host.events.on(jobChanged, () => void this.load());
  }

  async load(): Promise<void> {
    this.loading = true;
    try {
      const { jobDTOS, totalCount } = await this.host.api.call(listJobs, {
        params: { limit: pageSize, offset: this.page * pageSize },
        query: {
          jobType: 'ORDER',
          fromDate: String(startOf(this.from)),
          toDate: String(startOf(this.to) + day),
          equipmentId: this.equipmentId ?? undefined,
        },
      });
      runInAction(() => {
        this.jobs = jobDTOS;
        this.total = totalCount;
        this.error = null;
      });
    } catch (error) {
      this.host.log.warn('jobs could not be read', { error: String(error) });
      runInAction(() => (this.error = error));
    } finally {
      runInAction(() => (this.loading = false));
    }
  }

  setFrom(text: string): void {
    if (text === '') return;
    this.from = text;
    if (this.to < text) this.to = text;
    this.reload();
  }

  setTo(text: string): void {
    if (text === '') return;
    this.to = text;
    if (this.from > text) this.from = text;
    this.reload();
  }

  setEquipment(id: number | null): void {
    this.equipmentId = id;
    this.reload();
  }

  setPage(page: number): void {
    this.page = page;
    void this.load();
  }

  canSend(job: Job): boolean {
    return job.jobStatus === 'QUEUED' && job.jobType === 'ORDER';
  }

  /** The job is read again first: it may have been started meanwhile. */
  async send(jobId: number): Promise<void> {
    this.sending = jobId;
    this.sendError = null;
    this.sentJob = null;
    try {
      const job = await this.host.api.call(readJob, { params: { id: jobId } });
      if (!this.canSend(job)) throw new CallError('JOB_NOT_QUEUED');
      const files = job.jobOrderDTOs.flatMap((order) => order.fileIds);
      const { lines } = await this.session.fill(
        files.map((file) => ({ orderFileId: file.rfqCadFileId, quantity: file.quantity })),
        job.id,
      );
      await this.session.insertJob({
        jobId: job.id,
        jobName: job.jobName,
        fromDate: job.fromDate,
        toDate: job.toDate,
        equipment: { id: job.equipmentId, name: job.equipmentDTO.displayName },
        lines,
      });
      runInAction(() => (this.sentJob = job.jobName));
    } catch (error) {
      this.host.log.warn('a job could not be sent to the tray', { jobId, error: String(error) });
      runInAction(() => (this.sendError = error));
    } finally {
      runInAction(() => (this.sending = null));
    }
  }

  private reload(): void {
    this.page = 0;
    void this.load();
  }

  private async loadMachines(): Promise<void> {
    try {
      const machines = await this.host.api.call(listEquipments, { query: {} });
      runInAction(() => (this.machines = machines));
    } catch (error) {
      this.host.log.warn('machines could not be read', { error: String(error) });
    }
  }
}
