import { reaction, runInAction } from 'mobx';
import * as z from 'zod';
import { principalOf } from '@sinter/sdk/auth';
import { awaitingMe, dueMarkSchema } from '@sinter/sdk/contract/orders/filters';
import type { DueMark } from '@sinter/sdk/contract/orders/filters';
import { notKiosk, refusal } from '@sinter/sdk/contract/guard';
import type { CallInput } from '@sinter/sdk/contract/call';
import { orderChanged, portalChanged } from '@sinter/sdk/contract/orders/events';
import { countFoundOrders, exportOrders, fireOrderEvents } from '@sinter/sdk/contract/orders/lists';
import { countOrders, searchOrders } from '@sinter/sdk/contract/orders/orders';
import type { OrderCount, OrderRow, OrderSort } from '@sinter/sdk/contract/orders/orders';
import { newId } from '@sinter/sdk/plugin';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import type { Sort } from '@sinter/sdk/ui';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';
import { keepEntered } from '@sinter/sdk/state/entered';
import { ColumnChoice, List, refusalsOf, SavedFilters, type Tagging } from '@sinter/sdk/state/lists';
import type { OrderGroup, OrderGroups } from '../../shared/groups.ts';
import { listFiltersSchema, orderSearch } from '../../shared/listFilters.ts';
import type { ListFilters } from '../../shared/listFilters.ts';
import { statusText } from '../../shared/statusText.ts';
import { Labels } from '../Labels.ts';
import { orderTagging } from '../tags/orderTagging.ts';
import { addressFilters } from './filters.ts';

type ListHost = Pick<PluginHost, 'api' | 'beforeStop' | 'events' | 'location' | 'navigate' | 'log' | 't' | 'user'>;

const firstSort = { key: 'id', direction: 'desc' } as const;

/** The columns that the server sorts by, and what it calls them. */
const sorts: Readonly<Record<string, OrderSort['sort']>> = {
  id: 'CREATED',
  createdOn: 'CREATED',
  priority: 'PRIORITY',
  targetDate: 'TARGET_DATE',
  quoteDueDate: 'QUOTE_DUE_DATE',
};
export const isSortable = (column: string): boolean => Object.hasOwn(sorts, column);

/** The server's own order is asked for by saying nothing, as the page does that begins with the list. */
function wantedSort(sort: Sort | null): OrderSort {
  if (!sort || !isSortable(sort.key) || (sort.key === firstSort.key && sort.direction === firstSort.direction))
    return {};
  return { sort: sorts[sort.key], direction: sort.direction };
}

/** What can be done with several orders at once. */
const bulkEvents = ['HOLD', 'RESUME', 'DECLINE', 'ARCHIVE', 'RESTORE'] as const;
export type BulkEvent = (typeof bulkEvents)[number];
/** As many as one call takes. */
const atOnce = 100;

/** What is asked before it is done with the chosen orders, and what is written to it. */
const askedSchema = z.object({ event: z.enum(bulkEvents), reason: z.string() });
type Asked = z.infer<typeof askedSchema>;

type Body = CallInput<typeof searchOrders>['body'];

/** A list of orders that the server searches, filters and pages. The address holds what is shown. */
export class OrderListStore {
  asked: Asked | null = null;
  /** What the customer portal keeps from the list, as the rows came. */
  hiddenColumns: readonly string[] = [];
  /** What it says above the list. */
  welcome: string | null = null;
  readonly list: List<OrderRow, ListFilters>;
  /** By tab, whichever is chosen. */
  readonly counts: Question<Body, OrderCount>;
  /** By due mark, in the tab that is chosen. */
  readonly dueCounts: Question<Body, OrderCount>;
  readonly columns: ColumnChoice;
  readonly saved: SavedFilters<ListFilters>;
  readonly file: Action<[string, CallInput<typeof exportOrders>], void>;
  readonly groups: OrderGroups;
  readonly labels: Labels;
  readonly tags: Tagging;
  readonly #host: ListHost;
  /** A reason that was written before a reload; it is there again when the same is asked. */
  #begun: Asked | null = null;

  constructor(host: ListHost, groups: OrderGroups, hiddenAtFirst: readonly string[]) {
    const { api } = host;
    this.groups = groups;
    this.labels = new Labels(host);
    this.tags = orderTagging(host);
    this.#host = host;
    const refreshOn = [on(orderChanged), on(portalChanged)];
    this.list = new List<OrderRow, ListFilters>(host, {
      filters: addressFilters(groups),
      keyOf: ({ id }) => id,
      sort: firstSort,
      page: async ({ filters, sort, page, size }, signal) => {
        const query = { page, size, ...wantedSort(sort) };
        const body = orderSearch(groups, filters);
        const found = await api.call(searchOrders, { query, body }, { signal });
        const { orders, totalCount, moreThanTotal, hiddenColumns = [], welcome = null } = found;
        runInAction(() => Object.assign(this, { hiddenColumns, welcome }));
        return { rows: orders, total: totalCount, more: moreThanTotal };
      },
      failed: 'orders could not be loaded',
      refreshOn,
    });
    const count = () =>
      new Question<Body, OrderCount>(host, {
        ask: (body, signal) =>
          body.searchString === '' && Object.keys(body.searchFilters ?? {}).length === 0
            ? api.call(countOrders, {}, { signal })
            : api.call(countFoundOrders, { query: {}, body }, { signal }),
        failed: 'orders could not be counted',
        refreshOn,
      });
    this.counts = count();
    this.dueCounts = count();
    this.columns = new ColumnChoice(host, `${groups.name}_COLUMNS`, hiddenAtFirst);
    this.saved = new SavedFilters(host, `${groups.name}_FILTERS`, listFiltersSchema);
    this.file = new Action(host, {
      run: async (name, input) => {
        const content = await api.bytes(exportOrders, input);
        const { download } = await import('@sinter/sdk/ui/lists');
        download(`${name}.csv`, [content], 'text/csv;charset=utf-8');
      },
      failed: 'orders could not be exported',
      toast: true,
    });
    makeStore(this);
  }

  start(): Dispose {
    void this.columns.load();
    void this.saved.load((filters) => this.list.isAsFirst && this.list.showFilters(filters));
    const stopKeeping = keepEntered(this.#host, {
      what: 'orders.bulk',
      schema: askedSchema,
      entered: () => (this.asked && this.asked.reason.trim() !== '' ? this.asked : null),
      restore: (asked) => (this.#begun = asked),
    });
    return together(
      stopKeeping,
      this.list.start(),
      this.counts.follow(),
      this.dueCounts.follow(),
      asWanted(() => this.#bodyWithout({ status: '' }), this.counts.ask),
      asWanted(() => this.#bodyWithout({ due: null }), this.dueCounts.ask),
      this.labels.start(),
    );
  }

  /** What is searched for now. */
  get body(): Body {
    return orderSearch(this.groups, this.list.filters);
  }

  get sort(): OrderSort {
    return wantedSort(this.list.shown.sort);
  }

  #bodyWithout(change: Partial<ListFilters>): Body {
    return orderSearch(this.groups, { ...this.list.filters, ...change });
  }

  /** Kiosks change no orders. */
  get mayChoose(): boolean {
    return refusal(notKiosk, principalOf(this.#host.user)) === null;
  }

  get mayTag(): boolean {
    return this.tags.mayChange;
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
    const eventId = newId();
    void this.list.runBulk({
      kind: event,
      failed: 'an order could not be changed',
      atOnce,
      change: async (orders) => {
        const able = orders.filter(({ allowedEvents }) => allowedEvents.includes(event));
        const ids = able.map(({ id }) => id);
        const results =
          ids.length > 0 ? await api.call(fireOrderEvents, { body: { ids, eventId, event, reason } }) : [];
        const refusals = new Map((await refusalsOf(able, results)).map((refused, index) => [able[index], refused]));
        return orders.map((order) => {
          const { status, statusName, quote } = order;
          const refused = refusals.get(order);
          return refused === undefined
            ? t('bulk.notNow', { status: statusName ?? t(statusText(status, quote !== null)) })
            : refused;
        });
      },
    });
  }

  /** Gives each of the chosen orders this label, or takes away the one it has. */
  labelChosen(priorityId: number | null): void {
    void this.list.runBulk({
      kind: 'PRIORITY',
      failed: 'an order was not given a priority',
      atOnce,
      change: (orders) => this.labels.giveAll(orders, priorityId),
    });
  }

  /** Gives the chosen orders these tags, or takes them away; what else they have stays. */
  tagChosen(kind: 'TAG' | 'UNTAG', tags: readonly string[]): void {
    void this.list.runBulk({
      kind,
      failed: 'the tags of orders could not be changed',
      atOnce,
      change: (orders) => this.tags.change(orders, kind === 'TAG' ? { add: [...tags] } : { remove: [...tags] }),
    });
  }

  /** Chooses the due mark, or gives it up when it is chosen already. */
  toggleDue(due: string): void {
    const mark = dueMarkSchema.parse(due);
    this.list.filter({ due: this.list.filters.due === mark ? null : mark });
  }

  /** How many orders a tab shows; nothing while that is not known. */
  countOf({ statuses }: OrderGroup): number | undefined {
    const counts = this.counts.answer;
    if (!counts) return undefined;
    if (statuses.length === 0) return counts.total;
    if (statuses.includes(awaitingMe)) return counts.awaitingMe;
    return statuses.reduce((sum, status) => sum + (counts.byStatus[status] ?? 0), 0);
  }

  dueCountOf(mark: DueMark): number | undefined {
    const counts = this.dueCounts.answer;
    return counts ? { LATE: counts.late, DUE_IN_3: counts.dueIn3, DUE_IN_7: counts.dueIn7 }[mark] : undefined;
  }
}

/** Asks at once, and whenever what is wanted is another. */
const asWanted = (wanted: () => Body, ask: (body: Body) => void): Dispose =>
  reaction(
    () => JSON.stringify(wanted()),
    () => ask(wanted()),
    { fireImmediately: true },
  );
