/** What of a kind may be under way at a time: its name, how many, and what is said to one more. */
type Limit = readonly [key: string, most: number, refused: () => Error];

/** Counts on this node what is under way. */
export class AtOnce {
  readonly #running = new Map<string, number>();

  /** Answers how to leave again. Throws, and counts nothing, where a limit is reached. */
  enter(limits: readonly Limit[]): () => void {
    for (const [key, most, refused] of limits) {
      if (this.#of(key) >= most) throw refused();
    }
    for (const [key] of limits) this.#running.set(key, this.#of(key) + 1);
    return () => {
      for (const [key] of limits) {
        const left = this.#of(key) - 1;
        if (left > 0) this.#running.set(key, left);
        else this.#running.delete(key);
      }
    };
  }

  #of(key: string): number {
    return this.#running.get(key) ?? 0;
  }
}
