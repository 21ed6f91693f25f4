import { rerunJob } from '@sinter/sdk/contract/scheduling/chart';
import { CallError } from '@sinter/sdk/contract/errors';
import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { fireJobEvent, readJob } from '@sinter/sdk/contract/scheduling/jobs';
import type { Job, JobEvent } from '@sinter/sdk/contract/scheduling/jobs';
import { newId } from '@sinter/sdk/plugin';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { keepEntered } from '@sinter/sdk/state/entered';
import { messageOf, toast } from '@sinter/sdk/ui';
import * as z from 'zod';
import type { JobDesk } from './desk.ts';
import { actionsOf, countsAll, needsCounts, needsReason } from './jobActions.ts';
import { MergeStore } from './MergeStore.ts';

type Host = Pick<PluginHost, 'api' | 'beforeStop' | 'events' | 'flag' | 'log' | 't' | 'user'>;

/** Something that is done to a job; answers the job that is the better for it. */
interface Doing {
  name: JobEvent | 'MERGE' | 'RERUN';
  call: () => Promise<Job>;
  onDone: (job: Job) => void;
}

/** One job in the drawer, and what somebody is about to do to it. */
export class JobDetailsStore {
  /** The action that waits for a reason or for counts. */
  asking: JobEvent | null = null;
  reason = '';
  /** Good parts by order file. */
  counts: ReadonlyMap<number, number> = new Map();
  /** What is marked of their objects. */
  marked: ReadonlyMap<number, { good: number; failed: number }> = new Map();
  problem: string | null = null;
  /** The search for a job to put this one's parts into. */
  merging: MergeStore | null = null;
  readonly #host: Host;
  readonly #jobId: number;
  readonly #desk: Pick<JobDesk, 'changed' | 'open' | 'show'>;
  /** `merged`: its parts have just gone into another job, which the desk is told. */
  readonly #question: Question<'shown' | 'merged', Job>;
  readonly #doing: Action<[Doing], Job>;
  /** Sent twice, what is done to a job is done once, and running it again makes one. */
  #eventId = newId();
  #rerunId = newId();
  /** What was written before a reload; it is there again when the same is asked. */
  #begun: { event: string; reason: string } | null = null;

  constructor(host: Host, jobId: number, desk: Pick<JobDesk, 'changed' | 'open' | 'show'>) {
    this.#host = host;
    this.#jobId = jobId;
    this.#desk = desk;
    this.#question = new Question<'shown' | 'merged', Job>(host, {
      ask: (_, signal) => host.api.call(readJob, { params: { id: jobId } }, { signal }),
      failed: 'a job could not be read',
      onAnswer: (job, asked) => {
        // Somebody else did it, or something else: what was asked for may be refused now.
        if (this.asking && !this.actions.includes(this.asking)) this.asking = null;
        if (asked === 'merged') desk.changed(job);
      },
      refreshOn: [on(jobChanged, (changed) => changed.jobId === jobId && !this.busy)],
    });
    this.#doing = new Action<[Doing], Job>(host, {
      run: ({ call }) => call(),
      failed: 'a job event was refused',
      onDone: (job, { name, onDone }) => {
        onDone(job);
        desk.changed(job);
        toast.success(host.t(`action.done.${name}`, { job: job.jobName }));
      },
      onFailed: (error) => {
        const [field] = error instanceof CallError ? Object.values(error.fields) : [];
        this.problem = field ?? messageOf(error);
        this.retry();
      },
    });
    makeStore(this);
  }

  /** Loads, and follows what others do to the job until disposed. */
  start(): Dispose {
    return together(
      keepEntered(this.#host, {
        what: `scheduling.action.${this.#jobId}`,
        schema: z.object({ event: z.string(), reason: z.string() }),
        entered: () => (this.asking !== null && this.unsaved ? { event: this.asking, reason: this.reason } : null),
        restore: (begun) => (this.#begun = begun),
      }),
      this.#question.start('shown'),
    );
  }

  get job(): Job | null {
    return this.#question.answer;
  }

  get error(): unknown {
    return this.#question.error;
  }

  get busy(): boolean {
    return this.#doing.busy;
  }

  get files() {
    return this.job?.jobOrderDTOs.flatMap((order) => order.fileIds) ?? [];
  }

  /** A reason is typed that is not sent yet. */
  get unsaved(): boolean {
    return this.asking !== null && this.reason.trim() !== '';
  }

  get actions(): JobEvent[] {
    const corrects = this.#host.user.serviceProvider?.permissions.includes('MES_SETTINGS_EDITOR') ?? false;
    return this.job ? actionsOf(this.job, corrects) : [];
  }

  retry(): void {
    this.#question.retry();
  }

  /** What was changed beside what is asked here. */
  refresh(): void {
    this.#question.refresh();
  }

  /** Does it at once, or asks first for what it needs. */
  begin(event: JobEvent): void {
    this.#eventId = newId();
    this.problem = null;
    this.reason = this.#begun?.event === event ? this.#begun.reason : '';
    this.#begun = null;
    this.merging = null;
    this.marked = new Map();
    this.counts = new Map(
      this.files.map((file) => [file.rfqCadFileId, countsAll(event) ? file.quantity : file.completedQuantity]),
    );
    if (needsReason(event) || (needsCounts(event) && this.files.length > 0)) this.asking = event;
    else this.#fire(event);
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

  /** So many of a part may be good, by what is marked. */
  boundsOf({ rfqCadFileId, quantity }: { rfqCadFileId: number; quantity: number }): [least: number, most: number] {
    const { good = 0, failed = 0 } = this.marked.get(rfqCadFileId) ?? {};
    return [good, quantity - failed];
  }

  /** What is marked is counted so; where that changes, the rest is as it is usual. */
  setMarked(parts: readonly { rfqCadFileId: number; good: number; failed: number }[]): void {
    const before = this.marked;
    this.marked = new Map(parts.map(({ rfqCadFileId, ...marks }) => [rfqCadFileId, marks]));
    const { asking } = this;
    if (asking === null) return;
    this.counts = new Map(
      this.files.map((file) => {
        const [least, most] = this.boundsOf(file);
        const known = this.counts.get(file.rfqCadFileId) ?? 0;
        const [was, is] = [before.get(file.rfqCadFileId), this.marked.get(file.rfqCadFileId)];
        const same = (was?.good ?? 0) === (is?.good ?? 0) && (was?.failed ?? 0) === (is?.failed ?? 0);
        return [file.rfqCadFileId, same ? known : countsAll(asking) ? most : least];
      }),
    );
  }

  setCount(rfqCadFileId: number, count: number): void {
    this.counts = new Map(this.counts).set(rfqCadFileId, count);
  }

  confirm(): void {
    if (!this.asking) return;
    if (needsReason(this.asking) && this.reason.trim() === '') this.problem = this.#host.t('action.reasonMissing');
    else this.#fire(this.asking);
  }

  beginMerge(modelId: number): void {
    this.asking = null;
    this.problem = null;
    if (!this.job) return;
    this.merging = new MergeStore(this.#host, this.job, modelId);
    this.merging.candidates.ask();
  }

  async merge(): Promise<void> {
    const { merging } = this;
    if (!merging?.target) return;
    this.problem = null;
    await this.#doing.run({
      name: 'MERGE',
      call: () => merging.merge(),
      onDone: () => {
        this.merging = null;
        this.#question.ask('merged');
      },
    });
  }

  /** Plans an ended job once more; the new one is shown. */
  async rerun(): Promise<void> {
    this.problem = null;
    await this.#doing.run({
      name: 'RERUN',
      call: () => {
        const body = { eventId: this.#rerunId };
        return this.#host.api.call(rerunJob, { params: { id: this.#jobId }, body });
      },
      onDone: (job) => {
        this.#rerunId = newId();
        this.#desk.open({ kind: 'job', job });
        this.#desk.show(job);
      },
    });
  }

  #fire(event: JobEvent): void {
    this.problem = null;
    const completed = needsCounts(event)
      ? [...this.counts].map(([rfqCadFileId, completedQuantity]) => ({ rfqCadFileId, completedQuantity }))
      : [];
    const body = { event, reason: this.reason.trim(), completed, eventId: this.#eventId };
    void this.#doing.run({
      name: event,
      call: () => this.#host.api.call(fireJobEvent, { params: { id: this.#jobId }, body }),
      onDone: (job) => {
        this.#question.put(job);
        this.asking = null;
      },
    });
  }
}
