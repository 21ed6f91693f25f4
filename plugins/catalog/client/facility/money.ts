import { formatMoney } from '@sinter/sdk/i18n';

/** How many digits a currency has behind the point: none for yen. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

export const toMinor = (amount: number, currency: string): number => Math.round(amount * 10 ** decimalsOf(currency));
export const fromMinor = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency);

/** The largest amount that the server takes, in whole units. */
export const largest = (currency: string): number => fromMinor(1_000_000_000, currency);

/** `null`: not for the viewer to see. */
export const moneyOf = (minor: number | null, currency: string): string =>
  minor === null ? '–' : formatMoney(minor, currency, { exact: true });
