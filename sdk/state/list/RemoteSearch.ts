import type { Dispose } from '../../plugin/readable.ts';
import { makeStore, Question } from '../index.ts';
import type { StateHost } from '../index.ts';

const debounceMs = 300;
const shortest = 3;

/** The number of something: whole as soon as it is typed. */
const isNumber = (text: string) => /^#?\d+$/.test(text);

/**
 * A search that the server does: asked 300 ms after the last key, with at least 3 characters (specification 9), or with a
 * number such as `#41`. The newest question wins; a shorter text empties the list.
 */
export class RemoteSearch<T> {
  readonly #question: Question<string, readonly T[]>;

  constructor(host: StateHost, find: (text: string, signal: AbortSignal) => Promise<readonly T[]>) {
    this.#question = new Question(host, { ask: find, debounceMs, failed: 'nothing could be searched' });
    makeStore(this);
  }

  get items(): readonly T[] {
    return (this.error === null && this.#question.answer) || [];
  }

  get loading(): boolean {
    return this.#question.state === 'asking';
  }

  get error(): unknown {
    return this.#question.error;
  }

  ask(query: string): void {
    const text = query.trim();
    if (text.length < shortest && !isNumber(text)) this.#question.clear();
    else if (text !== this.#question.last?.asked) this.#question.ask(text);
  }

  /** Forgets a question that is under way. */
  follow(): Dispose {
    return this.#question.follow();
  }
}
