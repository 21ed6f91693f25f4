import { principalOf } from '@sinter/sdk/auth';
import { refusal } from '@sinter/sdk/contract/guard';
import { listOrderTags, tagOrders } from '@sinter/sdk/contract/orders/lists';
import type { OrderRow } from '@sinter/sdk/contract/orders/orders';
import type { TagChange } from '@sinter/sdk/contract/tags';
import type { PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question } from '@sinter/sdk/state';
import { refusalsOf } from '@sinter/sdk/state/lists';

/** Tags of the own side on orders. */
export class OrderTags {
  readonly #host: Pick<PluginHost, 'api' | 'log' | 'user'>;
  readonly #known: Question<void, readonly string[]>;

  constructor(host: Pick<PluginHost, 'api' | 'log' | 'user'>) {
    this.#host = host;
    this.#known = new Question<void, readonly string[]>(host, {
      ask: (_, signal) => host.api.call(listOrderTags, {}, { signal }),
      failed: 'tags could not be read',
    });
    makeStore(this);
  }

  /** Those in use, to choose from, once they were asked for. */
  get known(): readonly string[] {
    return this.#known.answer ?? [];
  }

  get mayChange(): boolean {
    return refusal(tagOrders.guard, principalOf(this.#host.user)) === null;
  }

  /** For who is about to choose. */
  askKnown(): void {
    this.#known.ask();
  }

  /** For each why it was not changed; `null`: it was. */
  async change(orders: readonly Pick<OrderRow, 'id'>[], change: Partial<TagChange>): Promise<(string | null)[]> {
    const body = { ids: orders.map(({ id }) => id), ...change };
    return refusalsOf(orders, await this.#host.api.call(tagOrders, { body }));
  }
}
