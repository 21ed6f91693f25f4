import { magicsButtons, magicsRegisterIntent } from '@sinter/sdk/contract/integrations/magics';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question } from '@sinter/sdk/state';

/** What is opened: a job, or these parts of orders. */
export type Opened = { jobId: number } | { orderFileIds: readonly number[] };
export type Place = 'isMagicsEnabled' | 'preInQueueMagicsButton';

/** A button that opens parts in Magics, where the facility has one. */
export class OpenStore {
  readonly opening: Action<[Opened]>;
  readonly #buttons: Question<void, Record<Place, boolean> | null>;
  readonly #place: Place;

  constructor(host: Pick<PluginHost, 'api' | 'log'>, place: Place) {
    this.#place = place;
    this.#buttons = new Question<void, Record<Place, boolean> | null>(host, {
      ask: (_asked, signal) => host.api.call(magicsButtons, {}, { signal }),
      failed: 'the buttons for Magics could not be read',
    });
    this.opening = new Action<[Opened]>(host, {
      run: async (opened) => {
        const query = 'jobId' in opened ? opened : { rfqFileIds: opened.orderFileIds.join(',') };
        const { url } = await host.api.call(magicsRegisterIntent, { query });
        window.location.assign(url);
      },
      failed: 'parts could not be opened in Magics',
      toast: true,
    });
    makeStore(this);
  }

  get isOffered(): boolean {
    return this.#buttons.answer?.[this.#place] === true;
  }

  start(): Dispose {
    return this.#buttons.start();
  }
}
