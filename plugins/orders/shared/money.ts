/** Decimals of a currency: 2 for EUR, 0 for JPY. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** People type 12.50; the wire carries 1250. */
export const toMinor = (amount: number, currency: string): number => Math.round(amount * 10 ** decimalsOf(currency));
export const fromMinor = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency);
