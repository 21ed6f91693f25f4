import * as z from 'zod';
import type { CallResult } from '@sinter/sdk/contract/call';
import { reconnected } from '@sinter/sdk/contract/host/events';
import { ncrStatusSchema, type NcrLine, type NcrStatus } from '@sinter/sdk/contract/quality/ncr';
import {
  ncrChanged,
  readNcrChoices,
  readNcrSummary,
  searchNcrs,
  type NcrFilter,
  type NcrView,
} from '@sinter/sdk/contract/quality/ncrs';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question, together } from '@sinter/sdk/state';
import { ColumnChoice, CsvExport, List, SavedFilters, textFilters, type Tagging } from '@sinter/sdk/state/lists';
import { ncrTagging } from './ncrTagging.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'location' | 'log' | 'navigate' | 'user'>;
export type NcrSummary = CallResult<typeof readNcrSummary>;
export type NcrChoices = CallResult<typeof readNcrChoices>;

/** `status`: one of them, `ACTIVE` for those that are neither closed nor void, or empty for all. Empty texts narrow nothing. */
const filtersSchema = z.object({
  status: z.string(),
  severity: z.string(),
  type: z.string(),
  defect: z.string(),
  only: z.string(),
  // Ids, divided by commas. Filters that were saved before there were tags have none.
  tag: z.string().default(''),
  q: z.string(),
});
export type NcrFilters = z.infer<typeof filtersSchema>;

/** Mine, past their date, or with something that is not held. */
export const onlyChoices = ['', 'MINE', 'OVERDUE', 'UNCONTAINED'] as const;
const active: NcrStatus[] = ['OPEN', 'IN_REVIEW', 'DISPOSITIONED'];
export const statusTabs = ['ACTIVE', ...ncrStatusSchema.options, ''] as const;
const first: NcrFilters = { status: 'ACTIVE', severity: '', type: '', defect: '', only: '', tag: '', q: '' };

/** Non-conformances seen from the process, or from parts. The address holds what is shown. */
export class NcrsStore {
  raising = false;
  readonly view: NcrView;
  readonly list: List<NcrLine, NcrFilters>;
  readonly summary: Question<void, NcrSummary>;
  readonly choices: Question<void, NcrChoices>;
  readonly columns: ColumnChoice;
  readonly saved: SavedFilters<NcrFilters>;
  readonly csv: CsvExport<NcrLine, NcrFilters>;
  readonly tagging: Tagging;

  constructor(host: Host, view: NcrView) {
    this.view = view;
    const { api } = host;
    const refreshOn = [on(ncrChanged), on(reconnected)];
    this.list = new List<NcrLine, NcrFilters>(host, {
      filters: textFilters(first, { status: '' }),
      keyOf: ({ id }) => id,
      page: async ({ filters, page, size }, signal) => {
        const body = { ...filterOf(view, filters), page, size };
        const { ncrs, total, more } = await api.call(searchNcrs, { body }, { signal });
        return { rows: ncrs, total, more };
      },
      failed: 'non-conformances could not be loaded',
      refreshOn,
    });
    this.summary = new Question<void, NcrSummary>(host, {
      ask: (_, signal) => api.call(readNcrSummary, { query: { view } }, { signal }),
      failed: 'non-conformances could not be counted',
      refreshOn,
    });
    this.choices = new Question<void, NcrChoices>(host, {
      ask: (_, signal) => api.call(readNcrChoices, {}, { signal }),
      failed: 'what non-conformances are described with could not be read',
    });
    this.columns = new ColumnChoice(host, `NCR_COLUMNS_${view}`, ['source', 'defect', 'raised', 'closed']);
    this.saved = new SavedFilters(host, `NCR_FILTERS_${view}`, filtersSchema);
    this.csv = new CsvExport(host, this.list);
    this.tagging = ncrTagging(host);
    makeStore(this);
  }

  start(): Dispose {
    void this.columns.load();
    void this.saved.load((filters) => this.list.isAsFirst && this.list.showFilters(filters));
    return together(this.list.start(), this.summary.start(), this.choices.start(), this.csv.cancel);
  }

  raise(raising: boolean): void {
    this.raising = raising;
  }
}

/** As many tags as the server takes. */
const mostTags = 50;

export const tagIdsOf = (tag: string): number[] =>
  tag
    .split(',')
    .filter((id) => /^\d{1,9}$/.test(id))
    .slice(0, mostTags)
    .map(Number);

/** An address may say anything. */
function filterOf(view: NcrView, { status, severity, type, defect, only, tag, q }: NcrFilters): Partial<NcrFilter> {
  const known = ncrStatusSchema.safeParse(status);
  return {
    view,
    statuses: known.success ? [known.data] : status === 'ACTIVE' ? active : [],
    severities: severity === '' ? [] : [severity],
    types: type === '' ? [] : [type],
    defectId: /^\d{1,9}$/.test(defect) ? Number(defect) : null,
    tagIds: tagIdsOf(tag),
    mine: only === 'MINE',
    overdue: only === 'OVERDUE',
    containment: only === 'UNCONTAINED' ? ['UNCONTAINED'] : [],
    text: q,
  };
}
