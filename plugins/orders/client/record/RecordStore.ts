import {
  cancelRecord,
  downloadRecord,
  makeRecord,
  readRecord,
  recordChanged,
  type OrderRecord,
} from '@sinter/sdk/contract/orders/record';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, on, Question } from '@sinter/sdk/state';

/** The record of an order that this person asked for last. */
export class RecordStore {
  readonly reading: Question<void, OrderRecord | null>;
  readonly making: Action<[], OrderRecord>;
  readonly cancelling: Action<[recordId: number], OrderRecord>;
  readonly #host: Pick<PluginHost, 'api' | 'events' | 'log'>;
  readonly #id: number;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, id: number) {
    const { api } = host;
    this.#host = host;
    this.#id = id;
    this.reading = new Question<void, OrderRecord | null>(host, {
      ask: (_asked, signal) => api.call(readRecord, { params: { id } }, { signal }),
      failed: 'the record of the order could not be read',
      refreshOn: [on(recordChanged, ({ orderId }) => orderId === id)],
    });
    const onDone = () => this.reading.retry();
    this.making = new Action<[], OrderRecord>(host, {
      run: () => api.call(makeRecord, { params: { id } }),
      failed: 'the record of the order could not be asked for',
      toast: true,
      onDone,
    });
    this.cancelling = new Action<[recordId: number], OrderRecord>(host, {
      run: (recordId) => api.call(cancelRecord, { params: { id, recordId } }),
      failed: 'the record of the order could not be given up',
      toast: true,
      onDone,
    });
  }

  start(): Dispose {
    return this.reading.start();
  }

  address({ id: recordId }: OrderRecord): string {
    return this.#host.api.href(downloadRecord, { params: { id: this.#id, recordId } });
  }
}
