import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, reaction } from 'mobx';
import type { ChosenPart } from '../job-drawer/chosenPart.ts';
import { PartsStore } from '../job-drawer/PartsStore.ts';

/** What is left of a part changes with every job: asked for again once it has come to rest. */
const restMs = 600;

/** Parts that are left to schedule, kept in step with what is planned of them. */
export class TrayStore {
  readonly search: PartsStore;
  open = true;
  /** What was found last, also while it is asked for again. */
  parts: readonly ChosenPart[] = [];
  private pending: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log' | 'events'>) {
    this.search = new PartsStore(host);
    makeAutoObservable<this, 'host' | 'pending'>(
      this,
      { host: false, search: false, pending: false, parts: observableRef },
      { autoBind: true },
    );
  }

  start(): Dispose {
    void this.search.search('');
    const ends = [
      reaction(
        () => (this.search.loading ? null : this.search.parts),
        (parts) => parts && this.take(parts),
        { fireImmediately: true },
      ),
      this.host.events.on(jobChanged, this.again),
      this.host.events.on(orderChanged, this.again),
    ];
    return () => {
      ends.forEach((end) => end());
      clearTimeout(this.pending);
      this.search.dispose();
    };
  }

  /** What is dragged is told by its number. */
  find(data: string): ChosenPart | undefined {
    return this.parts.find(({ id }) => String(id) === data);
  }

  toggle(): void {
    this.open = !this.open;
  }

  private take(parts: readonly ChosenPart[]): void {
    this.parts = parts;
  }

  private again(): void {
    clearTimeout(this.pending);
    this.pending = setTimeout(() => void this.search.retry(), restMs);
  }
}
