import type { CallResult } from '@sinter/sdk/contract/call';
import { listCountries } from '@sinter/sdk/contract/admin/countries';
import { listDeliveryAddresses, saveDeliveryAddress } from '@sinter/sdk/contract/admin/deliveryAddresses';
import { postalAddressSchema, type PostalAddress } from '@sinter/sdk/contract/host/addresses';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question, together } from '@sinter/sdk/state';

type Addresses = CallResult<typeof listDeliveryAddresses>;

/** The delivery addresses of the company, the default one first. */
export class AddressesStore {
  readonly #host: Pick<PluginHost, 'api' | 'log'>;
  readonly #addresses: Question<void, Addresses>;
  readonly #countries: Question<void, CallResult<typeof listCountries>>;

  constructor(host: Pick<PluginHost, 'api' | 'log'>) {
    this.#host = host;
    this.#addresses = new Question<void, Addresses>(host, {
      ask: (_, signal) => host.api.call(listDeliveryAddresses, {}, { signal }),
      failed: 'delivery addresses could not be loaded',
    });
    this.#countries = new Question<void, CallResult<typeof listCountries>>(host, {
      ask: (_, signal) => host.api.call(listCountries, {}, { signal }),
      failed: 'countries could not be loaded',
    });
    makeStore(this);
  }

  start(): Dispose {
    return together(this.#addresses.start(), this.#countries.follow());
  }

  get addresses(): Addresses | null {
    return this.#addresses.answer;
  }

  get error(): unknown {
    return this.addresses === null ? this.#addresses.error : null;
  }

  get countries(): CallResult<typeof listCountries> {
    return this.#countries.answer ?? [];
  }

  askCountries(): void {
    if (this.#countries.state === 'idle') this.#countries.ask();
  }

  retry(): void {
    this.#addresses.retry();
  }

  /** Keeps it for the next order too. Throws the `CallError` of a refusal, for the form to show. */
  async add(address: PostalAddress, isDefault: boolean): Promise<PostalAddress> {
    const saved = await this.#host.api.call(saveDeliveryAddress, { body: { ...address, isDefault } });
    this.#addresses.put([...(this.addresses ?? []), saved]);
    return postalAddressSchema.parse(saved);
  }
}
