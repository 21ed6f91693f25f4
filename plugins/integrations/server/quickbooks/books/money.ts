/** Decimals of a currency: USD 2, JPY 0. */
const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Minor units as the number that Quickbooks writes. */
export const toAmount = (minor: number, currency: string): number => {
  const decimals = decimalsOf(currency);
  return Number((minor / 10 ** decimals).toFixed(decimals));
};

export const toMinor = (amount: number, currency: string): number => Math.round(amount * 10 ** decimalsOf(currency));
