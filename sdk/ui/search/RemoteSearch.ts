import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Logger } from '../../plugin/logger.ts';

const debounceMs = 300;
const shortest = 3;

/**
 * A search that the server does: asked 300 ms after the last key, with at least 3 characters (specification 9). The
 * newest question wins; a shorter text empties the list.
 */
export class RemoteSearch<T> {
  items: readonly T[] = [];
  loading = false;
  error: unknown = null;
  private asked = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private request: AbortController | null = null;
  private readonly find: (text: string, signal: AbortSignal) => Promise<readonly T[]>;
  private readonly log: Logger;

  constructor(find: (text: string, signal: AbortSignal) => Promise<readonly T[]>, log: Logger) {
    this.find = find;
    this.log = log;
    makeAutoObservable<this, 'asked' | 'timer' | 'request' | 'find' | 'log'>(
      this,
      {
        ...{ items: observableRef, error: observableRef },
        ...{ asked: false, timer: false, request: false, find: false, log: false },
      },
      { autoBind: true },
    );
  }

  ask(query: string): void {
    const text = query.trim();
    if (text === this.asked) return;
    this.asked = text;
    this.stop();
    this.loading = text.length >= shortest;
    if (this.loading) this.timer = setTimeout(() => void this.run(text), debounceMs);
    else this.items = [];
  }

  /** Forgets a question that is under way. */
  stop(): void {
    clearTimeout(this.timer);
    this.request?.abort();
  }

  private async run(text: string): Promise<void> {
    const { signal } = (this.request = new AbortController());
    try {
      const items = await this.find(text, signal);
      if (signal.aborted) return;
      runInAction(() => Object.assign(this, { items, loading: false, error: null }));
    } catch (error) {
      if (signal.aborted) return;
      this.log.warn('Nothing could be searched', { error: String(error) });
      runInAction(() => Object.assign(this, { items: [], loading: false, error }));
    }
  }
}
