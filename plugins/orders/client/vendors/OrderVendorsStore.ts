import { orderChanged } from '@sinter/sdk/contract/orders/events';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import {
  distributeOrder,
  orderVendors,
  type FittingVendor,
  type JudgedVendors,
} from '@sinter/sdk/contract/orders/vendors';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'api' | 'events' | 'log'>;

/** Who can make an order, and whom it is sent to. */
export class OrderVendorsStore {
  chosen: readonly number[] = [];
  readonly question: Question<number, JudgedVendors>;
  readonly sending: Action<[], OrderDetail>;
  readonly #orderId: number;
  #eventId = newId();

  constructor(host: Host, orderId: number, onSent: (order: OrderDetail) => void) {
    const { api } = host;
    this.#orderId = orderId;
    this.question = new Question<number, JudgedVendors>(host, {
      ask: (id, signal) => api.call(orderVendors, { params: { id } }, { signal }),
      failed: 'the facilities that can make the order could not be read',
      refreshOn: [on(orderChanged, (changed) => changed.orderId === orderId)],
    });
    this.sending = new Action<[], OrderDetail>(host, {
      run: () =>
        api.call(distributeOrder, {
          params: { id: orderId },
          body: { eventId: this.#eventId, facilityIds: [...this.chosen] },
        }),
      failed: 'the order was not sent',
      onDone: (order) => {
        this.#eventId = newId();
        this.chosen = [];
        this.question.refresh();
        onSent(order);
      },
      // Somebody else sent it there, or a facility can no longer make it.
      onFailed: () => this.question.refresh(),
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.question.start(this.#orderId);
  }

  /** Those that do not have the order now. */
  get free(): readonly FittingVendor[] {
    return this.question.answer?.vendors.filter(({ asked }) => !asked) ?? [];
  }

  choose(facilityIds: readonly number[]): void {
    this.chosen = facilityIds;
  }
}
