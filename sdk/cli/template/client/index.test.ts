import { expect, it } from 'vitest';
import { searchOrders } from '@sinter/sdk/contract/orders/rows';
import { shellSearch } from '@sinter/sdk/plugin';
import { fakeHost } from '@sinter/sdk/testing';
import plugin from './index.ts';
import { LatestOrders } from './LatestOrders.ts';

it('registers what plugin.json declares, and leaves nothing behind', async () => {
  const { host, pages, contributions, stop, held } = fakeHost({ id: plugin.id });
  await plugin.setup(host);
  expect([...pages.keys()]).toEqual(['orders']);
  expect(contributions(shellSearch).map(({ id }) => id)).toEqual(['orders']);
  stop();
  expect(held()).toBe(0);
});

it('asks for the newest orders', async () => {
  const { host, api } = fakeHost({ id: plugin.id });
  api.answer(searchOrders, { orders: [], totalCount: 0 });
  const store = new LatestOrders(host);
  const stop = store.start();
  await expect.poll(() => store.orders.answer).toEqual([]);
  expect(api.sent(searchOrders)).toHaveLength(1);
  stop();
});
