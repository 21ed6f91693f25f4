import * as z from 'zod';
import type { CallResult } from '@sinter/sdk/contract/call';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { countOrders, searchOrders } from '@sinter/sdk/contract/orders/orders';
import type { OrderRow } from '@sinter/sdk/contract/orders/orders';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { on, Question, together } from '@sinter/sdk/state';
import { ColumnChoice, CsvExport, List, SavedFilters, textFilters } from '@sinter/sdk/state/lists';
import type { OrderGroup, OrderGroups } from './groups.ts';

type ListHost = Pick<PluginHost, 'api' | 'events' | 'location' | 'navigate' | 'log'>;

/** `status`: the tab; `q`: what is searched. */
const filtersSchema = z.object({ status: z.string(), q: z.string() });
export type OrderFilters = z.infer<typeof filtersSchema>;

/** A list of orders that the server searches, filters and pages. The address holds what is shown. */
export class OrderListStore {
  readonly list: List<OrderRow, OrderFilters>;
  readonly counts: Question<void, CallResult<typeof countOrders>>;
  readonly columns: ColumnChoice;
  readonly saved: SavedFilters<OrderFilters>;
  readonly csv: CsvExport<OrderRow, OrderFilters>;
  readonly groups: OrderGroups;

  constructor(host: ListHost, groups: OrderGroups) {
    const { api } = host;
    this.groups = groups;
    const refreshOn = [on(orderChanged)];
    this.list = new List<OrderRow, OrderFilters>(host, {
      filters: textFilters({ status: groups.first, q: '' }, { status: 'ALL' }),
      keyOf: ({ id }) => id,
      page: async ({ filters, page, size }, signal) => {
        const { statuses } = this.#groupOf(filters.status);
        const body = {
          searchString: filters.q,
          searchFilters: statuses.length > 0 ? { ORDER_STATUS: [...statuses] } : {},
        };
        const { orders, totalCount } = await api.call(searchOrders, { query: { page, size }, body }, { signal });
        return { rows: orders, total: totalCount };
      },
      failed: 'orders could not be loaded',
      refreshOn,
    });
    this.counts = new Question(host, {
      ask: (_, signal) => api.call(countOrders, {}, { signal }),
      failed: 'orders could not be counted',
      refreshOn,
    });
    this.columns = new ColumnChoice(host, 'ORDER_COLUMNS');
    this.saved = new SavedFilters(host, 'ORDER_FILTERS', filtersSchema);
    this.csv = new CsvExport(host, this.list);
  }

  start(): Dispose {
    void this.columns.load();
    void this.saved.load();
    return together(this.list.start(), this.counts.start(), this.csv.cancel);
  }

  /** How many orders a tab shows; nothing while that is not known. */
  countOf({ statuses }: OrderGroup): number | undefined {
    const counts = this.counts.answer;
    if (!counts) return undefined;
    if (statuses.length === 0) return counts.total;
    return statuses.reduce((sum, status) => sum + (counts.byStatus[status] ?? 0), 0);
  }

  #groupOf(id: string): OrderGroup {
    return this.groups.tabs.find((group) => group.id === id) ?? { id: 'ALL', statuses: [] };
  }
}
