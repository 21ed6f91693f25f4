import { Worker } from 'node:worker_threads';
import { CallError } from '@sinter/sdk/contract';
import { say } from '../say.ts';
import { threadFile } from '../threadFile.ts';
import { type Drawing, type Drawn, drawnSchema } from './pdf/task.ts';

/** A thousand pages take a fraction of it on a slow machine. */
const longestMs = 180_000;
/** Whoever comes when so many wait is asked to come again. */
const mostWaiting = 60;
/** A thread that has nothing to do for so long gives its memory back. */
const idleMs = 60_000;

interface Asked {
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

  /** Throws RATE_LIMITED when too many wait, NOT_POSSIBLE where it takes too long. */
  draw(drawing: Drawing): Promise<Drawn> {
    return new Promise((done, failed) => {
      if (this.#waiting.length >= mostWaiting) failed(new CallError('RATE_LIMITED', say('busy')));
      else this.#waiting.push({ drawing, done, failed });
      this.#next();
    });
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
    this.#limit = setTimeout(() => this.#end(new CallError('NOT_POSSIBLE', say('documentTakesLong'))), longestMs);
  }

  #start(): Worker {
    const worker = new Worker(threadFile('pdf-thread'), { resourceLimits: { maxOldGenerationSizeMb: 1024 } });
    worker.on('message', (message) => {
      const asked = this.#current;
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
