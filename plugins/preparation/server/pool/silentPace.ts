const everyMs = 2000;

interface Silence {
  /** Where the task is now, and where it is when it speaks again. */
  progress: number;
  until: number;
  /** About how long that takes. */
  seconds: number;
}

/**
 * How far a task is. While it is in a step that cannot say so (the importers of CAD files), this is estimated from the
 * time that the step is likely to take: ever more slowly, and never to its end.
 */
export class SilentPace {
  readonly #tell: (progress: number) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (progress: number) => void) {
    this.#tell = tell;
  }

  reached(progress: number): void {
    this.end();
    this.#tell(progress);
  }

  estimate({ progress, until, seconds }: Silence): void {
    this.end();
    const begun = performance.now();
    this.#timer = setInterval(() => {
      const times = (performance.now() - begun) / (seconds * 1000);
      this.#tell(progress + (until - progress) * (1 - Math.exp(-2 * times)));
    }, everyMs).unref();
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
