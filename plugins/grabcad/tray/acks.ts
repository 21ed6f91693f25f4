import { limits } from './messages.ts';
import type { AckFrame } from './messages.ts';

/**
 * Remembers how the last commands were answered, so that one that comes again (its answer was lost) is answered the
 * same and not done twice. A command still being done is remembered too.
 */
export class AckMemory {
  readonly #acks = new Map<string, Promise<AckFrame>>();

  has(key: string): boolean {
    return this.#acks.has(key);
  }

  answer(key: string, run: () => Promise<AckFrame>): Promise<AckFrame> {
    const known = this.#acks.get(key);
    if (known) return known;
    const ack = run();
    this.#acks.set(key, ack);
    const [oldest] = this.#acks.keys();
    if (this.#acks.size > limits.rememberedIds && oldest !== undefined) this.#acks.delete(oldest);
    return ack;
  }
}
