import { readDeliverySettings, updateDeliverySettings, type DeliverySettings } from '@sinter/sdk/contract/orders/dates';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Question } from '@sinter/sdk/state';

type Answer = CallResult<typeof readDeliverySettings>;

/** What the facility offers besides the parts. */
export class DeliveryStore {
  readonly reading: Question<void, Answer>;
  readonly #host: Pick<PluginHost, 'api' | 'log'>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.#host = host;
    this.reading = new Question<void, Answer>(host, {
      ask: (_asked, signal) => host.api.call(readDeliverySettings, {}, { signal }),
      failed: 'the delivery settings could not be read',
    });
  }

  start(): Dispose {
    return this.reading.start();
  }

  /** Throws the refusal, for the form to show. */
  async save(settings: DeliverySettings): Promise<void> {
    this.reading.put(await this.#host.api.call(updateDeliverySettings, { body: settings }));
  }
}
