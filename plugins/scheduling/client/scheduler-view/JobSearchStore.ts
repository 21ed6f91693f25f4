import { pickJobs } from '@sinter/sdk/contract/scheduling/chart';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question } from '@sinter/sdk/state';

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

/** Looks for a job by one thing about it. */
export class JobSearchStore {
  field: JobField = 'searchString';
  text = '';
  /** Place in the list, -1 for none. */
  active = -1;
  readonly #question: Question<Wanted, readonly FoundJob[]>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.#question = new Question<Wanted, readonly FoundJob[]>(host, {
      ask: (body, signal) => host.api.call(pickJobs, { body }, { signal }),
      failed: 'jobs could not be searched',
      debounceMs,
      onAnswer: ({ length }) => (this.active = length > 0 ? 0 : -1),
      onFailed: () => (this.active = -1),
    });
    makeStore(this);
  }

  get jobs(): readonly FoundJob[] {
    return (this.error === null && this.#question.answer) || [];
  }

  get error(): unknown {
    return this.#question.error;
  }

  /** Is there an answer to what stands in the field? */
  get answered(): boolean {
    return this.error === null && this.#question.answer !== null;
  }

  /** The field wants a number and something else stands in it. */
  get needsNumber(): boolean {
    return this.text.trim() !== '' && wantedOf(this.field, this.text.trim()) === null;
  }

  setField(field: JobField): void {
    this.field = field;
    this.#later();
  }

  setText(text: string): void {
    this.text = text;
    this.#later();
  }

  move(step: 1 | -1): void {
    const { length } = this.jobs;
    if (length > 0) this.active = (Math.max(this.active, step === 1 ? -1 : 0) + step + length) % length;
  }

  clear(): void {
    this.text = '';
    this.#forget();
  }

  stop(): void {
    this.#question.stop();
  }

  /** Asks now. */
  search(): void {
    const wanted = wantedOf(this.field, this.text.trim());
    if (!wanted) return this.#forget();
    this.#question.ask(wanted);
    this.#question.retry();
  }

  #later(): void {
    const wanted = wantedOf(this.field, this.text.trim());
    const isText = wanted !== null && ('searchString' in wanted || 'jobName' in wanted || 'rfqTitle' in wanted);
    if (!wanted || (isText && this.text.trim().length < shortest)) this.#forget();
    else this.#question.ask(wanted);
  }

  #forget(): void {
    this.#question.clear();
    this.active = -1;
  }
}
