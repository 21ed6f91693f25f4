/**
 * The calls of a page that give its session another secret (`renewsSession`), by whichever of its clients. The server refuses
 * what comes with the secret before; that the session has ended can be told only when none of them is under way.
 */
export class Renewals {
  /** How many have been answered. */
  count = 0;
  readonly #underWay = new Set<Promise<unknown>>();

  async run<T>(renew: () => Promise<T>): Promise<T> {
    const renewal = renew();
    this.#underWay.add(renewal);
    try {
      const answer = await renewal;
      this.count += 1;
      return answer;
    } finally {
      this.#underWay.delete(renewal);
    }
  }

  /** Waits for those under way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }
}
