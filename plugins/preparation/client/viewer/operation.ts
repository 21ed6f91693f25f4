import type { FileOperationOutcome } from '@sinter/sdk/contract/preparation/operationRunner';
import type { FileOperationType } from '@sinter/sdk/contract/preparation/operations';
import { Pace } from '@sinter/sdk/ui';
import { makeStore } from '@sinter/sdk/state';
import { runInAction } from 'mobx';
import { runFileOperation, type OperationHost } from '../runFileOperation.ts';
import type { ViewedFile } from './followPreview.ts';

/** An operation that the viewer runs on its file: how far it is and how it ended. The user can cancel it. */
export class ViewerOperation {
  state: 'IDLE' | 'RUNNING' | 'DONE' | 'FAILED' = 'IDLE';
  progress = 0;
  secondsLeft: number | undefined = undefined;
  error: unknown = null;
  readonly #host: OperationHost;
  readonly #type: FileOperationType;
  readonly #file: ViewedFile;
  #abort = new AbortController();
  #cancel = new AbortController();

  constructor(host: OperationHost, type: FileOperationType, file: ViewedFile) {
    this.#host = host;
    this.#type = type;
    this.#file = file;
    makeStore(this);
  }

  /**
   * The state tells how the operation ended. `take` receives its result and may be asynchronous; the operation counts
   * as running until then.
   */
  async run(
    input: Record<string, unknown>,
    take: (outcome: FileOperationOutcome, signal: AbortSignal) => Promise<void> | void,
  ): Promise<void> {
    this.#abort.abort();
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    const cancel = (this.#cancel = new AbortController());
    this.state = 'RUNNING';
    this.progress = 0;
    this.secondsLeft = undefined;
    const pace = new Pace();
    // Answers may arrive out of order; the progress bar never goes back.
    const moved = (share: number) => {
      if (share <= this.progress || signal.aborted || cancel.signal.aborted) return;
      this.progress = share;
      this.secondsLeft = pace.left(share);
    };
    try {
      const outcome = await runFileOperation(this.#host, {
        type: this.#type,
        ...this.#file,
        input,
        signal,
        cancel: cancel.signal,
        onProgress: (share) => runInAction(() => moved(share)),
      });
      await take(outcome, signal);
      runInAction(() => (this.state = 'DONE'));
    } catch (error) {
      if (signal.aborted || cancel.signal.aborted) return;
      this.#host.log.warn('an operation of the viewer failed', { type: this.#type, error: String(error) });
      runInAction(() => {
        this.state = 'FAILED';
        this.error = error;
      });
    }
  }

  cancel(): void {
    this.state = 'IDLE';
    this.#cancel.abort(new DOMException('Cancelled', 'AbortError'));
  }

  /** Stops following the operation. */
  stop(): void {
    this.#abort.abort(new DOMException('Left', 'AbortError'));
  }
}
