import type { DocumentLanguage, DocumentWords } from '@sinter/sdk/server/documents';
import { inLanguage } from '../notifications/inLanguage.ts';
import type { Texts } from '../texts/bundled.ts';

/** With the calendar and digits that order papers use everywhere. */
const localeOf = (language: DocumentLanguage): string => `${language.replace('_', '-')}-u-ca-gregory-nu-latn`;

export const isRightToLeft = (language: DocumentLanguage): boolean => language === 'ar_SA';

/** `texts`: what all areas say in this language; `site`: its address. */
export function wordsOf(language: DocumentLanguage, texts: Texts, site: () => string): DocumentWords {
  const locale = localeOf(language);
  return {
    language,
    locale: language.replace('_', '-'),
    say: (sentence) => inLanguage(texts, locale, sentence),
    number: (value, digits = 2) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value),
    money(minorUnits, currency) {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
      return format.format(minorUnits / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    },
    address: (path) => `${site()}${path}`,
    date(value, timeZone) {
      const day = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
      const zone = day ? 'UTC' : timeZone;
      return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: zone }).format(new Date(value));
    },
  };
}
