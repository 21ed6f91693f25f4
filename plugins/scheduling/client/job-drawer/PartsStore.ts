import { searchOrders } from '@sinter/sdk/contract/orders';
import type { OrderRow } from '@sinter/sdk/contract/orders';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { toPart } from './jobValues.ts';
import type { ChosenPart } from './jobValues.ts';

const pageSize = 15;

/** Parts of awarded orders that are left to schedule. */
export class PartsStore {
  text = '';
  loading = false;
  error: unknown = null;
  private orders: readonly OrderRow[] = [];
  private totalCount = 0;
  private asking: AbortController | null = null;

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log'>) {
    makeAutoObservable<this, 'host' | 'asking' | 'orders'>(
      this,
      { host: false, asking: false, error: observableRef, orders: observableRef },
      { autoBind: true },
    );
  }

  get parts(): ChosenPart[] {
    return this.orders.flatMap((order) =>
      order.rfqFileDTOs.filter((file) => file.notScheduled > 0).map((file) => toPart(file, order)),
    );
  }

  get hasMore(): boolean {
    return this.orders.length < this.totalCount;
  }

  search(text: string): Promise<void> {
    this.text = text;
    this.orders = [];
    return this.load(0);
  }

  more(): Promise<void> {
    return this.load(Math.floor(this.orders.length / pageSize));
  }

  retry(): Promise<void> {
    return this.search(this.text);
  }

  dispose(): void {
    this.asking?.abort();
  }

  private async load(page: number): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.loading = true;
    this.error = null;
    try {
      const { orders, totalCount } = await this.host.api.call(
        searchOrders,
        { query: { page, size: pageSize, schedulingCall: 'true' }, body: { searchString: this.text } },
        { signal: asking.signal },
      );
      if (asking !== this.asking) return;
      runInAction(() => {
        this.orders = [...this.orders.slice(0, page * pageSize), ...orders];
        this.totalCount = totalCount;
        this.loading = false;
      });
    } catch (error) {
      if (asking.signal.aborted) return;
      this.host.log.warn('parts to schedule could not be searched', { error: String(error) });
      runInAction(() => {
        this.error = error;
        this.loading = false;
      });
    }
  }
}
