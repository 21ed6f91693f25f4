import type { CallResult } from '@sinter/sdk/contract/call';
import { createShipment, readyShipments } from '@sinter/sdk/contract/orders/shipping';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';

export type Consignee = CallResult<typeof readyShipments>[number];

/** What is ready to leave, and what of it goes into a new shipment. */
export class NewShipmentStore {
  readonly ready: Question<void, readonly Consignee[]>;
  readonly making: Action<[], number>;
  /** By its place in the list. */
  chosen = 0;
  /** Pieces by part; those that are not here go whole. */
  pieces: ReadonlyMap<number, number> = new Map();
  readonly #eventId = newId();

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, onMade: (id: number) => void) {
    this.ready = new Question<void, readonly Consignee[]>(host, {
      ask: (_, signal) => host.api.call(readyShipments, {}, { signal }),
      failed: 'what is ready could not be read',
    });
    this.making = new Action<[], number>(host, {
      run: async () => {
        const lines = this.lines.filter(({ quantity }) => quantity > 0);
        const { id } = await host.api.call(createShipment, { body: { eventId: this.#eventId, lines } });
        return id;
      },
      failed: 'the shipment was not made',
      onDone: onMade,
      // Somebody else has taken some: what is left is read anew.
      onFailed: () => this.ready.retry(),
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.ready.start();
  }

  get consignee(): Consignee | null {
    return this.ready.answer?.[this.chosen] ?? null;
  }

  /** How much of each part goes in. */
  get lines(): { orderFileId: number; quantity: number }[] {
    const all = this.consignee?.orders.flatMap(({ lines }) => lines) ?? [];
    return all.map(({ orderFileId, ready }) => ({
      orderFileId,
      quantity: this.pieces.get(orderFileId) ?? ready,
    }));
  }

  get isEmpty(): boolean {
    return this.lines.every(({ quantity }) => quantity === 0);
  }

  choose(place: number): void {
    this.chosen = place;
    this.pieces = new Map();
  }

  take(orderFileId: number, quantity: number): void {
    this.pieces = new Map([...this.pieces, [orderFileId, quantity]]);
  }

  /** All of an order, or nothing of it. */
  takeOrder(orderId: number, whole: boolean): void {
    for (const { id, lines } of this.consignee?.orders ?? []) {
      if (id !== orderId) continue;
      for (const { orderFileId, ready } of lines) this.take(orderFileId, whole ? ready : 0);
    }
  }
}
