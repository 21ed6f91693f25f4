import { pickJobs } from '@sinter/sdk/contract/scheduling/chart';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';

/** The fields by which a job is looked for (specification 7.5). */
export const jobFields = ['searchString', 'jobId', 'jobName', 'rfqId', 'rfqTitle', 'partId'] as const;
export type JobField = (typeof jobFields)[number];
export type FoundJob = CallResult<typeof pickJobs>[number];

type Wanted = CallArguments<typeof pickJobs>['body'];

const debounceMs = 300;
/** Letters that are worth a question while somebody is typing; Enter asks with fewer too. */
const shortest = 3;

/** The question for the server; `null` where there is none yet, or no number where one is needed. */
function wantedOf(field: JobField, text: string): Wanted | null {
  if (text === '') return null;
  if (field === 'searchString') return { searchString: text };
  if (field === 'jobName') return { jobName: text };
  if (field === 'rfqTitle') return { rfqTitle: text };
  const id = /^#?(\d{1,9})$/.exec(text)?.[1];
  if (id === undefined) return null;
  if (field === 'jobId') return { jobId: Number(id) };
  return field === 'rfqId' ? { rfqId: Number(id) } : { partId: Number(id) };
}

/** Looks for a job by one thing about it. The newest question wins. */
export class JobSearchStore {
  field: JobField = 'searchString';
  text = '';
  jobs: readonly FoundJob[] = [];
  /** Is there an answer to what stands in the field? */
  answered = false;
  loading = false;
  error: unknown = null;
  /** Place in the list, -1 for none. */
  active = -1;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: AbortController | null = null;

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log'>) {
    makeAutoObservable<this, 'host' | 'timer' | 'asking'>(
      this,
      { host: false, timer: false, asking: false, jobs: observableRef, error: observableRef },
      { autoBind: true },
    );
  }

  /** The field wants a number and something else stands in it. */
  get needsNumber(): boolean {
    return this.text.trim() !== '' && wantedOf(this.field, this.text.trim()) === null;
  }

  setField(field: JobField): void {
    this.field = field;
    this.later();
  }

  setText(text: string): void {
    this.text = text;
    this.later();
  }

  move(step: 1 | -1): void {
    const { length } = this.jobs;
    if (length > 0) this.active = (Math.max(this.active, step === 1 ? -1 : 0) + step + length) % length;
  }

  clear(): void {
    this.stop();
    this.text = '';
    this.forget();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.loading = false;
  }

  /** Asks now. */
  async search(): Promise<void> {
    this.stop();
    const body = wantedOf(this.field, this.text.trim());
    if (!body) return this.forget();
    const asking = new AbortController();
    this.asking = asking;
    this.loading = true;
    try {
      const jobs = await this.host.api.call(pickJobs, { body }, { signal: asking.signal });
      if (asking.signal.aborted) return;
      runInAction(() => {
        this.jobs = jobs;
        this.active = jobs.length > 0 ? 0 : -1;
        this.answered = true;
        this.error = null;
        this.loading = false;
      });
    } catch (error) {
      if (asking.signal.aborted) return;
      this.host.log.warn('jobs could not be searched', { error: String(error) });
      runInAction(() => {
        this.forget();
        this.error = error;
        this.loading = false;
      });
    }
  }

  private later(): void {
    this.stop();
    const wanted = wantedOf(this.field, this.text.trim());
    const isText = wanted !== null && ('searchString' in wanted || 'jobName' in wanted || 'rfqTitle' in wanted);
    if (!wanted || (isText && this.text.trim().length < shortest)) return this.forget();
    this.timer = setTimeout(() => void this.search(), debounceMs);
  }

  private forget(): void {
    this.jobs = [];
    this.active = -1;
    this.answered = false;
    this.error = null;
  }
}
