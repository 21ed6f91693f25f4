import { observable, observe } from 'mobx';
import type { Dispose, Readable } from '../plugin/readable.ts';
import { dayMs, instantOf, wallOf } from '../plugin/zone.ts';
import { currentLanguage, currentLocale, defaultLanguage } from './translate.ts';

export const defaultDateFormat = 'MMM DD, YYYY';
const dateFormatKey = 'date_format';

/** Epoch milliseconds (a number, or text as job dates have it on the wire), ISO text, or a `Date`. */
export type DateValue = number | string | Date;

/** Reads a date in any form that the wire has; an unreadable one gives an invalid `Date`. */
export function toDate(value: DateValue): Date {
  if (typeof value !== 'string') return new Date(value);
  return new Date(/^-?\d+$/.test(value) ? Number(value) : value);
}

/** What the specification has for English, and moment's name for what every other language has in its place. */
const spoken = (english: string, other: string) => (): string =>
  currentLanguage() === defaultLanguage ? english : other;
const languageDateFormat = spoken(defaultDateFormat, 'll');
const shortDateFormat = spoken('MM/DD/YY', 'l');
/** The time of day in the language's way, in moment's tokens: `h:mm A` in English. */
export const timeFormat = spoken('h:mm A', 'LT');

/** The format that is shown for one that a user has: the default one is each language's own. */
export const shownDateFormat = (format: string): string =>
  format === defaultDateFormat ? languageDateFormat() : format;

/** The user's own format, which the browser keeps while the user is signed in; else the language's. */
export const userDateFormat = (): string =>
  shownDateFormat(globalThis.localStorage?.getItem(dateFormatKey) || defaultDateFormat);

const shownZone = observable.box<string | null>(null);

/**
 * The host sets the zone of the active facility, by whose clock every screen then shows times; `null`, or a zone that
 * this browser does not know, is the browser's own.
 */
export function showTimeZone(zone: string | null): void {
  shownZone.set(zone !== null && isZone(zone) ? zone : null);
}

function isZone(name: string): boolean {
  try {
    return wallOf(name, 0) !== null;
  } catch {
    return false;
  }
}

/** The zone of the times that are shown, as IANA names it; `null` is the browser's own. */
export const shownTimeZone: Readable<string | null> = {
  get: () => shownZone.get(),
  subscribe: (listener): Dispose => observe(shownZone, listener),
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept for every language: making one takes a thousand times as long as using it. */
export function dateTimeFormat(options: Intl.DateTimeFormatOptions, locale = currentLocale()): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formats.set(key, made);
  return made;
}

const padded = (value: number, digits = 2): string => String(value).padStart(digits, '0');
const named = (date: Date, options: Intl.DateTimeFormatOptions): string =>
  dateTimeFormat({ ...options, timeZone: 'UTC' }).format(date);

const dayPeriods = new Map<string, string>();

/** Morning or afternoon, as a 12-hour clock in this language shows it: `AM`. */
export function dayPeriod(hour: number, locale = currentLocale()): string {
  const [half, key] = hour < 12 ? ['AM', `${locale} AM`] : ['PM', `${locale} PM`];
  const known = dayPeriods.get(key);
  if (known !== undefined) return known;
  const parts = dateTimeFormat({ hour: 'numeric', hour12: true, timeZone: 'UTC' }, locale).formatToParts(
    Date.UTC(2023, 0, 1, half === 'AM' ? 9 : 15),
  );
  const word = parts.find(({ type }) => type === 'dayPeriod')?.value ?? half;
  dayPeriods.set(key, word);
  return word;
}

/** The moment tokens that date formats use, so that a screen that only shows dates need not load moment. */
const tokens: Record<string, (date: Date) => string> = {
  LT: (date) => named(date, { timeStyle: 'short' }),
  ll: (date) => named(date, { year: 'numeric', month: 'short', day: 'numeric' }),
  l: (date) => named(date, { dateStyle: 'short' }),
  YYYY: (date) => padded(date.getUTCFullYear(), 4),
  YY: (date) => padded(date.getUTCFullYear() % 100),
  MMMM: (date) => named(date, { month: 'long' }),
  MMM: (date) => named(date, { month: 'short' }),
  MM: (date) => padded(date.getUTCMonth() + 1),
  M: (date) => String(date.getUTCMonth() + 1),
  DD: (date) => padded(date.getUTCDate()),
  D: (date) => String(date.getUTCDate()),
  h: (date) => String(date.getUTCHours() % 12 || 12),
  mm: (date) => padded(date.getUTCMinutes()),
  A: (date) => dayPeriod(date.getUTCHours()),
};
const tokenPattern = new RegExp(Object.keys(tokens).join('|'), 'g');

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** What calendar and clock show, as the UTC fields of a date. A day without a time is the same day in every zone. */
function wallDate(value: DateValue, zone: string | null): Date {
  const date = toDate(value);
  const time = date.getTime();
  if (Number.isNaN(time) || (typeof value === 'string' && dayPattern.test(value))) return date;
  return new Date(zone === null ? time - date.getTimezoneOffset() * 60_000 : wallOf(zone, time));
}

function format(value: DateValue | null | undefined, pattern: string, zone = shownZone.get()): string {
  if (value === null || value === undefined || value === '') return '';
  const date = wallDate(value, zone);
  if (Number.isNaN(date.getTime())) return '';
  return pattern.replace(tokenPattern, (token) => tokens[token]?.(date) ?? token);
}

/** The date as text, by the clock of the facility; empty when there is none. */
export const formatDate = (value: DateValue | null | undefined, pattern = userDateFormat()): string =>
  format(value, pattern);
export const formatShortDate = (value: DateValue | null | undefined): string => format(value, shortDateFormat());
export const formatTime = (value: DateValue | null | undefined, zone?: string): string =>
  format(value, timeFormat(), zone);
export const formatDateTime = (value: DateValue | null | undefined, zone?: string): string =>
  format(value, `${userDateFormat()} ${timeFormat()}`, zone);

/** When a day (`2026-11-23`), or the one so many `days` later, begins by the clock that is shown. Epoch milliseconds. */
export function startOfDay(day: string, days = 0): number {
  const zone = shownZone.get();
  const wall = Date.parse(day) + days * dayMs;
  if (zone !== null) return instantOf(zone, wall);
  const date = new Date(wall);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()).getTime();
}

export type Due = 'ok' | 'warning' | 'danger';

/** Under 7 days is a warning, under 3 days danger (specification 9). */
export function dueState(value: DateValue, now: DateValue = Date.now()): Due {
  const days = (toDate(value).getTime() - toDate(now).getTime()) / 86_400_000;
  if (days < 3) return 'danger';
  return days < 7 ? 'warning' : 'ok';
}
