import moment from 'moment';
import * as z from 'zod';
import { dayPeriod } from '../../i18n/index.ts';
import { currentLanguage, currentLocale, defaultLanguage, i18n } from '../../i18n/index.ts';

const weekSchema = z.object({ firstDay: z.number().int().min(1).max(7) });

/** Sunday is 0. Browsers offer this fact as a method, as a property, or not at all. */
function firstWeekday(locale: string): number {
  const about = new Intl.Locale(locale);
  const ask: unknown = Reflect.get(about, 'getWeekInfo');
  const week = weekSchema.safeParse(typeof ask === 'function' ? ask.call(about) : Reflect.get(about, 'weekInfo'));
  return week.success ? week.data.firstDay % 7 : 0;
}

/** How a language writes a date or a time, in moment's tokens. */
function pattern(locale: string, options: Intl.DateTimeFormatOptions): string {
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(new Date(2023, 0, 2, 3, 4));
  const halfDay = parts.some(({ type }) => type === 'dayPeriod');
  const token = ({ type, value }: Intl.DateTimeFormatPart): string => {
    if (type === 'year') return value.length === 2 ? 'YY' : 'YYYY';
    if (type === 'month' && !/^\d/.test(value)) return options.dateStyle === 'long' ? 'MMMM' : 'MMM';
    if (type === 'month') return 'M'.repeat(value.length);
    if (type === 'day') return 'D'.repeat(value.length);
    if (type === 'hour') return (halfDay ? 'h' : 'H').repeat(value.length);
    if (type === 'minute') return 'mm';
    return type === 'dayPeriod' ? 'A' : `[${value}]`;
  };
  return parts.map(token).join('');
}

/** moment's words for a language, made with the browser's own: moment would need a file for each language. */
function describe(locale: string): moment.LocaleSpecification {
  const days = Array.from({ length: 7 }, (_, day) => new Date(2023, 0, 1 + day)); // 1 January 2023 was a Sunday
  const months = Array.from({ length: 12 }, (_, month) => new Date(2023, month, 15));
  const names = (dates: Date[], options: Intl.DateTimeFormatOptions, part: 'month' | 'weekday') => {
    const format = new Intl.DateTimeFormat(locale, options);
    return dates.map((date) => format.formatToParts(date).find(({ type }) => type === part)?.value ?? '');
  };
  const longDate = pattern(locale, { dateStyle: 'long' });
  const [morning, afternoon] = [dayPeriod(9, locale), dayPeriod(15, locale)];
  const long = names(months, { day: 'numeric', month: 'long' }, 'month');
  return {
    months: long,
    monthsShort: names(months, { day: 'numeric', month: 'short' }, 'month'),
    monthsParseExact: true,
    weekdays: names(days, { weekday: 'long' }, 'weekday'),
    weekdaysShort: names(days, { weekday: 'short' }, 'weekday'),
    weekdaysMin: names(days, { weekday: 'narrow' }, 'weekday'),
    weekdaysParseExact: true,
    longDateFormat: {
      LT: pattern(locale, { timeStyle: 'short' }),
      LTS: 'HH:mm:ss',
      L: 'YYYY-MM-DD',
      l: pattern(locale, { dateStyle: 'short' }),
      LL: longDate,
      ll: pattern(locale, { year: 'numeric', month: 'short', day: 'numeric' }),
      LLL: `${longDate} HH:mm`,
      LLLL: `dddd ${longDate} HH:mm`,
    },
    meridiem: (hour) => (hour < 12 ? morning : afternoon),
    meridiemParse: new RegExp(
      [morning, afternoon].map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'),
    ),
    isPM: (word) => word === afternoon,
    week: { dow: firstWeekday(locale), doy: 4 },
  };
}

function follow(): void {
  const name = currentLanguage() === defaultLanguage ? 'en' : currentLanguage().replace('_', '-').toLowerCase();
  if (!moment.locales().includes(name)) moment.defineLocale(name, describe(currentLocale()));
  moment.locale(name);
}

/** From now on moment uses the language of the page. Only screens with calendars load this file. */
export function followLanguage(): void {
  i18n.on('languageChanged', follow);
  follow();
}
