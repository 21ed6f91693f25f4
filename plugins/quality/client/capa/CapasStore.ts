import * as z from 'zod';
import type { CallResult } from '@sinter/sdk/contract/call';
import { reconnected } from '@sinter/sdk/contract/host/events';
import {
  capaChanged,
  capaSourceSchema,
  capaSummary,
  capaTypeSchema,
  searchCapas,
  type CapaRow,
} from '@sinter/sdk/contract/quality/capas';
import { capaStatusSchema } from '@sinter/sdk/contract/quality/capaStatus';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question, together } from '@sinter/sdk/state';
import { ColumnChoice, CsvExport, List, SavedFilters, textFilters } from '@sinter/sdk/state/lists';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate'>;
type Summary = CallResult<typeof capaSummary>;

/** `status`: one of them, `ACTIVE` for all that are not closed, or empty for all. Empty texts narrow nothing. */
const filtersSchema = z.object({
  status: z.string(),
  type: z.string(),
  source: z.string(),
  only: z.string(),
  q: z.string(),
});
export type CapaFilters = z.infer<typeof filtersSchema>;

export const onlyChoices = ['', 'MINE', 'OVERDUE', 'CHECK'] as const;
export const statusTabs = ['ACTIVE', ...capaStatusSchema.options, ''] as const;
const first: CapaFilters = { status: 'ACTIVE', type: '', source: '', only: '', q: '' };
const sortSchema = z.enum(['created', 'due', 'number']).catch('created');

/** Corrective and preventive actions. The address holds what is shown. */
export class CapasStore {
  beginning = false;
  readonly list: List<CapaRow, CapaFilters>;
  readonly summary: Question<void, Summary>;
  readonly columns: ColumnChoice;
  readonly saved: SavedFilters<CapaFilters>;
  readonly csv: CsvExport<CapaRow, CapaFilters>;

  constructor(host: Host) {
    const { api } = host;
    const refreshOn = [on(capaChanged), on(reconnected)];
    this.list = new List<CapaRow, CapaFilters>(host, {
      filters: textFilters(first, { status: '' }),
      keyOf: ({ id }) => id,
      sort: { key: 'created', direction: 'desc' },
      page: async ({ filters, sort, page, size }, signal) => {
        const query = { page, size, sort: sortSchema.parse(sort?.key), direction: sort?.direction ?? 'desc' };
        const found = await api.call(searchCapas, { query, body: wantedOf(filters) }, { signal });
        return { rows: found.capas, total: found.totalCount, more: found.moreThanTotal };
      },
      failed: 'corrective actions could not be loaded',
      refreshOn,
    });
    this.summary = new Question<void, Summary>(host, {
      ask: (_, signal) => api.call(capaSummary, {}, { signal }),
      failed: 'corrective actions could not be counted',
      refreshOn,
    });
    this.columns = new ColumnChoice(host, 'CAPA_COLUMNS', ['check']);
    this.saved = new SavedFilters(host, 'CAPA_FILTERS', filtersSchema);
    this.csv = new CsvExport(host, this.list);
    makeStore(this);
  }

  start(): Dispose {
    void this.columns.load();
    void this.saved.load((filters) => this.list.isAsFirst && this.list.showFilters(filters));
    return together(this.list.start(), this.summary.start(), this.csv.cancel);
  }

  begin(beginning: boolean): void {
    this.beginning = beginning;
  }
}

/** An address may say anything. */
function wantedOf({ status, type, source, only, q }: CapaFilters) {
  const known = capaStatusSchema.safeParse(status);
  return {
    status: known.success ? known.data : status === 'ACTIVE' ? ('ACTIVE' as const) : null,
    type: capaTypeSchema.nullable().catch(null).parse(type),
    source: capaSourceSchema.nullable().catch(null).parse(source),
    mine: only === 'MINE',
    overdue: only === 'OVERDUE',
    checkDue: only === 'CHECK',
    searchString: q,
  };
}
