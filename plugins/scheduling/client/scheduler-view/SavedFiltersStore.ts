import { readPreference, savePreference } from '@sinter/sdk/contract/host';
import type { PluginHost } from '@sinter/sdk/plugin';
import { messageOf, toast } from '@sinter/sdk/ui';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import * as z from 'zod';
import { filterSchema } from './filters.ts';
import type { Filter } from './filters.ts';

const preferenceType = 'SCHEDULER_MACHINE_SEARCH_FILTERS';
const savedFilterSchema = z.object({ label: z.string(), searchFilters: filterSchema });
export type SavedFilter = z.infer<typeof savedFilterSchema>;

/** The user's own named filters, kept as one preference. */
export class SavedFiltersStore {
  filters: readonly SavedFilter[] = [];
  name = '';
  /** Text under the name, when it cannot be used. */
  problem: string | null = null;
  /** The filter that somebody is asked about before it goes. */
  asked: SavedFilter | null = null;

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log' | 't'>) {
    makeAutoObservable<this, 'host'>(
      this,
      { host: false, filters: observableRef, asked: observableRef },
      { autoBind: true },
    );
  }

  async load(): Promise<void> {
    try {
      const filters = await this.read();
      runInAction(() => (this.filters = filters));
    } catch (error) {
      this.host.log.warn('saved filters could not be read', { error: String(error) });
    }
  }

  setName(name: string): void {
    this.name = name;
    this.problem = null;
  }

  async add(searchFilters: Filter): Promise<void> {
    const label = this.name.trim();
    const isFree = (filters: readonly SavedFilter[]) =>
      label !== '' && !filters.some((filter) => filter.label.toLowerCase() === label.toLowerCase());
    const saved = await this.change((filters) => isFree(filters) && [...filters, { label, searchFilters }]);
    if (saved === 'done') this.setName('');
    else if (saved === 'unwanted') runInAction(() => (this.problem = this.host.t('filter.badName')));
  }

  ask(filter: SavedFilter): void {
    this.asked = filter;
  }

  async answer(yes: boolean): Promise<void> {
    const { asked } = this;
    this.asked = null;
    if (yes && asked) await this.change((filters) => filters.filter(({ label }) => label !== asked.label));
  }

  private async read(): Promise<SavedFilter[]> {
    const saved = await this.host.api.call(readPreference, { params: { type: preferenceType } });
    return z.array(savedFilterSchema).parse(JSON.parse(saved?.preference || '[]'));
  }

  /** Changes them as they are now: other windows save too, and what could not be read must not be overwritten. */
  private async change(
    next: (filters: readonly SavedFilter[]) => readonly SavedFilter[] | false,
  ): Promise<'done' | 'unwanted' | 'failed'> {
    try {
      const filters = next(await this.read());
      if (!filters) return 'unwanted';
      await this.host.api.call(savePreference, {
        params: { type: preferenceType },
        body: { preferenceType, preference: JSON.stringify(filters) },
      });
      runInAction(() => (this.filters = filters));
      return 'done';
    } catch (error) {
      this.host.log.warn('saved filters could not be saved', { error: String(error) });
      toast.error(messageOf(error));
      return 'failed';
    }
  }
}
