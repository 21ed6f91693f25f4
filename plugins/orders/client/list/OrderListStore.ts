import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CallResult } from '@sinter/sdk/contract/call';
import { orderChanged } from '@sinter/sdk/contract/events';
import { countOrders, searchOrders } from '@sinter/sdk/contract/orders';
import type { OrderRow } from '@sinter/sdk/contract/orders';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import type { OrderGroup, OrderGroups } from './groups.ts';

export const pageSize = 15;
/** Changes come in bursts: an award alone changes several orders. */
const settleMs = 300;

type ListHost = Pick<PluginHost, 'api' | 'events' | 'location' | 'navigate' | 'log'>;

/** A list of orders that the server searches, filters and pages. The address holds what is shown. */
export class OrderListStore {
  rows: readonly OrderRow[] = [];
  total = 0;
  counts: CallResult<typeof countOrders> | null = null;
  page: number;
  search: string;
  groupId: string;
  loading = true;
  error: unknown = null;
  timesCleared = 0;
  readonly groups: OrderGroups;
  private readonly host: ListHost;
  private request: AbortController | null = null;

  constructor(host: ListHost, groups: OrderGroups) {
    this.host = host;
    this.groups = groups;
    const asked = new URLSearchParams(host.location.get().search);
    this.search = asked.get('q') ?? '';
    this.groupId = asked.get('status') ?? groups.first;
    this.page = Math.max((Number(asked.get('page')) || 1) - 1, 0);
    makeAutoObservable<this, 'host' | 'request'>(
      this,
      { rows: observableRef, counts: observableRef, error: observableRef, groups: false, host: false, request: false },
      { autoBind: true },
    );
  }

  get group(): OrderGroup {
    return this.groups.tabs.find(({ id }) => id === this.groupId) ?? { id: 'ALL', statuses: [] };
  }

  /** Is the list narrowed by the person? */
  get isFiltered(): boolean {
    return this.search !== '' || this.group.statuses.length > 0;
  }

  countOf({ statuses }: OrderGroup): number | undefined {
    const { counts } = this;
    if (!counts) return undefined;
    if (statuses.length === 0) return counts.total;
    return statuses.reduce((sum, status) => sum + (counts.byStatus[status] ?? 0), 0);
  }

  start(): Dispose {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = this.host.events.on(orderChanged, () => {
      clearTimeout(timer);
      timer = setTimeout(() => void this.load(), settleMs);
    });
    void this.load();
    return () => {
      forget();
      clearTimeout(timer);
      this.request?.abort();
    };
  }

  showGroup(id: string): void {
    this.show({ groupId: id, page: 0 });
  }

  searchFor(text: string): void {
    this.show({ search: text, page: 0 });
  }

  showPage(page: number): void {
    this.show({ page });
  }

  showAll(): void {
    this.timesCleared++;
    this.show({ groupId: 'ALL', search: '', page: 0 });
  }

  retry(): void {
    this.loading = true;
    void this.load();
  }

  private show(change: Partial<Pick<OrderListStore, 'groupId' | 'search' | 'page'>>): void {
    Object.assign(this, change);
    this.loading = true;
    this.writeAddress();
    void this.load();
  }

  private writeAddress(): void {
    const shown = new URLSearchParams();
    if (this.groupId !== this.groups.first) shown.set('status', this.groupId);
    if (this.search !== '') shown.set('q', this.search);
    if (this.page > 0) shown.set('page', String(this.page + 1));
    const { pathname } = this.host.location.get();
    this.host.navigate(shown.size > 0 ? `${pathname}?${shown}` : pathname, { replace: true });
  }

  /** The newest request wins; what is on the screen stays until its answer is there. */
  private async load(): Promise<void> {
    this.request?.abort();
    const { signal } = (this.request = new AbortController());
    const { search, page, group } = this;
    const searchFilters = group.statuses.length > 0 ? { ORDER_STATUS: [...group.statuses] } : {};
    try {
      const [found, counts] = await Promise.all([
        this.host.api.call(
          searchOrders,
          { query: { page, size: pageSize }, body: { searchString: search, searchFilters } },
          { signal },
        ),
        this.host.api.call(countOrders, {}, { signal }),
      ]);
      if (signal.aborted) return;
      runInAction(() => {
        this.rows = found.orders;
        this.total = found.totalCount;
        this.counts = counts;
        this.error = null;
        this.loading = false;
      });
    } catch (error) {
      if (signal.aborted) return;
      this.host.log.warn('Orders could not be loaded', { error: String(error) });
      runInAction(() => {
        this.error = error;
        this.loading = false;
      });
    }
  }
}
