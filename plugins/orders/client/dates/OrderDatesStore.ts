import { checkDates } from '@sinter/sdk/contract/orders/dates';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question } from '@sinter/sdk/state';
import type { OrderDates } from './texts.ts';

/** The dates of an order; with a quote, whether that can be kept. */
export class OrderDatesStore {
  readonly #question: Question<void, OrderDates>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, orderId: number, quoteId?: number) {
    this.#question = new Question<void, OrderDates>(host, {
      ask: (_asked, signal) => host.api.call(checkDates, { params: { id: orderId }, query: { quoteId } }, { signal }),
      failed: 'the dates of an order could not be read',
      refreshOn: [on(orderChanged, (changed) => changed.orderId === orderId)],
    });
    makeStore(this);
  }

  /** `null` until there is an answer, and where there is none: what is shown beside it does not depend on it. */
  get dates(): OrderDates | null {
    return this.#question.answer;
  }

  start(): Dispose {
    return this.#question.start();
  }
}
