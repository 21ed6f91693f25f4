import type { CallResult } from '@sinter/sdk/contract/call';
import { reconnected } from '@sinter/sdk/contract/host/events';
import { answerConcession, customerNcrChanged, listCustomerNcrs } from '@sinter/sdk/contract/quality/orderNcrs';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, on, Question } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'api' | 'events' | 'log'>;
export type CustomerNcrs = CallResult<typeof listCustomerNcrs>;

/** What was accepted or refused, and in which words. */
export interface Answering {
  ncrId: number;
  rowId: number;
  accepts: boolean;
}

/** Problems with parts of an order, as its buyer sees them. */
export class OrderNcrsStore {
  reporting = false;
  answering: Answering | null = null;
  readonly orderId: number;
  readonly question: Question<void, CustomerNcrs>;
  readonly #host: Host;

  constructor(host: Host, orderId: number) {
    this.#host = host;
    this.orderId = orderId;
    this.question = new Question<void, CustomerNcrs>(host, {
      ask: (_, signal) => host.api.call(listCustomerNcrs, { params: { orderId } }, { signal }),
      failed: 'problems of an order could not be loaded',
      refreshOn: [on(customerNcrChanged, (changed) => changed.orderId === orderId), on(reconnected)],
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.question.start();
  }

  report(reporting: boolean): void {
    this.reporting = reporting;
  }

  ask(answering: Answering | null): void {
    this.answering = answering;
  }

  async answer({ ncrId: id, rowId, accepts }: Answering, note: string): Promise<void> {
    const params = { orderId: this.orderId, id, rowId };
    await this.#host.api.call(answerConcession, { params, body: { accepts, note } });
    this.ask(null);
    this.question.refresh();
  }
}
