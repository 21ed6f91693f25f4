import { currentLocale, formatMoney } from '@sinter/sdk/i18n';
import type { Money } from '@sinter/sdk/contract/orders/orderFile';

/** How many digits a currency has behind the point: none for yen. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

export const toMinor = (amount: number, currency: string): number => Math.round(amount * 10 ** decimalsOf(currency));
export const fromMinor = ({ amount, currency }: Money): number => amount / 10 ** decimalsOf(currency);
export const moneyText = ({ amount, currency }: Money): string => formatMoney(amount, currency, { exact: true });

/** Every currency by its code and name. */
export function currencyChoices(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${value} – ${names.of(value) ?? value}`,
  }));
}
