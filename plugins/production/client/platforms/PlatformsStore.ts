import * as z from 'zod';
import type { CallResult } from '@sinter/sdk/contract/call';
import { reconnected } from '@sinter/sdk/contract/host/events';
import {
  listPlatforms,
  platformChanged,
  platformChoices,
  platformSortSchema,
  platformSourceSchema,
  type ListedPlatform,
} from '@sinter/sdk/contract/production/platforms';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question, together } from '@sinter/sdk/state';
import { ColumnChoice, CsvExport, List, SavedFilters, textFilters } from '@sinter/sdk/state/lists';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate' | 'user'>;
type Choices = CallResult<typeof platformChoices>;

/** `model` and `material` are their numbers; an empty text narrows nothing. */
const filtersSchema = z.object({ q: z.string(), model: z.string(), material: z.string(), source: z.string() });
export type PlatformFilters = z.infer<typeof filtersSchema>;

/** Machine platforms of the facility. The address holds what is shown. */
export class PlatformsStore {
  readonly list: List<ListedPlatform, PlatformFilters>;
  /** What they can be narrowed by. */
  readonly choices: Question<void, Choices>;
  readonly columns: ColumnChoice;
  readonly saved: SavedFilters<PlatformFilters>;
  readonly csv: CsvExport<ListedPlatform, PlatformFilters>;

  constructor(host: Host) {
    const { api } = host;
    const refreshOn = [on(platformChanged), on(reconnected)];
    this.list = new List<ListedPlatform, PlatformFilters>(host, {
      filters: textFilters({ q: '', model: '', material: '', source: '' }),
      sort: { key: 'changed', direction: 'desc' },
      keyOf: ({ id }) => id,
      page: async ({ filters, sort, page, size }, signal) => {
        const { direction = 'desc', key = 'changed' } = sort ?? {};
        const query = { page, size, direction, sort: platformSortSchema.safeParse(key).data ?? 'changed' };
        const found = await api.call(listPlatforms, { query, body: bodyOf(filters) }, { signal });
        return { rows: found.platforms, total: found.totalCount, more: found.moreThanTotal };
      },
      failed: 'machine platforms could not be loaded',
      refreshOn,
    });
    this.choices = new Question<void, Choices>(host, {
      ask: (_, signal) => api.call(platformChoices, {}, { signal }),
      failed: 'the choices could not be loaded',
      refreshOn,
    });
    this.columns = new ColumnChoice(host, 'PLATFORM_COLUMNS', ['source']);
    this.saved = new SavedFilters(host, 'PLATFORM_FILTERS', filtersSchema);
    this.csv = new CsvExport(host, this.list);
    makeStore(this);
  }

  start(): Dispose {
    void this.columns.load();
    void this.saved.load((filters) => this.list.isAsFirst && this.list.showFilters(filters));
    return together(this.list.start(), this.choices.start(), this.csv.cancel);
  }
}

/** An address may say anything. */
const numberOf = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);

const bodyOf = ({ q, model, material, source }: PlatformFilters) => ({
  searchString: q,
  modelId: numberOf(model),
  materialId: numberOf(material),
  source: platformSourceSchema.safeParse(source).data ?? null,
});
