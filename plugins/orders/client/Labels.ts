import { principalOf } from '@sinter/sdk/auth';
import { refusal } from '@sinter/sdk/contract/guard';
import { listPriorities, prioritizeOrder, prioritizeOrders } from '@sinter/sdk/contract/scheduling/priorities';
import type { Priority } from '@sinter/sdk/contract/scheduling/priorities';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Question } from '@sinter/sdk/state';
import { refusalsOf } from '@sinter/sdk/state/lists';

type Host = Pick<PluginHost, 'api' | 'log' | 'user'>;

/** The labels by which a facility says how urgent an order is. A buyer has none, nor has anybody without scheduling. */
export class Labels {
  readonly #host: Host;
  readonly #question: Question<void, readonly Priority[]>;

  constructor(host: Host) {
    this.#host = host;
    this.#question = new Question<void, readonly Priority[]>(host, {
      ask: async (_, signal) => host.api.call(listPriorities, {}, { signal }),
      failed: 'priority labels could not be read',
    });
  }

  /** The most urgent first. */
  get all(): readonly Priority[] {
    return this.#question.answer ?? [];
  }

  of({ priorityId }: { priorityId: number | null }): Priority | null {
    return this.all.find(({ id }) => id === priorityId) ?? null;
  }

  /** May the person give them to orders? */
  get mayGive(): boolean {
    return this.all.length > 0 && refusal(prioritizeOrder.guard, principalOf(this.#host.user)) === null;
  }

  async give(orderId: number, priorityId: number | null): Promise<void> {
    await this.#host.api.call(prioritizeOrder, { params: { orderId }, body: { priorityId } });
  }

  /** For each why it was not given the label; `null`: it was. */
  async giveAll(orders: readonly { id: number }[], priorityId: number | null): Promise<(string | null)[]> {
    const ids = orders.map(({ id }) => id);
    return refusalsOf(orders, await this.#host.api.call(prioritizeOrders, { body: { ids, priorityId } }));
  }

  start(): Dispose {
    const asks = refusal(listPriorities.guard, principalOf(this.#host.user)) === null;
    return asks ? this.#question.start() : () => undefined;
  }
}
