import type { PluginHost } from '@sinter/sdk/plugin';
import { makeStore } from '@sinter/sdk/state';
import { SavedFilters } from '@sinter/sdk/state/lists';
import type { SavedFilter } from '@sinter/sdk/state/lists';
import { filterSchema } from './filters.ts';
import type { Filter } from './filters.ts';

/** The user's own named filters, the name that is typed for another one, and the one that is to go. */
export class SavedFiltersStore {
  name = '';
  /** The filter that somebody is asked about before it goes. */
  asked: SavedFilter<Filter> | null = null;
  readonly #host: Pick<PluginHost, 't'>;
  readonly #kept: SavedFilters<Filter>;

  constructor(host: Pick<PluginHost, 'api' | 'log' | 't'>) {
    this.#host = host;
    this.#kept = new SavedFilters<Filter>(host, 'SCHEDULER_MACHINE_SEARCH_FILTERS', filterSchema);
    makeStore(this);
  }

  get filters(): readonly SavedFilter<Filter>[] {
    return this.#kept.filters;
  }

  /** Text under the name, when it cannot be used. */
  get problem(): string | null {
    return this.#kept.nameProblem && this.#host.t('filter.badName');
  }

  async load(): Promise<void> {
    await this.#kept.load();
  }

  setName(name: string): void {
    this.name = name;
    this.#kept.forgetProblem();
  }

  async add(searchFilters: Filter): Promise<void> {
    if (await this.#kept.add(this.name, searchFilters)) this.setName('');
  }

  ask(filter: SavedFilter<Filter>): void {
    this.asked = filter;
  }

  async answer(yes: boolean): Promise<void> {
    const { asked } = this;
    this.asked = null;
    if (yes && asked) await this.#kept.remove(asked.label);
  }
}
