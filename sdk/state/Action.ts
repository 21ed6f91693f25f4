import { runInAction } from 'mobx';
import { CallError } from '../contract/errors.ts';
import { messageOf, toast } from '../ui/index.ts';
import { makeStore } from './makeStore.ts';
import type { StateHost } from './Question.ts';

export interface ActionOptions<Args extends readonly unknown[], Result> {
  /** Calls the api. */
  run: (...args: Args) => Promise<Result>;
  /** For the log, when it failed: `'the order was not placed'`. */
  failed: string;
  /** Takes the result into the store; runs inside one MobX action. */
  onDone?: (result: Result, ...args: Args) => void;
  /** What a failure means to the store, beside `error`; runs inside the same MobX action. */
  onFailed?: (error: unknown, ...args: Args) => void;
  /** The screen has no place for the message: it is shown as a toast. */
  toast?: boolean;
}

/** Something that a person does: one at a time, with what went wrong kept until the next try. Nothing is thrown. */
export class Action<Args extends readonly unknown[], Result = void> {
  /** What is being done now; `null`: nothing. */
  doing: Args | null = null;
  /** Why the last try failed; `null` again with the next one. */
  error: unknown = null;
  readonly #host: StateHost;
  readonly #options: ActionOptions<Args, Result>;
  #last: Args | null = null;

  constructor(host: StateHost, options: ActionOptions<Args, Result>) {
    this.#host = host;
    this.#options = options;
    makeStore(this);
  }

  get busy(): boolean {
    return this.doing !== null;
  }

  /** `error` as a person reads it. */
  get problem(): string | null {
    return this.error === null ? null : messageOf(this.error);
  }

  /** Messages by field, as the server gives them (`files.0.quantity`). */
  get fields(): Readonly<Record<string, string>> {
    return this.error instanceof CallError ? this.error.fields : {};
  }

  /** Says whether it was done. While it is being done, a second press does nothing and answers `false`. */
  async run(...args: Args): Promise<boolean> {
    if (this.doing) return false;
    this.doing = args;
    this.#last = args;
    this.error = null;
    const { run, failed, onDone, onFailed, toast: asToast } = this.#options;
    try {
      const result = await run(...args);
      runInAction(() => {
        this.doing = null;
        onDone?.(result, ...args);
      });
      return true;
    } catch (error) {
      this.#host.log.warn(failed, { error: String(error) });
      runInAction(() => {
        this.doing = null;
        this.error = error;
        onFailed?.(error, ...args);
      });
      // Who has cancelled it knows.
      if (asToast && !(error instanceof CallError && error.code === 'CANCELLED')) toast.error(messageOf(error));
      return false;
    }
  }

  /** The last try once more. */
  retry(): Promise<boolean> {
    return this.#last ? this.run(...this.#last) : Promise.resolve(false);
  }

  /** Takes the message away. */
  forgive(): void {
    this.error = null;
  }
}
