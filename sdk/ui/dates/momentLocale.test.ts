import moment from 'moment';
import { afterEach, describe, expect, it } from 'vitest';
import { formatDate, formatDateTime, formatShortDate, timeFormat, userDateFormat } from '../../i18n/dates.ts';
import { changeLanguage } from '../../i18n/translate.ts';
import { followLanguage } from './momentLocale.ts';
import { parseTypedDate } from './typedDate.ts';

followLanguage();
afterEach(() => changeLanguage('en_US'));

describe('moment', () => {
  it('speaks and reads the language of the page', async () => {
    await changeLanguage('de_DE');
    expect(moment('2026-03-07T15:05:00').format('dddd, D. MMMM YYYY h:mm A')).toBe('Samstag, 7. März 2026 3:05 PM');
    expect(moment('2026-03-07').format('LL')).toBe('7. März 2026');
    expect(parseTypedDate('7. März 2026')?.format('YYYY-MM-DD')).toBe('2026-03-07');
    await changeLanguage('ar_SA');
    expect(moment('2026-03-07T15:05:00').format('D MMMM h:mm A')).toBe('7 مارس 3:05 م');
    expect(moment('7 مارس 3:05 م', 'D MMMM h:mm A', true).isValid()).toBe(true);
    await changeLanguage('en_US');
    expect(moment('2026-03-07').format('MMM DD, YYYY')).toBe('Mar 07, 2026');
  });
  it.each(['en_US', 'de_DE', 'fr_FR', 'ja_JP', 'ar_SA'])('reads in %s what is shown there', async (language) => {
    await changeLanguage(language);
    const at = moment('2026-11-03T15:05:00');
    const field = `${userDateFormat()} ${timeFormat()}`;
    expect(at.format(field)).toBe(formatDateTime(at.toDate()));
    expect(parseTypedDate(formatDateTime(at.toDate()), field)?.isSame(at)).toBe(true);
    expect(parseTypedDate(formatDate(at.toDate()))?.isSame(at, 'day')).toBe(true);
    expect(at.format(language === 'en_US' ? 'MM/DD/YY' : 'l')).toBe(formatShortDate(at.toDate()));
  });
});
