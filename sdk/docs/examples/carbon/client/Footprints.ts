import { settingsChanged } from '@sinter/sdk/contract/apps/settings';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { readOrder } from '@sinter/sdk/contract/orders/orders';
import { searchOrders } from '@sinter/sdk/contract/orders/rows';
import type { PluginHost } from '@sinter/sdk/plugin';
import { appServices } from '@sinter/sdk/plugin/apps';
import { on, Question } from '@sinter/sdk/state';
import { factorsSchema, footprintOf, type FootprintPart, type PartFootprint } from './footprint.ts';

type Host = Pick<PluginHost, 'api' | 'events' | 'id' | 'log'>;

/** How many of the newest orders the tile adds up. */
export const newest = 15;

async function computed(host: Host, parts: readonly FootprintPart[], signal: AbortSignal): Promise<PartFootprint[]> {
  const [factors, offered] = await Promise.all([
    appServices(host).settings.read(factorsSchema),
    host.api.call(listOfferedMaterials, { query: {} }, { signal }),
  ]);
  const facts = new Map(
    offered.flatMap(({ process: { processKey }, materials }) =>
      materials.map(({ id, density }) => [id, { density, processKey }] as const),
    ),
  );
  return parts.map((part) => footprintOf(part, facts, factors));
}

/** The parts of one order. */
export const orderFootprint = (host: Host, orderId: number): Question<number, PartFootprint[]> =>
  new Question(host, {
    ask: async (id, signal) => {
      const order = await host.api.call(readOrder, { params: { id } }, { signal });
      return computed(host, order.rfqFileDTOs, signal);
    },
    failed: 'the footprint of the order could not be computed',
    refreshOn: [on(orderChanged, (changed) => changed.orderId === orderId), on(settingsChanged)],
  });

/** The parts of the newest orders that the person may see, and how many orders that are. */
export const newestFootprint = (host: Host): Question<null, { orders: number; parts: PartFootprint[] }> =>
  new Question(host, {
    ask: async (_, signal) => {
      const { orders } = await host.api.call(searchOrders, { query: { size: newest }, body: {} }, { signal });
      const parts = orders.flatMap(({ rfqFileDTOs }) => rfqFileDTOs);
      return { orders: orders.length, parts: await computed(host, parts, signal) };
    },
    failed: 'the footprint of the newest orders could not be computed',
    refreshOn: [on(orderChanged), on(settingsChanged)],
    // Orders change often where there are many; the tile may lag behind.
    settleMs: 5000,
  });
