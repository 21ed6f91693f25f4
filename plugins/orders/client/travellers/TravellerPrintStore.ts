import {
  cancelTravellerPrint,
  lastTravellerPrint,
  travellerPrintChanged,
  travellerPrintContent,
  type TravellerPrint,
} from '@sinter/sdk/contract/production/travellerPrints';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, on, Question } from '@sinter/sdk/state';

/** The travellers of many orders that this person asked for last. */
export class TravellerPrintStore {
  readonly reading: Question<void, TravellerPrint | null>;
  readonly cancelling: Action<[id: number], TravellerPrint>;
  readonly #host: Pick<PluginHost, 'api' | 'events' | 'log'>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>) {
    const { api } = host;
    this.#host = host;
    this.reading = new Question<void, TravellerPrint | null>(host, {
      ask: (_asked, signal) => api.call(lastTravellerPrint, {}, { signal }),
      failed: 'the travelers could not be read',
      refreshOn: [on(travellerPrintChanged)],
    });
    this.cancelling = new Action<[id: number], TravellerPrint>(host, {
      run: (id) => api.call(cancelTravellerPrint, { params: { id } }),
      failed: 'the travelers could not be given up',
      toast: true,
      onDone: () => this.reading.retry(),
    });
  }

  start(): Dispose {
    return this.reading.start();
  }

  address({ id }: TravellerPrint): string {
    return this.#host.api.href(travellerPrintContent, { params: { id } });
  }
}
