import { currentLocale } from './translate.ts';

export const defaultDateFormat = 'MMM DD, YYYY';
export const shortDateFormat = 'MM/DD/YY';
export const timeFormat = 'h:mm A';
const dateFormatKey = 'date_format';

/** Epoch milliseconds (a number, or text as job dates have it on the wire), ISO text, a `Date` or a moment. */
export type DateValue = number | string | { valueOf(): number };

/** Reads a date in any form that the wire has; an unreadable one gives an invalid `Date`. */
export function toDate(value: DateValue): Date {
  if (typeof value !== 'string') return new Date(value.valueOf());
  return new Date(/^-?\d+$/.test(value) ? Number(value) : value);
}

/** The user's own format, which the browser keeps while the user is signed in; else `MMM DD, YYYY`. */
export const userDateFormat = (): string => globalThis.localStorage?.getItem(dateFormatKey) || defaultDateFormat;

const padded = (value: number, digits = 2): string => String(value).padStart(digits, '0');
const named = (date: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(currentLocale(), options).format(date);

/** Morning or afternoon, as a 12-hour clock in this language shows it: `AM`. */
export function dayPeriod(date: Date, locale = currentLocale()): string {
  const parts = new Intl.DateTimeFormat(locale, { hour: 'numeric', hour12: true }).formatToParts(date);
  return parts.find(({ type }) => type === 'dayPeriod')?.value ?? (date.getHours() < 12 ? 'AM' : 'PM');
}

/** The moment tokens that date formats use, so that a screen that only shows dates need not load moment. */
const tokens: Record<string, (date: Date) => string> = {
  YYYY: (date) => padded(date.getFullYear(), 4),
  YY: (date) => padded(date.getFullYear() % 100),
  MMMM: (date) => named(date, { month: 'long' }),
  MMM: (date) => named(date, { month: 'short' }),
  MM: (date) => padded(date.getMonth() + 1),
  M: (date) => String(date.getMonth() + 1),
  dddd: (date) => named(date, { weekday: 'long' }),
  ddd: (date) => named(date, { weekday: 'short' }),
  DD: (date) => padded(date.getDate()),
  D: (date) => String(date.getDate()),
  HH: (date) => padded(date.getHours()),
  H: (date) => String(date.getHours()),
  hh: (date) => padded(date.getHours() % 12 || 12),
  h: (date) => String(date.getHours() % 12 || 12),
  mm: (date) => padded(date.getMinutes()),
  ss: (date) => padded(date.getSeconds()),
  A: (date) => dayPeriod(date),
};
const tokenPattern = new RegExp(Object.keys(tokens).join('|'), 'g');

function format(value: DateValue | null | undefined, pattern: string): string {
  if (value === null || value === undefined || value === '') return '';
  const date = toDate(value);
  if (Number.isNaN(date.getTime())) return '';
  return pattern.replace(tokenPattern, (token) => tokens[token]?.(date) ?? token);
}

/** The date as text; empty when there is none. */
export const formatDate = (value: DateValue | null | undefined, pattern = userDateFormat()): string =>
  format(value, pattern);
export const formatShortDate = (value: DateValue | null | undefined): string => format(value, shortDateFormat);
export const formatTime = (value: DateValue | null | undefined): string => format(value, timeFormat);
export const formatDateTime = (value: DateValue | null | undefined): string =>
  format(value, `${userDateFormat()} ${timeFormat}`);

export type Due = 'ok' | 'warning' | 'danger';

/** Under 7 days is a warning, under 3 days danger (specification 9). */
export function dueState(value: DateValue, now: DateValue = Date.now()): Due {
  const days = (toDate(value).getTime() - toDate(now).getTime()) / 86_400_000;
  if (days < 3) return 'danger';
  return days < 7 ? 'warning' : 'ok';
}
