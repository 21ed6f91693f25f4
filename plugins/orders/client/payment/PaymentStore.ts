import { principalOf } from '@sinter/sdk/auth';
import { refusal } from '@sinter/sdk/contract/guard';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import {
  awardOnAccount,
  checkPayment,
  initPayment,
  initPaymentForBidWaiting,
  quotesForPayment,
  readPayments,
  retryRefund,
  type Payable,
  type Payments,
} from '@sinter/sdk/contract/orders/payments';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question, together } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 'user'>;

/** How an order is paid, and the ways in which it can be. */
export class PaymentStore {
  /** Somebody is asked whether to order this on account. */
  asked: Payable | null = null;
  readonly payments: Question<void, Payments>;
  readonly offers: Question<void, Payable[]>;
  readonly #host: Host;
  readonly #returned: boolean;
  readonly #go: Action<[Payable], void>;
  readonly #order: Action<[Payable], unknown>;
  readonly #check: Action<[], void>;
  readonly #retry: Action<[string], void>;

  /** `returned`: the buyer comes back from the payment page. */
  constructor(host: Host, orderId: number, returned: boolean) {
    this.#host = host;
    this.#returned = returned;
    const { api } = host;
    const params = { id: orderId };
    const refreshOn = [on(orderChanged, (changed) => changed.orderId === orderId)];
    this.payments = new Question<void, Payments>(host, {
      ask: (_asked, signal) => api.call(readPayments, { params }, { signal }),
      failed: 'the payments could not be read',
      refreshOn,
    });
    this.offers = new Question<void, Payable[]>(host, {
      ask: (_asked, signal) => api.call(quotesForPayment, { params }, { signal }),
      failed: 'the ways to pay could not be read',
      refreshOn,
    });
    this.#go = new Action<[Payable], void>(host, {
      run: async ({ quoteId, instant, payable: total }) => {
        const eventId = newId();
        const { url } = instant
          ? await api.call(initPaymentForBidWaiting, { params: { ...params, quoteId }, body: { eventId, total } })
          : await api.call(initPayment, { params, body: { eventId, quoteId, total } });
        window.location.assign(url);
      },
      failed: 'the payment could not be started',
    });
    this.#order = new Action<[Payable], unknown>(host, {
      run: ({ quoteId, payable: total }) =>
        api.call(awardOnAccount, { params, body: { eventId: newId(), quoteId, total } }),
      failed: 'the quote could not be accepted',
    });
    this.#check = new Action<[], void>(host, {
      run: async () => this.payments.put(await api.call(checkPayment, { params })),
      failed: 'the payment could not be checked',
    });
    this.#retry = new Action<[string], void>(host, {
      run: async (refundId) => this.payments.put(await api.call(retryRefund, { params: { ...params, refundId } })),
      failed: 'the refund could not be tried again',
    });
    makeStore(this);
  }

  start(): Dispose {
    const asking = this.maySeePrices ? [this.payments.start()] : [];
    const choosing = this.mayPay ? [this.offers.start()] : [];
    if (this.#returned && this.mayPay) void this.#check.run();
    return together(...asking, ...choosing);
  }

  get maySeePrices(): boolean {
    return this.#allows(readPayments);
  }

  get mayPay(): boolean {
    return this.#allows(quotesForPayment);
  }

  get mayRetry(): boolean {
    return this.#allows(retryRefund);
  }

  get isProvider(): boolean {
    return this.#host.user.defaultRole === 'ROLE_SERVICE_PROVIDER';
  }

  /** Comes back from the payment page, and the payment service has not said yet that it is paid. */
  get isConfirming(): boolean {
    return this.#returned && this.payments.answer?.payments[0]?.state === 'WAITING';
  }

  get busy(): boolean {
    return this.#go.busy || this.#order.busy || this.#check.busy || this.#retry.busy;
  }

  get problem(): string | null {
    return this.#go.problem ?? this.#order.problem ?? this.#check.problem ?? this.#retry.problem;
  }

  pay(offer: Payable): void {
    void this.#go.run(offer);
  }

  /** A page is made anew where its making was interrupted. */
  async payNow(url: string | null): Promise<void> {
    if (url === null) await this.#check.run();
    const address = url ?? this.payments.answer?.payments[0]?.url;
    if (address) window.location.assign(address);
  }

  ask(offer: Payable): void {
    this.asked = offer;
  }

  async answer(yes: boolean): Promise<void> {
    const { asked } = this;
    this.asked = null;
    if (yes && asked) await this.#order.run(asked);
  }

  retryRefund(refundId: string): void {
    void this.#retry.run(refundId);
  }

  #allows({ guard }: Pick<typeof readPayments, 'guard'>): boolean {
    return refusal(guard, principalOf(this.#host.user)) === null;
  }
}
