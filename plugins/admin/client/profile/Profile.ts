import { listCountries } from '@sinter/sdk/contract/admin/countries';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question } from '@sinter/sdk/state';
import type { Country } from '@sinter/sdk/ui/form';

/** A company's or facility's details, and the countries that its address is chosen from. */
export class Profile<Details> {
  readonly #question: Question<void, { details: Details; countries: readonly Country[] }>;

  constructor({ api, log }: Pick<PluginHost, 'api' | 'log'>, read: (signal: AbortSignal) => Promise<Details>) {
    this.#question = new Question<void, { details: Details; countries: readonly Country[] }>(
      { log },
      {
        ask: async (_asked, signal) => {
          const [details, countries] = await Promise.all([read(signal), api.call(listCountries, {}, { signal })]);
          return { details, countries };
        },
        failed: 'the profile could not be loaded',
      },
    );
    makeStore(this);
  }

  get details(): Details | null {
    return this.#question.answer?.details ?? null;
  }

  get countries(): readonly Country[] {
    return this.#question.answer?.countries ?? [];
  }

  get error(): unknown {
    return this.#question.error;
  }

  start(): Dispose {
    return this.#question.start();
  }

  retry(): void {
    this.#question.retry();
  }

  /** The details as they were saved. */
  put(details: Details): void {
    this.#question.put({ details, countries: this.countries });
  }
}
