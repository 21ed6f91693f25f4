import type { OrderStep } from '@sinter/sdk/contract/orders/history';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { on, Question } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'events' | 'log'>;

/** What happened to an order, or a part of it, newest first. */
export class StepsStore {
  readonly question: Question<void, readonly OrderStep[]>;

  constructor(host: Host, orderId: number, ask: (signal: AbortSignal) => Promise<readonly OrderStep[]>) {
    this.question = new Question<void, readonly OrderStep[]>(host, {
      ask: async (_, signal) => ask(signal),
      failed: 'the history of an order could not be read',
      refreshOn: [on(orderChanged, (changed) => changed.orderId === orderId)],
    });
  }

  start(): Dispose {
    return this.question.start();
  }
}
