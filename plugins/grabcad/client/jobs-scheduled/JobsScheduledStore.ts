import type { CallResult } from '@sinter/sdk/contract/call';
import { listEquipments } from '@sinter/sdk/contract/catalog/catalog';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { listJobs, readJob, type Job } from '@sinter/sdk/contract/scheduling/jobs';
import { formatDate, startOfDay } from '@sinter/sdk/i18n';
import { CallError } from '@sinter/sdk/contract/errors';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import type { TraySession } from '../tray/TraySession.ts';

export const pageSize = 25;
const weekMs = 7 * 86_400_000;

/** The facility's day, as date inputs speak. */
const dayText = (time: number): string => formatDate(time, 'YYYY-MM-DD');

type Session = Pick<TraySession, 'fill' | 'insertJob'>;

interface Search {
  page: number;
  /** Days of the facility, as `2026-11-21`. */
  from: string;
  to: string;
  equipmentId: number | null;
}

/** Queued and other jobs of the facility; by default those of the last week until the end of today. */
export class JobsScheduledStore {
  shown: Search = { page: 0, from: dayText(Date.now() - weekMs), to: dayText(Date.now()), equipmentId: null };
  sentJob: string | null = null;
  readonly #jobs: Question<Search, CallResult<typeof listJobs>>;
  readonly #machines: Question<void, CallResult<typeof listEquipments>>;
  readonly #send: Action<[number], Job>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, session: Session) {
    const { api } = host;
    this.#jobs = new Question<Search, CallResult<typeof listJobs>>(host, {
      ask: ({ page, from, to, equipmentId }, signal) => {
        const params = { limit: pageSize, offset: page * pageSize };
        const days = { fromDate: String(startOfDay(from)), toDate: String(startOfDay(to, 1)) };
        const query = { jobType: 'ORDER', ...days, equipmentId: equipmentId ?? undefined } as const;
        return api.call(listJobs, { params, query }, { signal });
      },
      failed: 'jobs could not be read',
      refreshOn: [on(jobChanged)],
    });
    this.#machines = new Question<void, CallResult<typeof listEquipments>>(host, {
      ask: (_, signal) => api.call(listEquipments, { query: {} }, { signal }),
      failed: 'machines could not be read',
    });
    this.#send = new Action<[number], Job>(host, {
      run: async (id) => {
        // It may have been started meanwhile.
        const job = await api.call(readJob, { params: { id } });
        if (!this.canSend(job)) throw new CallError('JOB_NOT_QUEUED');
        await toTray(session, job);
        return job;
      },
      failed: 'a job could not be sent to the tray',
      onDone: ({ jobName }) => (this.sentJob = jobName),
    });
    makeStore(this);
  }

  get jobs(): readonly Job[] {
    return this.#jobs.answer?.jobDTOS ?? [];
  }

  get total(): number {
    return this.#jobs.answer?.totalCount ?? 0;
  }

  get loading(): boolean {
    return this.#jobs.loading;
  }

  get error(): unknown {
    return this.#jobs.error;
  }

  get machines(): CallResult<typeof listEquipments> {
    return this.#machines.answer ?? [];
  }

  /** The job that is on its way into the tray. */
  get sending(): number | null {
    return this.#send.doing?.[0] ?? null;
  }

  get sendError(): unknown {
    return this.#send.error;
  }

  start(): Dispose {
    return together(this.#jobs.start(this.shown), this.#machines.start());
  }

  retry(): void {
    this.#jobs.retry();
  }

  setFrom(from: string): void {
    if (from !== '') this.show({ from, to: this.shown.to < from ? from : this.shown.to });
  }

  setTo(to: string): void {
    if (to !== '') this.show({ to, from: this.shown.from > to ? to : this.shown.from });
  }

  /** Anything but another page begins with the first one. */
  show(change: Partial<Search>): void {
    this.shown = { ...this.shown, page: 0, ...change };
    this.#jobs.ask(this.shown);
  }

  canSend(job: Job): boolean {
    return job.jobStatus === 'QUEUED' && job.jobType === 'ORDER';
  }

  async send(jobId: number): Promise<void> {
    this.sentJob = null;
    await this.#send.run(jobId);
  }
}

async function toTray(session: Session, job: Job): Promise<void> {
  const files = job.jobOrderDTOs.flatMap((order) => order.fileIds);
  const wanted = files.map((file) => ({ orderFileId: file.rfqCadFileId, quantity: file.quantity }));
  const { lines } = await session.fill(wanted, job.id);
  await session.insertJob({
    jobId: job.id,
    jobName: job.jobName,
    fromDate: job.fromDate,
    toDate: job.toDate,
    equipment: { id: job.equipmentId, name: job.equipmentDTO.displayName },
    lines,
  });
}
