import * as z from 'zod';
import type { CallResult } from '@sinter/sdk/contract/call';
import { readStorefrontCurrencies } from '@sinter/sdk/contract/host/configuration';
import type { ShopFacts } from '@sinter/sdk/contract/host/storeFront';
import { settingChanged } from '@sinter/sdk/contract/host/versions';
import { readPreference, savePreference } from '@sinter/sdk/contract/host/records';
import { showCurrency } from '@sinter/sdk/i18n';
import { makeStore, Question } from '@sinter/sdk/state';
import type { Workspace } from '#host/browser/Workspace.ts';
import type { Browser } from '#host/browser/browser.ts';

const preferenceType = 'STORE_FRONT_CURRENCY';
const storedSchema = z.string();

type Config = CallResult<typeof readStorefrontCurrencies>;

/** The currency that a buyer sees prices in, for information (specification 2.3). */
export class CurrencyStore {
  /** The person's choice; the shop decides whether it counts. */
  chosen: string | null = null;
  readonly #browser: Pick<Browser, 'api' | 'log'>;
  readonly #question: Question<void, { config: Config; kept: string | null }>;

  constructor(browser: Pick<Browser, 'api' | 'log'>, workspace: Pick<Workspace, 'hear'>) {
    const { api, log } = browser;
    this.#browser = browser;
    this.#question = new Question<void, { config: Config; kept: string | null }>(
      { log },
      {
        ask: async (_asked, signal) => {
          const [config, kept] = await Promise.all([
            api.call(readStorefrontCurrencies, {}, { signal }),
            api.call(readPreference, { params: { type: preferenceType } }, { signal }),
          ]);
          return { config, kept: storedSchema.safeParse(kept && JSON.parse(kept.preference)).data ?? null };
        },
        onAnswer: ({ kept }) => {
          this.chosen = kept;
          this.#apply();
        },
        failed: 'prices are shown in their own currency',
      },
    );
    makeStore(this);
    // Another version of the shop was published.
    workspace.hear(settingChanged.type, () => this.#question.refresh());
  }

  /** `null`: not read yet. */
  get shop(): ShopFacts | null {
    return this.#config?.shop ?? null;
  }

  get shown(): boolean {
    return this.#config?.showCurrency ?? false;
  }

  get enabled(): boolean {
    return this.#config?.enableCurrency ?? false;
  }

  /** Only those that the shop has enabled, and that have a rate. */
  get options(): readonly string[] {
    if (!this.#config) return [];
    const { currencies, shopCurrency, rates } = this.#config;
    const priced = [shopCurrency, ...rates.map(({ key }) => key)];
    return Object.keys(currencies).filter((key) => currencies[key] && priced.includes(key));
  }

  get current(): string {
    const { options, chosen, enabled } = this;
    const config = this.#config;
    const wanted = [enabled ? chosen : null, config?.defaultCurrency, config?.shopCurrency];
    return wanted.find((key) => key && options.includes(key)) ?? config?.shopCurrency ?? '';
  }

  load(): void {
    this.#question.ask();
  }

  async choose(key: string): Promise<void> {
    const { api, log } = this.#browser;
    this.chosen = key;
    this.#apply();
    const body = { preferenceType, preference: JSON.stringify(key) };
    try {
      await api.call(savePreference, { params: { type: preferenceType }, body });
    } catch (error) {
      log.warn('the currency was not kept', { error: String(error) });
    }
  }

  #apply(): void {
    const { current, shown } = this;
    const config = this.#config;
    if (!config || !shown) return showCurrency(null);
    const rates = Object.fromEntries(config.rates.map(({ key, rate }) => [key, rate]));
    showCurrency({ key: current, rates: { ...rates, [config.shopCurrency]: 1 } });
  }

  get #config(): Config | null {
    return this.#question.answer?.config ?? null;
  }
}
