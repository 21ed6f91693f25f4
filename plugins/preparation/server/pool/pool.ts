import { CallError } from '@sinter/sdk/contract';
import type { Logger } from '@sinter/sdk/plugin';
import { say } from '../texts.ts';
import { charge, pageFaults, processMb, type Taker } from './memory.ts';
import type { FullyPreviewed, Nested, Operated, Previewed, Result, Task } from './messages.ts';
import { SilentPace } from './silentPace.ts';
import { Thread, type Loss } from './thread.ts';

export interface PoolOptions {
  /** The built `worker.ts`. */
  file: URL;
  /** Maximum number of threads. */
  size: number;
  /** Limit of each task: heap, typed arrays and WebAssembly together. */
  memoryLimitMb: number;
  timeLimitMs: number;
  log: Logger;
}

export interface RunOptions {
  /** Ends the task and its thread. */
  signal: AbortSignal;
  /** Share that is done, 0 to 1; called a few times a second. */
  onProgress?(progress: number): void;
}

export type OperationTask = Extract<Task, { kind: 'operation' }>;
type NestTask = Extract<Task, { kind: 'nest' }>;
type PreviewTask = Extract<Task, { kind: 'preview' }>;
type FullPreviewTask = Extract<Task, { kind: 'fullPreview' }>;

const watchEveryMs = 100;
/**
 * The memory of a thread grows with time: the importers never release theirs, and the garbage collector runs late. So
 * a thread ends after this many tasks.
 */
const tasksPerThread = 100;
/** A thread that has used so much memory returns it faster by ending than by collecting garbage. */
const largeMb = 768;

interface Working extends Taker {
  thread: Thread;
}

/**
 * Threads that do the geometry of this process. Each has a limit of memory and time; a thread that is ended or
 * crashes fails only its own task. Threads start when there is work, and stay ready without keeping the process
 * alive.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #free: Thread[] = [];
  readonly #working = new Set<Working>();
  readonly #waiting: (() => void)[] = [];
  #taken = 0;
  /** Memory of the process when it was last shared out. */
  #seenMb = 0;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get memoryLimitMb(): number {
    return this.#options.memoryLimitMb;
  }

  /**
   * Runs one task. The buffers of its bytes are transferred and cannot be used afterwards.
   * @throws CallError with the reason when the model, its size or the request is at fault; `signal.reason`
   */
  async run(task: OperationTask, options: RunOptions): Promise<Operated>;
  async run(task: NestTask, options: RunOptions): Promise<Nested>;
  async run(task: PreviewTask, options: RunOptions): Promise<Previewed>;
  async run(task: FullPreviewTask, options: RunOptions): Promise<FullyPreviewed>;
  async run(task: Task, options: RunOptions): Promise<Result> {
    await this.#turn(options.signal);
    try {
      const thread = await this.#ready();
      return await this.#runOn(thread, task, options);
    } finally {
      this.#leave();
    }
  }

  async #ready(): Promise<Thread> {
    let thread = this.#free.pop();
    while (thread?.gone) thread = this.#free.pop();
    thread ??= this.#begin();
    thread.hold();
    await thread.ready;
    return thread;
  }

  async #runOn(thread: Thread, task: Task, { signal, onProgress }: RunOptions): Promise<Result> {
    const working = this.#enter(thread);
    const stop = (): void => thread.end('STOPPED');
    signal.addEventListener('abort', stop, { once: true });
    const limit = setTimeout(() => thread.end('TIME'), this.#options.timeLimitMs);
    const pace = new SilentPace((progress) => onProgress?.(progress));
    let reusable = false;
    try {
      return await new Promise((done, failed) => {
        if (signal.aborted) {
          reusable = true;
          return failed(signal.reason);
        }
        thread.begin(task, {
          answer: (given) => {
            if (given.kind === 'progress') return pace.reached(given.progress);
            if (given.kind === 'silence') return pace.estimate(given);
            if (given.kind === 'noMemory') return failed(this.#failure('MEMORY'));
            if (given.kind === 'refused') {
              // A file that could not be read may have corrupted the importer's memory.
              reusable = given.code === 'NOT_POSSIBLE' || given.code === 'NEEDS_CONVERTER';
              const { code, message, said } = given;
              return failed(CallError.received({ code, message, said }));
            }
            reusable = true;
            done(given.result);
          },
          lost: (loss, cause) => {
            if (loss !== 'STOPPED')
              this.#options.log.error('a geometry thread was lost', { loss, error: String(cause) });
            failed(loss === 'STOPPED' ? signal.reason : this.#failure(loss));
          },
        });
      });
    } finally {
      pace.end();
      clearTimeout(limit);
      signal.removeEventListener('abort', stop);
      this.#measure();
      this.#working.delete(working);
      if (reusable && thread.tasks < tasksPerThread && working.takenMb < largeMb) {
        thread.rest();
        this.#free.push(thread);
      } else {
        thread.end('STOPPED');
        this.#free.push(this.#begin());
      }
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#taken < this.#options.size) {
      this.#taken += 1;
      return;
    }
    await new Promise<void>((next, left) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        left(signal.reason);
      };
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        next();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(enter);
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken -= 1;
  }

  #begin(): Thread {
    return new Thread(this.#options.file, this.#options.memoryLimitMb);
  }

  #enter(thread: Thread): Working {
    this.#measure();
    const threadId = thread.osThreadId;
    const working = { thread, threadId, faultsSeen: pageFaults(threadId), takenMb: 0 };
    this.#working.add(working);
    this.#watch ??= setInterval(() => this.#look(), watchEveryMs).unref();
    return working;
  }

  #measure(): void {
    const nowMb = processMb();
    charge(nowMb - this.#seenMb, this.#working);
    this.#seenMb = nowMb;
  }

  #look(): void {
    if (this.#working.size === 0) {
      clearInterval(this.#watch);
      this.#watch = undefined;
      return;
    }
    this.#measure();
    for (const { thread, takenMb } of this.#working) {
      if (takenMb > this.#options.memoryLimitMb) thread.end('MEMORY');
    }
  }

  #failure(loss: Exclude<Loss, 'STOPPED'>): CallError {
    const { memoryLimitMb, timeLimitMs } = this.#options;
    if (loss === 'MEMORY') {
      return new CallError('TOO_LARGE', say('outOfMemory', { mb: memoryLimitMb }));
    }
    if (loss === 'TIME') {
      const limit =
        timeLimitMs < 120_000
          ? say('tookSeconds', { seconds: timeLimitMs / 1000 })
          : say('tookMinutes', { minutes: Math.round(timeLimitMs / 60_000) });
      return new CallError('TOO_LARGE', limit);
    }
    return new CallError('FILE_UNREADABLE', say('crashed'));
  }
}
