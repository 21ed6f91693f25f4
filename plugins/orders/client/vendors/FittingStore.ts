import type { CallInput } from '@sinter/sdk/contract/call';
import { fittingVendors, type JudgedVendors } from '@sinter/sdk/contract/orders/vendors';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question } from '@sinter/sdk/state';

export type AskedParts = CallInput<typeof fittingVendors>['body'];

/** Who can make the parts of an order that is being put together. */
export class FittingStore {
  readonly #question: Question<AskedParts, JudgedVendors>;
  #asked = '';

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.#question = new Question<AskedParts, JudgedVendors>(host, {
      ask: (body, signal) => host.api.call(fittingVendors, { body }, { signal }),
      debounceMs: 300,
      failed: 'the facilities that can make it could not be read',
    });
    makeStore(this);
  }

  start(): Dispose {
    return this.#question.follow();
  }

  /** Asks again only about other parts. */
  ask(parts: AskedParts): void {
    const asked = JSON.stringify(parts);
    if (parts.files.length === 0 || asked === this.#asked) return;
    this.#asked = asked;
    this.#question.ask(parts);
  }

  get judged(): JudgedVendors | null {
    return this.#question.answer;
  }

  get error(): unknown {
    return this.#question.error;
  }

  retry(): void {
    this.#question.retry();
  }
}
