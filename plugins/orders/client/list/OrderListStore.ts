import * as z from 'zod';
import { principalOf } from '@sinter/sdk/auth';
import { notKiosk, refusal } from '@sinter/sdk/contract/guard';
import type { CallInput, CallResult } from '@sinter/sdk/contract/call';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { countOrders, fireOrderEvent, searchOrders } from '@sinter/sdk/contract/orders/orders';
import type { OrderRow } from '@sinter/sdk/contract/orders/orders';
import { newId } from '@sinter/sdk/plugin';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import type { Sort } from '@sinter/sdk/ui';
import { makeStore, on, Question, together } from '@sinter/sdk/state';
import { keepEntered } from '@sinter/sdk/state/entered';
import { ColumnChoice, CsvExport, List, SavedFilters, textFilters } from '@sinter/sdk/state/lists';
import { orderSearch } from '../../shared/orderSearch.ts';
import { statusText } from '../status.tsx';
import type { OrderGroup, OrderGroups } from '../../shared/groups.ts';
import { Labels } from '../Labels.ts';

type ListHost = Pick<PluginHost, 'api' | 'beforeStop' | 'events' | 'location' | 'navigate' | 'log' | 't' | 'user'>;

const firstSort = { key: 'id', direction: 'desc' } as const;

/** The server's own order is asked for by saying nothing, as the page does that begins with the list. */
function wantedSort(sort: Sort | null): Pick<CallInput<typeof searchOrders>['query'], 'sort' | 'direction'> {
  if (!sort || (sort.key === firstSort.key && sort.direction === firstSort.direction)) return {};
  return { sort: sort.key === 'priority' ? 'PRIORITY' : 'CREATED', direction: sort.direction };
}

/** What can be done with several orders at once. */
const bulkEvents = ['HOLD', 'RESUME', 'ARCHIVE', 'RESTORE'] as const;
export type BulkEvent = (typeof bulkEvents)[number];

/** What is asked before it is done with the chosen orders, and what is written to it. */
const askedSchema = z.object({ event: z.enum(bulkEvents), reason: z.string() });
type Asked = z.infer<typeof askedSchema>;

/** `status`: the tab; `q`: what is searched. */
const filtersSchema = z.object({ status: z.string(), q: z.string() });
export type OrderFilters = z.infer<typeof filtersSchema>;

/** A list of orders that the server searches, filters and pages. The address holds what is shown. */
export class OrderListStore {
  asked: Asked | null = null;
  readonly list: List<OrderRow, OrderFilters>;
  readonly counts: Question<void, CallResult<typeof countOrders>>;
  readonly columns: ColumnChoice;
  readonly saved: SavedFilters<OrderFilters>;
  readonly csv: CsvExport<OrderRow, OrderFilters>;
  readonly groups: OrderGroups;
  readonly labels: Labels;
  readonly #host: ListHost;
  /** A reason that was written before a reload; it is there again when the same is asked. */
  #begun: Asked | null = null;

  constructor(host: ListHost, groups: OrderGroups) {
    const { api } = host;
    this.groups = groups;
    this.labels = new Labels(host);
    this.#host = host;
    const refreshOn = [on(orderChanged)];
    this.list = new List<OrderRow, OrderFilters>(host, {
      filters: textFilters({ status: groups.first, q: '' }, { status: 'ALL' }),
      keyOf: ({ id }) => id,
      sort: firstSort,
      page: async ({ filters, sort, page, size }, signal) => {
        const query = { page, size, ...wantedSort(sort) };
        const body = orderSearch(groups, filters);
        const { orders, totalCount, moreThanTotal } = await api.call(searchOrders, { query, body }, { signal });
        return { rows: orders, total: totalCount, more: moreThanTotal };
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
    makeStore(this);
  }

  start(): Dispose {
    void this.columns.load();
    void this.saved.load();
    const stopKeeping = keepEntered(this.#host, {
      what: 'orders.bulk',
      schema: askedSchema,
      entered: () => (this.asked && this.asked.reason.trim() !== '' ? this.asked : null),
      restore: (asked) => (this.#begun = asked),
    });
    return together(stopKeeping, this.list.start(), this.counts.start(), this.labels.start(), this.csv.cancel);
  }

  /** Kiosks change no orders. */
  get mayChoose(): boolean {
    return refusal(notKiosk, principalOf(this.#host.user)) === null;
  }

  /** What at least one of the chosen orders allows now. */
  get possible(): BulkEvent[] {
    const { chosen } = this.list.selection;
    return bulkEvents.filter((event) => chosen.some(({ allowedEvents }) => allowedEvents.includes(event)));
  }

  ask(event: BulkEvent): void {
    const reason = this.#begun?.event === event ? this.#begun.reason : '';
    this.#begun = null;
    this.asked = { event, reason };
  }

  write(reason: string): void {
    if (this.asked) this.asked = { ...this.asked, reason };
  }

  dismiss(): void {
    this.asked = null;
  }

  /** Does it to each of the chosen orders that allows it; the others are told of in the report. */
  changeChosen(event: BulkEvent, reason = ''): void {
    const { api, t } = this.#host;
    // Made here: a retry sends the same one.
    const eventIds = new Map(this.list.selection.chosen.map(({ id }) => [id, newId()]));
    void this.list.runBulk({
      kind: event,
      failed: 'an order could not be changed',
      change: (orders) =>
        Promise.all(
          orders.map(async ({ id, status, quote, allowedEvents }) => {
            if (!allowedEvents.includes(event))
              return t('bulk.notNow', { status: t(statusText(status, quote !== null)) });
            const body = { eventId: eventIds.get(id) ?? newId(), event, reason };
            await api.call(fireOrderEvent, { params: { id }, body });
            return null;
          }),
        ),
    });
  }

  /** Gives each of the chosen orders this label, or takes away the one it has. */
  labelChosen(priorityId: number | null): void {
    void this.list.runBulk({
      kind: 'PRIORITY',
      failed: 'an order was not given a priority',
      change: (orders) =>
        Promise.all(
          orders.map(async ({ id }) => {
            await this.labels.give(id, priorityId);
            return null;
          }),
        ),
    });
  }

  /** How many orders a tab shows; nothing while that is not known. */
  countOf({ statuses }: OrderGroup): number | undefined {
    const counts = this.counts.answer;
    if (!counts) return undefined;
    if (statuses.length === 0) return counts.total;
    return statuses.reduce((sum, status) => sum + (counts.byStatus[status] ?? 0), 0);
  }
}
