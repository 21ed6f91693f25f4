import { Worker } from 'node:worker_threads';
import { CallError } from '@sinter/sdk/contract';
import { say } from '../say.ts';
import { threadFile } from '../threadFile.ts';
import { type Drawing, type Drawn, drawnSchema, progressSchema } from './pdf/task.ts';

/** From one sign of life to the next. */
const longestMs = 180_000;
/** Whoever comes when so many wait is asked to come again. */
const mostWaiting = 60;
/** A thread that has nothing to do for so long gives its memory back. */
const idleMs = 60_000;

interface Told {
  /** How many sheets are drawn. */
  onSheet?: (drawn: number) => void;
  /** It is no longer wanted. */
  signal?: AbortSignal;
}

interface Asked extends Told {
  drawing: Drawing;
  done(drawn: Drawn): void;
  failed(reason: Error): void;
}

/** One thread that draws, started with the first document: nothing of what it needs is loaded before, nor here. */
export class DrawingThread {
  #worker: Worker | null = null;
  #current: Asked | null = null;
  #limit: NodeJS.Timeout | undefined;
  readonly #waiting: Asked[] = [];

  /** Throws RATE_LIMITED when too many wait, NOT_POSSIBLE where it takes too long, and the reason of `signal`. */
  draw(drawing: Drawing, told: Told = {}): Promise<Drawn> {
    return new Promise<Drawn>((done, failed) => {
      const asked = { drawing, done, failed, ...told };
      if (this.#waiting.length >= mostWaiting) failed(new CallError('RATE_LIMITED', say('busy')));
      else this.#waiting.push(asked);
      told.signal?.addEventListener('abort', () => this.#giveUp(asked), { once: true });
      this.#next();
    });
  }

  #giveUp(asked: Asked): void {
    const reason: unknown = asked.signal?.reason;
    const error = reason instanceof Error ? reason : new Error('It is no longer wanted.');
    if (this.#current === asked) return this.#end(error);
    const at = this.#waiting.indexOf(asked);
    if (at === -1) return;
    this.#waiting.splice(at, 1);
    asked.failed(error);
  }

  #next(): void {
    if (this.#current) return;
    clearTimeout(this.#limit);
    const asked = this.#waiting.shift();
    if (!asked) {
      this.#worker?.unref();
      this.#limit = setTimeout(() => void this.stop(), idleMs);
      this.#limit.unref();
      return;
    }
    this.#current = asked;
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    worker.postMessage(asked.drawing);
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.#end(new CallError('NOT_POSSIBLE', say('documentTakesLong'))), longestMs);
  }

  #start(): Worker {
    const worker = new Worker(threadFile('pdf-thread'), { resourceLimits: { maxOldGenerationSizeMb: 1024 } });
    worker.on('message', (message) => {
      // Of a thread that was given up.
      if (this.#worker !== worker) return;
      const asked = this.#current;
      const progress = progressSchema.safeParse(message);
      if (progress.success) {
        this.#watch();
        asked?.onSheet?.(progress.data.sheets);
        return;
      }
      this.#current = null;
      const answer = drawnSchema.parse(message);
      if ('failed' in answer) asked?.failed(new Error(answer.failed));
      else asked?.done(answer);
      this.#next();
    });
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#end(error);
    });
    return worker;
  }

  /** What is drawn now fails; what waits gets a thread of its own. */
  #end(reason: Error): void {
    const asked = this.#current;
    this.#current = null;
    void this.stop();
    asked?.failed(reason);
    this.#next();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#limit);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
