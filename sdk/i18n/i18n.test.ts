import { describe, expect, it } from 'vitest';
import {
  addServerTexts,
  addTexts,
  currentLocale,
  directionOf,
  i18n,
  removeTexts,
  changeLanguage,
  translator,
} from './translate.ts';
import { formatDuration, formatNumber, formatPercent } from './formats.ts';
import { formatMoney, showCurrency } from './money.ts';
import {
  convertMaterial,
  formatArea,
  formatLength,
  formatMass,
  formatMaterial,
  formatSize,
  formatVolume,
  isMaterialUnit,
  materialUnitNames,
} from './units.ts';
import { dueState, formatDate, formatDateTime, formatShortDate, showTimeZone, startOfDay, toDate } from './dates.ts';

describe('texts', () => {
  it('fills placeholders, counts, and shows nothing for an unknown token', () => {
    addTexts('demo', { hello: 'Hello {{name}}', parts_one: '{{count}} part', parts_other: '{{count}} parts' });
    const t = translator('demo');
    expect(t('hello', { name: 'Ada <3' })).toBe('Hello Ada <3');
    expect([t('parts', { count: 1 }), t('parts', { count: 5 })]).toEqual(['1 part', '5 parts']);
    expect(t('nobody.knows')).toBe('');
  });
  it('lets the server replace a text, and forgets a namespace', () => {
    addServerTexts({ 'demo:hello': 'Salut {{name}}' });
    addTexts('demo', { hello: 'Hello {{name}}' });
    expect(translator('demo')('hello', { name: 'Ada' })).toBe('Salut Ada');
    removeTexts('demo');
    expect(translator('demo')('hello')).toBe('');
    addTexts('demo', { hello: 'Hello {{name}}' });
    expect(translator('demo')('hello', { name: 'Ada' })).toBe('Salut Ada');
  });
  it('switches the language, and falls back to English for a missing text without default', async () => {
    addTexts('parts', {
      one: 'One',
      count_one: '{{count}} part',
      count_other: '{{count}} parts',
      only: 'Only {{name}}',
    });
    addTexts('parts', { one: 'Eins', count_one: '{{count}} Teil', count_other: '{{count}} Teile' }, 'de_DE');
    const t = translator('parts');
    await changeLanguage('de_DE');
    expect([t('one'), t('count', { count: 1 }), t('count', { count: 3 })]).toEqual(['Eins', '1 Teil', '3 Teile']);
    expect(t('only', { name: 'Ada' })).toBe('Only Ada');
    expect(i18n.t('only', { ns: 'parts', name: 'Ada', defaultValue: 'Nur {{name}}' })).toBe('Nur Ada');
    expect(t('nobody.knows')).toBe('');
    await changeLanguage('fr_FR');
    expect(t('count', { count: 2 })).toBe('2 parts');
    await changeLanguage('en_US');
  });
});

describe('formats', () => {
  it('writes numbers and money', () => {
    expect(formatNumber(15230.456)).toBe('15,230.46');
    expect(formatPercent(0.12345)).toBe('12.35%');
    expect(formatMoney(123456, 'EUR')).toBe('€1,234.56');
    expect(formatMoney(500, 'JPY')).toBe('¥500');
  });
  it('writes durations by their two largest parts', () => {
    expect([0, 12, 125, 4560.4, 1440].map((minutes) => formatDuration(minutes))).toEqual([
      '0 min',
      '12 min',
      '2 h 5 min',
      '3 days 4 h',
      '1 day',
    ]);
    expect(formatDuration(125, 'de-DE')).toBe('2 Std., 5 Min.');
  });
  it('shows money in the chosen currency, marked, and exactly where it counts', () => {
    showCurrency({ key: 'USD', rates: { EUR: 1, USD: 1.1, JPY: 160 } });
    expect(formatMoney(10000, 'EUR')).toBe('≈ $110.00');
    expect(formatMoney(160, 'JPY')).toBe('≈ $1.10');
    expect(formatMoney(10000, 'EUR', { exact: true })).toBe('€100.00');
    expect([formatMoney(10000, 'USD'), formatMoney(10000, 'GBP')]).toEqual(['$100.00', '£100.00']);
    showCurrency(null);
    expect(formatMoney(10000, 'EUR')).toBe('€100.00');
  });
  it('writes dates by the Gregorian calendar and with the same digits in every language', async () => {
    await changeLanguage('ar_SA');
    expect(directionOf('ar_SA')).toBe('rtl');
    expect(new Intl.NumberFormat(currentLocale()).format(1234.5)).toMatch(/^1\D234\D5$/);
    expect(formatDate('2026-03-07T15:00:00', 'D MMMM YYYY h A')).toBe('7 مارس 2026 3 م');
    await changeLanguage('en_US');
  });
  it('converts the nine material units', () => {
    expect(materialUnitNames).toHaveLength(9);
    expect(isMaterialUnit('STONE')).toBe(false);
    expect(convertMaterial(1, 'POUND', 'OUNCE')).toBeCloseTo(16);
    expect(convertMaterial(1, 'LITRE', 'CUBIC_CM')).toBeCloseTo(1000);
    expect(convertMaterial(100, 'CUBIC_CM', 'GRAM', 2.68)).toBeCloseTo(268);
    expect(convertMaterial(268, 'GRAM', 'CUBIC_CM', 2.68)).toBeCloseTo(100);
    expect(() => convertMaterial(1, 'GRAM', 'LITRE')).toThrow('density');
    expect(formatMaterial(1234.5, 'CUBIC_INCH')).toBe('1,234.5 in³');
  });
  it('writes lengths, volumes and masses', () => {
    expect(formatLength(25.4, 'IN')).toBe('1 in');
    expect(formatSize([120, 80, 35.51])).toBe('120 × 80 × 35.5 mm');
    expect([formatVolume(15230), formatVolume(42.25)]).toEqual(['15.23 cm³', '42.3 mm³']);
    expect([formatMass(1500), formatMass(2_500_000)]).toEqual(['1.5 g', '2.5 kg']);
    expect([formatSize([0.35, 0.2, 0.125]), formatArea(2.25)]).toEqual(['0.35 × 0.2 × 0.125 mm', '2.3 mm²']);
  });
  it('keeps values in order in a sentence that runs the other way, and leaves others alone', async () => {
    addTexts('parts', { gone: '{{path}} is gone.' });
    addTexts('parts', { gone: 'لا توجد صفحة على {{path}}.' }, 'ar_SA');
    const t = translator('parts');
    expect(t('gone', { path: '/no/such' })).toBe('/no/such is gone.');
    expect(t('gone', { path: 'دقيق' })).toBe('\u2068دقيق\u2069 is gone.');
    await changeLanguage('ar_SA');
    expect(t('gone', { path: '/no/such' })).toBe('لا توجد صفحة على \u2068/no/such\u2069.');
    await changeLanguage('en_US');
  });
  it('keeps figures and units in order in text that runs from right to left', () => {
    expect(formatSize([36, 104, 104], 'MM', 'ar-SA')).toMatch(/^\u2068.*mm\u2069$/);
  });
});

const hour = 3_600_000;

describe('dates', () => {
  it('uses the default format and reads epoch text', () => {
    expect(formatDate('2026-03-07T12:00:00')).toBe('Mar 07, 2026');
    expect(formatShortDate('2026-03-07T12:00:00')).toBe('03/07/26');
    expect(toDate('1760000000000').getTime()).toBe(1760000000000);
    expect(formatDate('2026-03-07T15:05:09', 'D MMMM YY, h:mm A')).toBe('7 March 26, 3:05 PM');
    expect([formatDate(null), formatDate('not a date at all')]).toEqual(['', '']);
  });
  it('are written as each language does, unless the person chose a form', async () => {
    const written = async (language: string) => {
      await changeLanguage(language);
      const at = '2026-11-03T15:05:00';
      return [formatDateTime(at), formatShortDate(at)];
    };
    expect(await written('de_DE')).toEqual(['3. Nov. 2026 15:05', '03.11.26']);
    expect(await written('fr_FR')).toEqual(['3 nov. 2026 15:05', '03/11/2026']);
    expect(await written('ja_JP')).toEqual(['2026年11月3日 15:05', '2026/11/03']);
    expect((await written('ar_SA'))[0]).toBe('3 نوفمبر 2026 3:05 م');
    expect(formatDate('2026-11-03T15:05:00', 'DD.MM.YYYY')).toBe('03.11.2026');
    await changeLanguage('en_US');
  });
  it('shows times by the clock of the facility, wherever the browser is', () => {
    const noon = Date.UTC(2026, 10, 23, 12);
    const shownIn = (zone: string | null) => {
      showTimeZone(zone);
      return [formatDateTime(noon), formatDateTime(new Date(noon).toISOString()), formatDate('2026-11-23')];
    };
    const tokyo = 'Nov 23, 2026 9:00 PM';
    expect(shownIn('Asia/Tokyo')).toEqual([tokyo, tokyo, 'Nov 23, 2026']);
    expect([startOfDay('2026-11-23'), startOfDay('2026-11-23', 1)]).toEqual([noon - 21 * hour, noon + 3 * hour]);
    const honolulu = 'Nov 23, 2026 2:00 AM';
    expect(shownIn('Pacific/Honolulu')).toEqual([honolulu, honolulu, 'Nov 23, 2026']);
    expect(startOfDay('2026-11-23')).toBe(Date.parse('2026-11-23T00:00-10:00'));
    showTimeZone('Not/AZone');
    expect(startOfDay('2026-11-23')).toBe(new Date(2026, 10, 23).getTime());
    expect(formatDate(new Date(2026, 10, 23))).toBe('Nov 23, 2026');
    showTimeZone(null);
  });
  it('marks what is due soon', () => {
    const now = '2026-03-01T00:00:00';
    expect(
      ['2026-03-03', '2026-03-05', '2026-03-09', '2026-02-01'].map((date) => dueState(`${date}T00:00:00`, now)),
    ).toEqual(['danger', 'warning', 'ok', 'danger']);
  });
});
