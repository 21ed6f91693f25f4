/** Runs at most `most` tasks at a time, in the order they came. */
export class Queue {
  private readonly most: number;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(most: number) {
    this.most = most;
  }

  /** Rejects with the signal's reason when it is aborted before the task's turn. */
  async run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    await this.turn(signal);
    try {
      return await task();
    } finally {
      this.running--;
      this.waiting.shift()?.();
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        this.running++;
        resolve();
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      if (this.running < this.most) return begin();
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(begin);
    });
  }
}
