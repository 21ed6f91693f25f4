import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import * as z from 'zod';
import type { CallResult } from '@sinter/sdk/contract/call';
import { readStorefrontCurrencies } from '@sinter/sdk/contract/host/configuration';
import { readPreference, savePreference } from '@sinter/sdk/contract/host/records';
import { showCurrency } from '@sinter/sdk/i18n';
import type { Browser } from '#host/browser/browser.ts';

const preferenceType = 'STORE_FRONT_CURRENCY';
const storedSchema = z.string();

/** The currency that a buyer sees prices in, for information (specification 2.3). */
export class CurrencyStore {
  private config: CallResult<typeof readStorefrontCurrencies> | null = null;
  private chosen: string | null = null;
  private readonly browser: Pick<Browser, 'api' | 'log'>;

  constructor(browser: Pick<Browser, 'api' | 'log'>) {
    this.browser = browser;
    makeAutoObservable<this, 'config' | 'chosen' | 'browser'>(
      this,
      { config: observableRef, chosen: true, browser: false },
      { autoBind: true },
    );
  }

  get shown(): boolean {
    return this.config?.showCurrency ?? false;
  }

  get enabled(): boolean {
    return this.config?.enableCurrency ?? false;
  }

  /** Only those that the shop has enabled, and that have a rate. */
  get options(): readonly string[] {
    if (!this.config) return [];
    const { currencies, shopCurrency, rates } = this.config;
    const priced = [shopCurrency, ...rates.map(({ key }) => key)];
    return Object.keys(currencies).filter((key) => currencies[key] && priced.includes(key));
  }

  get current(): string {
    const { config, options, chosen, enabled } = this;
    const wanted = [enabled ? chosen : null, config?.defaultCurrency, config?.shopCurrency];
    return wanted.find((key) => key && options.includes(key)) ?? config?.shopCurrency ?? '';
  }

  async load(): Promise<void> {
    const { api, log } = this.browser;
    try {
      const [config, kept] = await Promise.all([
        api.call(readStorefrontCurrencies, {}),
        api.call(readPreference, { params: { type: preferenceType } }),
      ]);
      const chosen = storedSchema.safeParse(kept && (JSON.parse(kept.preference) as unknown)).data ?? null;
      runInAction(() => Object.assign(this, { config, chosen }));
      this.apply();
    } catch (error) {
      log.warn('Prices are shown in their own currency', { error: String(error) });
    }
  }

  async choose(key: string): Promise<void> {
    const { api, log } = this.browser;
    this.chosen = key;
    this.apply();
    const body = { preferenceType, preference: JSON.stringify(key) };
    try {
      await api.call(savePreference, { params: { type: preferenceType }, body });
    } catch (error) {
      log.warn('The currency was not kept', { error: String(error) });
    }
  }

  private apply(): void {
    const { config, current, shown } = this;
    if (!config || !shown) return showCurrency(null);
    const rates = Object.fromEntries(config.rates.map(({ key, rate }) => [key, rate]));
    showCurrency({ key: current, rates: { ...rates, [config.shopCurrency]: 1 } });
  }
}
