import { searchOrders } from '@sinter/sdk/contract/orders/orders';
import type { OrderRow } from '@sinter/sdk/contract/orders/orders';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { toPart } from './chosenPart.ts';
import type { ChosenPart } from './chosenPart.ts';

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

  async search(text: string): Promise<void> {
    this.text = text;
    this.orders = [];
    await this.load(0);
  }

  async more(): Promise<void> {
    await this.load(Math.floor(this.orders.length / pageSize));
  }

  /** Asks again for as much as is shown. */
  async retry(): Promise<void> {
    const pages = Math.max(Math.ceil(this.orders.length / pageSize), 1);
    for (let page = 0; page < pages; page += 1) if (!(await this.load(page))) return;
  }

  dispose(): void {
    this.asking?.abort();
  }

  /** Answers whether that is shown now. */
  private async load(page: number): Promise<boolean> {
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
      if (asking !== this.asking) return false;
      runInAction(() => {
        this.orders = [...this.orders.slice(0, page * pageSize), ...orders];
        this.totalCount = totalCount;
        this.loading = false;
      });
      return true;
    } catch (error) {
      if (asking.signal.aborted) return false;
      this.host.log.warn('parts to schedule could not be searched', { error: String(error) });
      runInAction(() => {
        this.error = error;
        this.loading = false;
      });
      return false;
    }
  }
}
