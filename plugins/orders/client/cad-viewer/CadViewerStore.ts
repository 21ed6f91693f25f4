import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { readOrder } from '@sinter/sdk/contract/orders/orders';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';

/** The order whose parts are looked at. */
export class CadViewerStore {
  order: OrderDetail | null = null;
  error: unknown = null;
  private readonly host: Pick<PluginHost, 'api' | 'events' | 'log'>;
  private readonly orderId: number;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, orderId: number) {
    this.host = host;
    this.orderId = orderId;
    makeAutoObservable<this, 'host' | 'orderId'>(this, {
      order: observableRef,
      error: observableRef,
      host: false,
      orderId: false,
    });
  }

  start(): Dispose {
    void this.load();
    return this.host.events.on(orderChanged, ({ orderId }) => {
      if (orderId === this.orderId) void this.load();
    });
  }

  async load(): Promise<void> {
    try {
      const order = await this.host.api.call(readOrder, { params: { id: this.orderId } });
      runInAction(() => {
        this.order = order;
        this.error = null;
      });
    } catch (error) {
      this.host.log.warn('The order could not be loaded', { orderId: this.orderId, error: String(error) });
      runInAction(() => (this.error = error));
    }
  }
}
