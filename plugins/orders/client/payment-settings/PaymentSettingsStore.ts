import {
  readPaymentSettings,
  savePaymentSettings,
  type PaymentSettings,
  type PaymentSettingsInput,
} from '@sinter/sdk/contract/orders/payments';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question } from '@sinter/sdk/state';

type Host = Pick<PluginHost, 'api' | 'log'>;

/** How customers may pay the facility. */
export class PaymentSettingsStore {
  /** Somebody is asked whether to switch cards off while so many payments are under way. */
  asked: number | null = null;
  readonly reading: Question<void, PaymentSettings>;
  readonly #host: Host;
  #answered: (yes: boolean) => void = () => {};

  constructor(host: Host) {
    this.#host = host;
    this.reading = new Question<void, PaymentSettings>(host, {
      ask: (_asked, signal) => host.api.call(readPaymentSettings, {}, { signal }),
      failed: 'the payment settings could not be read',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.reading.start();
  }

  /** Says whether it was saved: whoever switches cards off may think better of it. Throws the refusal, for the form to show. */
  async save(input: PaymentSettingsInput): Promise<boolean> {
    const { api } = this.#host;
    if (this.reading.answer?.card === true && !input.card) {
      const { waiting } = await api.call(readPaymentSettings, {});
      if (waiting > 0 && !(await this.#ask(waiting))) return false;
    }
    this.reading.put(await api.call(savePaymentSettings, { body: input }));
    return true;
  }

  answer(yes: boolean): void {
    this.asked = null;
    this.#answered(yes);
  }

  #ask(waiting: number): Promise<boolean> {
    this.asked = waiting;
    return new Promise((resolve) => (this.#answered = resolve));
  }
}
