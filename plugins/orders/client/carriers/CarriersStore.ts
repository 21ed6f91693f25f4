import { listCarriers, saveCarriers, type Carrier, type KeptCarriers } from '@sinter/sdk/contract/orders/carriers';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Question, Undo, together } from '@sinter/sdk/state';

/** The carriers of the facility, and the last change of them. */
export class CarriersStore {
  readonly reading: Question<void, KeptCarriers>;
  readonly undo: Undo<readonly Carrier[]>;
  readonly #host: Pick<PluginHost, 'api' | 'log'>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.#host = host;
    this.reading = new Question<void, KeptCarriers>(host, {
      ask: (_asked, signal) => host.api.call(listCarriers, {}, { signal }),
      failed: 'the carriers could not be read',
    });
    this.undo = new Undo<readonly Carrier[]>(host, {
      run: (before) => this.#put([...before]),
      failed: 'the change of carriers could not be taken back',
    });
  }

  start(): Dispose {
    return together(this.reading.start(), this.undo.follow());
  }

  /** Throws the refusal, for the form to show. */
  async save(carriers: Carrier[]): Promise<void> {
    const before = this.reading.answer?.carriers ?? [];
    await this.#put(carriers);
    this.undo.offer(before);
  }

  async #put(carriers: Carrier[]): Promise<void> {
    const { answer } = this.reading;
    if (!answer) return;
    this.reading.put(await this.#host.api.call(saveCarriers, { body: { version: answer.version, carriers } }));
  }
}
