import type { Choices } from '@sinter/sdk/contract/orders/offers';
import type { Money } from '@sinter/sdk/contract/orders/orderFile';
import { awardBidUsingPo, readOrder, type OrderDetail } from '@sinter/sdk/contract/orders/orders';
import {
  awardOnAccount,
  initPayment,
  quotesForPayment,
  type Payable,
  type PaymentWay,
} from '@sinter/sdk/contract/orders/payments';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question } from '@sinter/sdk/state';

interface Accepted {
  eventId: string;
  quoteId: number;
  choices: Choices | undefined;
  total: Money | undefined;
}

/** How the facility of a quote lets this buyer pay, and the way that is chosen. */
export class Ways {
  chosen: PaymentWay | null = null;
  readonly #api: PluginHost['api'];
  readonly #orderId: number;
  readonly #question: Question<number, Payable[]>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>, orderId: number) {
    this.#api = host.api;
    this.#orderId = orderId;
    this.#question = new Question<number, Payable[]>(host, {
      ask: (id, signal) => host.api.call(quotesForPayment, { params: { id } }, { signal }),
      failed: 'the ways to pay could not be read',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.#question.start(this.#orderId);
  }

  get error(): unknown {
    return this.#question.error;
  }

  retry(): void {
    this.#question.retry();
  }

  /** `null` until there is an answer; none where the quote cannot be accepted any more. */
  of(quoteId: number): readonly PaymentWay[] | null {
    const { answer } = this.#question;
    return answer && (answer.find((each) => !each.instant && each.quoteId === quoteId)?.ways ?? []);
  }

  /** The chosen one, or the first. */
  wayOf(quoteId: number): PaymentWay | null {
    const ways = this.of(quoteId) ?? [];
    return ways.find((way) => way === this.chosen) ?? ways[0] ?? null;
  }

  choose(way: PaymentWay): void {
    this.chosen = way;
  }

  /** Accepts a quote in the way that is chosen; with a card the payment page comes. */
  async accept(body: Accepted, poNumber: string): Promise<OrderDetail> {
    const params = { id: this.#orderId };
    switch (this.wayOf(body.quoteId)) {
      case 'ON_ACCOUNT':
        return this.#api.call(awardOnAccount, { params, body });
      case 'CARD': {
        const { url } = await this.#api.call(initPayment, { params, body });
        window.location.assign(url);
        return this.#api.call(readOrder, { params });
      }
      default:
        return this.#api.call(awardBidUsingPo, { params: { orderId: this.#orderId }, body: { ...body, poNumber } });
    }
  }
}
