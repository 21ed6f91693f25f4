import { currentLocale } from './translate.ts';

/** `15,230.5`: at most `digits` decimals. */
export function formatNumber(value: number, digits = 2, locale = currentLocale()): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);
}

/** `0.125` as `12.5%`. */
export function formatPercent(share: number, digits = 2, locale = currentLocale()): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share);
}

/** Integer minor units of a currency (`EUR`, 123456) as people write it (`€1,234.56`); JPY has no minor unit. */
export function formatMoney(minorUnits: number, currency: string, locale = currentLocale()): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minorUnits / 10 ** digits);
}

/** Minutes as `3 d 4 h`, `2 h 5 min` or `12 min`: the two largest parts that are not zero. */
export function formatDuration(minutes: number): string {
  const whole = Math.max(Math.round(minutes), 0);
  const parts: [number, string][] = [
    [Math.floor(whole / 1440), 'd'],
    [Math.floor((whole % 1440) / 60), 'h'],
    [whole % 60, 'min'],
  ];
  const shown = parts.filter(([amount]) => amount > 0).slice(0, 2);
  return shown.length > 0 ? shown.map(([amount, unit]) => `${amount} ${unit}`).join(' ') : '0 min';
}
