import { listOrderTags, tagOrders } from '@sinter/sdk/contract/orders/lists';
import type { PluginHost } from '@sinter/sdk/plugin';
import { Tagging } from '@sinter/sdk/state/lists';

/** Tags of the own side on orders. */
export const orderTagging = (host: Pick<PluginHost, 'api' | 'log' | 'user'>): Tagging =>
  new Tagging(host, {
    guard: tagOrders.guard,
    known: (signal) => host.api.call(listOrderTags, {}, { signal }),
    change: (body) => host.api.call(tagOrders, { body }),
  });
