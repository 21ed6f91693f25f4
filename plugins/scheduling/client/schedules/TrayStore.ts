import { jobChanged } from '@sinter/sdk/contract/scheduling/events';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on } from '@sinter/sdk/state';
import type { ChosenPart } from '../job-drawer/chosenPart.ts';
import { PartsStore } from '../job-drawer/PartsStore.ts';

/** Parts that are left to schedule, kept in step with what is planned of them. */
export class TrayStore {
  open = true;
  readonly search: PartsStore;

  constructor(host: Pick<PluginHost, 'api' | 'log' | 'events'>) {
    this.search = new PartsStore(host, [on(jobChanged), on(orderChanged)]);
    makeStore(this);
  }

  start(): Dispose {
    return this.search.start();
  }

  /** What is dragged is told by its number. */
  find(data: string): ChosenPart | undefined {
    return this.search.parts.find(({ id }) => String(id) === data);
  }

  toggle(): void {
    this.open = !this.open;
  }
}
