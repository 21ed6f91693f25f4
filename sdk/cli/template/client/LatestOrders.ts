import type { CallResult } from '@sinter/sdk/contract/call';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { searchOrders } from '@sinter/sdk/contract/orders/rows';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { on, Question } from '@sinter/sdk/state';

export type Order = CallResult<typeof searchOrders>['orders'][number];

/** The newest orders that the person may see, kept up to date while they are shown. */
export class LatestOrders {
  readonly orders: Question<string, Order[]>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>) {
    this.orders = new Question(host, {
      ask: async (searchString, signal) => {
        const input = { query: { size: 10 }, body: { searchString } };
        const { orders } = await host.api.call(searchOrders, input, { signal });
        return orders;
      },
      failed: 'orders could not be loaded',
      debounceMs: 200,
      refreshOn: [on(orderChanged)],
    });
  }

  start(): Dispose {
    return this.orders.start('');
  }
}
