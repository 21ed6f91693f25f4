import { dateTimeFormat } from '@sinter/sdk/i18n';

/** ISO: 1 is Monday. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

export const weekdayName = (weekday: number, style: 'short' | 'long' = 'short'): string =>
  // The 1st of January 2024 was a Monday.
  dateTimeFormat({ weekday: style, timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday));
