import { currentLocale } from './translate.ts';

/** `15,230.5`: at most `digits` decimals. */
export function formatNumber(value: number, digits = 2, locale = currentLocale()): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);
}

/** `0.125` as `12.5%`. */
export function formatPercent(share: number, digits = 2, locale = currentLocale()): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share);
}

/** Minutes as `3 days 4 h`, `2 h 5 min` or `12 min`: the two largest parts that are not zero. */
export function formatDuration(minutes: number, locale = currentLocale()): string {
  const whole = Math.max(Math.round(minutes), 0);
  const part = (amount: number, unit: 'day' | 'hour' | 'minute') => ({ amount, unit });
  const parts = [
    part(Math.floor(whole / 1440), 'day'),
    part(Math.floor((whole % 1440) / 60), 'hour'),
    part(whole % 60, 'minute'),
  ].filter(({ amount }) => amount > 0);
  const shown = parts.length > 0 ? parts.slice(0, 2) : [part(0, 'minute')];
  const written = shown.map(({ amount, unit }) =>
    // The symbol of the hour is h, which English lacks among its short forms.
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(amount).replace(' hr', ' h'),
  );
  return new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(written);
}
