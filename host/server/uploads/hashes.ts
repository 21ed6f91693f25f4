import { createHash, type Hash } from 'node:crypto';

interface Running {
  hash: Hash;
  /** Bytes it has seen. */
  at: number;
}

/** More uploads than one node sees at a time; what falls out is hashed again from the disk when it goes on. */
const most = 1000;

/** How far the uploads of this node are hashed, so that nothing is read again while they come in here. */
export class RunningHashes {
  readonly #running = new Map<string, Running>();

  /**
   * The hash of the first `at` bytes, for the caller to go on with. `read` gives a hash the bytes that it lacks: all of
   * them after a restart, those that other nodes took in otherwise.
   */
  async upTo(id: string, at: number, read: (start: number, hash: Hash) => Promise<void>): Promise<Hash> {
    const known = this.#running.get(id);
    const start = known && known.at <= at ? known.at : 0;
    const hash = known && known.at <= at ? known.hash.copy() : createHash('sha256');
    if (start < at) {
      await read(start, hash);
      this.keep(id, hash, at);
    }
    return hash.copy();
  }

  keep(id: string, hash: Hash, at: number): void {
    this.forget(id);
    this.#running.set(id, { hash, at });
    if (this.#running.size <= most) return;
    const [oldest] = this.#running.keys();
    if (oldest !== undefined) this.forget(oldest);
  }

  forget(id: string): void {
    this.#running.delete(id);
  }
}
