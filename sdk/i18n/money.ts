import { observable, observe } from 'mobx';
import type { Dispose, Readable } from '../plugin/readable.ts';
import { currentLocale } from './translate.ts';

/** The currency in which the user wants to see prices, for information. */
export interface ShownCurrency {
  key: string;
  /** Units of each currency for one unit of the shop's currency, which is in the list with 1. */
  rates: Readonly<Record<string, number>>;
}

const shown = observable.box<ShownCurrency | null>(null, { deep: false });

/** The host sets it; `null` shows every amount in its own currency. */
export const showCurrency = (currency: ShownCurrency | null): void => shown.set(currency);

export const shownCurrency: Readable<ShownCurrency | null> = {
  get: () => shown.get(),
  subscribe: (listener): Dispose => observe(shown, listener),
};

interface MoneyOptions {
  /** Shows the amount in its own currency: wherever a user commits to a price. */
  exact?: boolean;
  locale?: string;
}

/**
 * Integer minor units of a currency (`EUR`, 123456) as text (`€1,234.56`); JPY has no minor unit. When the user has
 * chosen another currency, the amount is converted and marked as not exact (`≈ $1,345.60`).
 */
export function formatMoney(minorUnits: number, currency: string, options: MoneyOptions = {}): string {
  const { exact = false, locale = currentLocale() } = options;
  const wanted = exact ? null : shown.get();
  const [from, to] = [wanted?.rates[currency], wanted?.rates[wanted.key]];
  const own = moneyFormat(locale, currency);
  const amount = minorUnits / 10 ** (own.resolvedOptions().maximumFractionDigits ?? 2);
  if (!wanted || wanted.key === currency || !from || !to) return own.format(amount);
  return `≈ ${moneyFormat(locale, wanted.key).format((amount / from) * to)}`;
}

const moneyFormat = (locale: string, currency: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency });
