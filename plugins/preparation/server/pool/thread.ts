import { Worker } from 'node:worker_threads';
import { answerSchema, type Answer, type Task } from './messages.ts';

/** Why a thread ended in the middle of a task. */
export type Loss = 'CRASHED' | 'MEMORY' | 'STOPPED' | 'TIME';

interface Current {
  answer(answer: Exclude<Answer, { kind: 'ready' }>): void;
  lost(loss: Loss, cause: unknown): void;
}

/** A worker thread that stays loaded and runs one task at a time. */
export class Thread {
  /** The id that the operating system has for it, for counting memory. */
  osThreadId: number | null = null;
  tasks = 0;
  /** The thread has ended or is ending. */
  gone = false;
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  #current: Current | undefined;
  #ending: Loss | undefined;

  constructor(file: URL, heapMb: number) {
    this.#worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    this.ready = new Promise((loaded, failed) => {
      this.#worker.on('message', (message: unknown) => {
        const answer = answerSchema.parse(message);
        if (answer.kind !== 'ready') return this.#current?.answer(answer);
        this.osThreadId = answer.threadId;
        loaded();
      });
      let cause: unknown;
      this.#worker.on('error', (error) => {
        cause = error;
        if (isHeapFull(error)) this.#ending ??= 'MEMORY';
      });
      this.#worker.on('exit', (code) => {
        this.gone = true;
        cause ??= new Error(`The thread ended with code ${code}.`);
        failed(cause);
        this.#current?.lost(this.#ending ?? 'CRASHED', cause);
      });
    });
    // The caller of a task waits for this promise. A spare thread that fails to load has no caller yet.
    this.ready.catch(() => {});
    this.#worker.unref();
  }

  /** Keeps the process alive until the thread is idle. */
  hold(): void {
    this.#worker.ref();
  }

  /** Reports the answer or the loss of the task to `current`; then the thread is free or has ended. */
  begin(task: Task, current: Current): void {
    this.tasks += 1;
    this.#current = current;
    this.#worker.postMessage(
      task,
      ('files' in task ? task.files : [task.file]).map(({ bytes }) => bytes.buffer),
    );
  }

  rest(): void {
    this.#current = undefined;
    this.#worker.unref();
  }

  /** Ends the thread, also in the middle of a calculation. The caller of its task is told the reason. */
  end(loss: Loss): void {
    if (this.gone) return;
    this.#ending ??= loss;
    this.gone = true;
    void this.#worker.terminate();
  }
}

const isHeapFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
