import { currentLocale, dateTimeFormat } from '../../i18n/index.ts';
import { firstWeekday } from './firstWeekday.ts';

const dayMs = 86_400_000;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The same day in another month, or its last one where that is shorter. */
export function addMonths(day: string, months: number): string {
  const date = new Date(Date.parse(day));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), last))).toISOString().slice(0, 10);
}

/** 42 days (specification 9), beginning with the first day of a week in this language. */
export function monthGrid(day: string): string[] {
  const first = `${day.slice(0, 8)}01`;
  const before = (new Date(Date.parse(first)).getUTCDay() - firstWeekday(currentLocale()) + 7) % 7;
  return Array.from({ length: 42 }, (_, index) => addDays(first, index - before));
}

const said = (day: string, options: Intl.DateTimeFormatOptions): string =>
  dateTimeFormat({ ...options, timeZone: 'UTC' }).format(Date.parse(day));
export const monthName = (day: string): string => said(day, { month: 'long', year: 'numeric' });
export const shortMonth = (day: string): string => said(day, { month: 'short' });
/** As short as a column is narrow. */
export const weekdayName = (day: string): string => {
  const short = said(day, { weekday: 'short' });
  return short.length > 4 ? said(day, { weekday: 'narrow' }) : short;
};
export const fullName = (day: string): string => said(day, { dateStyle: 'full' });
