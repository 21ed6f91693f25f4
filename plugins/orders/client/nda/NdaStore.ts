import { principalOf } from '@sinter/sdk/auth';
import type { CallResult } from '@sinter/sdk/contract/call';
import { refusal } from '@sinter/sdk/contract/guard';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { answerNda, readOrderNdas, uploadNda, type Nda } from '@sinter/sdk/contract/orders/nda';
import type { OrderDetail } from '@sinter/sdk/contract/orders/orders';
import { newId, type Dispose, type PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, on, Question } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'api' | 'events' | 'log' | 'user'>;

/** The agreements that stand before the parts of one order. */
export class NdaStore {
  /** The one that is being answered. */
  deciding: { nda: Nda; approve: boolean } | null = null;
  /** Share of the document that has been sent, 0 to 1. */
  sent = 0;
  readonly asked: Question<void, CallResult<typeof readOrderNdas>>;
  readonly giving: Action<[File], OrderDetail>;
  readonly #host: Host;
  readonly #orderId: number;
  readonly #show: (order: OrderDetail) => void;
  #eventId = newId();

  constructor(host: Host, orderId: number, show: (order: OrderDetail) => void) {
    const { api } = host;
    const params = { id: orderId };
    this.#host = host;
    this.#orderId = orderId;
    this.#show = show;
    this.asked = new Question<void, CallResult<typeof readOrderNdas>>(host, {
      ask: (_asked, signal) => api.call(readOrderNdas, { params }, { signal }),
      failed: 'the agreements of the order could not be read',
      refreshOn: [on(orderChanged, (changed) => changed.orderId === orderId)],
    });
    this.giving = new Action<[File], OrderDetail>(host, {
      run: async (file) => {
        this.progress(0, 1);
        const { id } = await api.upload(uploadFile, file, {}, { onProgress: this.progress });
        return api.call(uploadNda, { params, body: { eventId: this.#eventId, fileId: id } });
      },
      failed: 'the agreement could not be given',
      onDone: (order) => this.#done(order),
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.asked.start();
  }

  get mayGive(): boolean {
    return refusal(uploadNda.guard, principalOf(this.#host.user)) === null;
  }

  progress(done: number, size: number): void {
    this.sent = size === 0 ? 1 : done / size;
  }

  decide(nda: Nda, approve: boolean): void {
    this.deciding = { nda, approve };
  }

  leave(): void {
    this.deciding = null;
  }

  /** Throws what the server says. `validUntil`: an ISO date, the last day. */
  async answer({ reason, validUntil }: { reason: string; validUntil: string }): Promise<void> {
    if (!this.deciding) return;
    const { nda, approve } = this.deciding;
    const until = approve && validUntil !== '' ? `${validUntil}T23:59:59Z` : null;
    const order = await this.#host.api.call(answerNda, {
      params: { id: this.#orderId },
      body: { eventId: this.#eventId, ndaId: nda.id, approve, reason, validUntil: until },
    });
    this.leave();
    this.#done(order);
  }

  #done(order: OrderDetail): void {
    this.#eventId = newId();
    this.#show(order);
    this.asked.refresh();
  }
}
