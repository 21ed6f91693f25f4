import type { Dispose } from '../plugin/readable.ts';
import { Action } from './Action.ts';
import { makeStore } from './makeStore.ts';
import type { StateHost } from './Question.ts';

export interface UndoOptions<Done> {
  /** Takes it back. */
  run: (done: Done) => Promise<unknown>;
  /** For the log, when that failed. */
  failed: string;
  /** After it was taken back; runs inside a MobX action. */
  onDone?: (done: Done) => void;
  /** How long it is offered, in milliseconds. Left out: until the next one, or until the person dismisses it. */
  forMs?: number;
}

/** What was just done and can be taken back. `UndoBar` draws it. A failure is a toast, and it can be tried again. */
export class Undo<Done> {
  /** `null`: nothing to take back. */
  done: Done | null = null;
  readonly #action: Action<[Done], unknown>;
  readonly #forMs: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: StateHost, { run, failed, onDone, forMs }: UndoOptions<Done>) {
    this.#forMs = forMs;
    this.#action = new Action<[Done], unknown>(host, {
      run,
      failed,
      toast: true,
      onDone: (_result, done) => {
        this.dismiss();
        onDone?.(done);
      },
    });
    makeStore(this);
  }

  get busy(): boolean {
    return this.#action.busy;
  }

  /** Offers to take `done` back; what was offered before no longer is. */
  offer(done: Done): void {
    clearTimeout(this.#timer);
    this.done = done;
    this.#arm();
  }

  async run(): Promise<void> {
    if (this.done !== null) await this.#action.run(this.done);
  }

  dismiss(): void {
    clearTimeout(this.#timer);
    this.done = null;
  }

  /** For a store's `start`: nothing is offered after the screen was left. */
  follow(): Dispose {
    return this.dismiss;
  }

  #arm(): void {
    if (this.#forMs !== undefined)
      this.#timer = setTimeout(() => (this.busy ? this.#arm() : this.dismiss()), this.#forMs);
  }
}
