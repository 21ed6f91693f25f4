/** The pace is an average over about these seconds. */
const memory = 8;

/**
 * Estimates how long work will still take, from its pace in the last seconds, without jumps. Use one for each piece
 * of work.
 */
export class Pace {
  #share: number;
  #at: number;
  readonly #begun: number;
  /** Share per second. */
  #rate: number | null = null;

  constructor(share = 0, now = Date.now()) {
    this.#share = share;
    this.#at = this.#begun = now;
  }

  /** Seconds left when `share` (0 to 1) is done. `undefined` in the first second and before any progress. */
  left(share: number, now = Date.now()): number | undefined {
    const seconds = (now - this.#at) / 1000;
    if (seconds >= 0.25 && share > this.#share) {
      const rate = (share - this.#share) / seconds;
      const weight = 1 - Math.exp(-seconds / memory);
      this.#rate = this.#rate === null ? rate : this.#rate + weight * (rate - this.#rate);
      this.#share = share;
      this.#at = now;
    }
    if (this.#rate === null || now - this.#begun < 1000 || share >= 1) return undefined;
    return (1 - share) / this.#rate;
  }

  /** Time in which the work could not progress does not count against its pace. */
  skip(now = Date.now()): void {
    this.#at = now;
  }
}
