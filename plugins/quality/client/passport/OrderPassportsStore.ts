import type { CallResult } from '@sinter/sdk/contract/call';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import {
  listOrderPassports,
  passportIssued,
  readPassportFile,
  type PassportForm,
} from '@sinter/sdk/contract/quality/passport';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { on, Question } from '@sinter/sdk/state';

type Found = CallResult<typeof listOrderPassports>;

/** Issued passports of an order, as both sides read them. */
export class OrderPassportsStore {
  readonly question: Question<void, Found>;
  readonly #host: Pick<PluginHost, 'api'>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, orderId: number) {
    this.#host = host;
    this.question = new Question<void, Found>(host, {
      ask: (_, signal) => host.api.call(listOrderPassports, { params: { orderId } }, { signal }),
      failed: 'the passports of the order could not be read',
      refreshOn: [
        on(passportIssued, (one) => one.orderId === orderId),
        on(orderChanged, (changed) => changed.orderId === orderId),
      ],
    });
  }

  start(): Dispose {
    return this.question.start();
  }

  address(lotId: number, version: number, form: PassportForm): string {
    return this.#host.api.href(readPassportFile, {
      params: { lotId, version, form },
      query: form === 'file' ? { download: 'true' } : {},
    });
  }
}
