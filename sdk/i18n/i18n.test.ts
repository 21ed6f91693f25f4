import { describe, expect, it } from 'vitest';
import { addServerTexts, addTexts, removeTexts, translator } from './translate.ts';
import { formatDuration, formatMoney, formatNumber, formatPercent } from './formats.ts';
import {
  convertMaterial,
  formatLength,
  formatMass,
  formatMaterial,
  formatSize,
  formatVolume,
  isMaterialUnit,
  materialUnitNames,
} from './units.ts';
import { parseTypedDate } from '../ui/dates/typedDate.ts';
import { dueState, formatDate, formatShortDate, toDate } from './dates.ts';

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
    expect([0, 12, 125, 4560.4, 1440].map(formatDuration)).toEqual(['0 min', '12 min', '2 h 5 min', '3 d 4 h', '1 d']);
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
  });
});

describe('dates', () => {
  it('uses the default format and reads epoch text', () => {
    expect(formatDate('2026-03-07T12:00:00')).toBe('Mar 07, 2026');
    expect(formatShortDate('2026-03-07T12:00:00')).toBe('03/07/26');
    expect(toDate('1760000000000').getTime()).toBe(1760000000000);
    expect(formatDate('2026-03-07T15:05:09', 'dddd D MMMM YY, HH:mm:ss h A')).toBe(
      'Saturday 7 March 26, 15:05:09 3 PM',
    );
    expect([formatDate(null), formatDate('not a date at all')]).toEqual(['', '']);
  });
  it('reads typed dates strictly', () => {
    expect(parseTypedDate('2026-03-07')?.format('YYYY-MM-DD')).toBe('2026-03-07');
    expect(parseTypedDate('Mar 07, 2026')?.format('YYYY-MM-DD')).toBe('2026-03-07');
    expect(parseTypedDate('someday')).toBeUndefined();
    expect(parseTypedDate('2026-02-31')).toBeUndefined();
  });
  it('marks what is due soon', () => {
    const now = '2026-03-01T00:00:00';
    expect(
      ['2026-03-03', '2026-03-05', '2026-03-09', '2026-02-01'].map((date) => dueState(`${date}T00:00:00`, now)),
    ).toEqual(['danger', 'warning', 'ok', 'danger']);
  });
});
