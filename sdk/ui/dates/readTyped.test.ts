import { afterEach, describe, expect, it, vi } from 'vitest';
import { changeLanguage } from '../../i18n/index.ts';
import { fakeStorage } from '../../testing/index.ts';
import { readTyped } from './readTyped.ts';
import type { DateKind } from './readTyped.ts';
import { shownText } from './shownText.ts';

const today = '2026-11-23';
const read = (typed: string, kind: DateKind = 'dateTime', value: string | null = '2026-11-25T06:15') =>
  readTyped(typed, { kind, value, today });
const languages = ['en_US', 'de_DE', 'fr_FR', 'ja_JP', 'ar_SA'];
afterEach(() => changeLanguage('en_US'));

describe('what is typed into a date field', () => {
  it.each(languages)('can be what it shows: %s', async (language) => {
    await changeLanguage(language);
    for (let month = 1; month <= 12; month += 1) {
      const value = `2026-${String(month).padStart(2, '0')}-29T${month === 2 ? '00' : '20'}:05`.replace(
        '02-29',
        '02-28',
      );
      expect(read(shownText(value, 'dateTime'))).toBe(value);
      expect(read(shownText(value.slice(0, 10), 'date'), 'date', null)).toBe(value.slice(0, 10));
      expect(read(shownText(value.slice(-5), 'time'), 'time', null)).toBe(value.slice(-5));
    }
  });

  it.each([
    ['3/4', '2027-03-04T06:15'],
    ['12/1', '2026-12-01T06:15'],
    ['25/12/2026', '2026-12-25T06:15'],
    ['8:00', '2026-11-25T08:00'],
    ['8 pm', '2026-11-25T20:00'],
    ['8pm', '2026-11-25T20:00'],
    ['12 am', '2026-11-25T00:00'],
    ['oct 29 8:30', '2026-10-29T08:30'],
    ['29 October 2026, 8:30 PM', '2026-10-29T20:30'],
    ['2026-10-29T08:30', '2026-10-29T08:30'],
    ['29.10.26 17:45', '2026-10-29T17:45'],
  ])('is understood in English: %s', (typed, wanted) => expect(read(typed)).toBe(wanted));

  it.each([
    ['de_DE', '3.4.', '2027-04-03T06:15'],
    ['de_DE', '29. Okt. 2026 20 Uhr', '2026-10-29T20:00'],
    ['de_DE', '29.10.2026, 8:00', '2026-10-29T08:00'],
    ['fr_FR', '3/4', '2027-04-03T06:15'],
    ['fr_FR', '1er mars à 20h30', '2027-03-01T20:30'],
    ['ja_JP', '10月29日', '2026-10-29T06:15'],
    ['ja_JP', '3/4', '2027-03-04T06:15'],
    ['ja_JP', '２０２６年１０月２９日 午後８時', '2026-10-29T20:00'],
    ['ar_SA', '٢٩/١٠/٢٠٢٦ ٨:٠٠ م', '2026-10-29T20:00'],
  ])('is understood in %s: %s', async (language, typed, wanted) => {
    await changeLanguage(language);
    expect(read(typed)).toBe(wanted);
  });

  it('follows the form of dates that the person has chosen', () => {
    const storage = fakeStorage();
    vi.stubGlobal('localStorage', storage);
    storage.setItem('date_format', 'DD/MM/YYYY');
    expect(read('3/4')).toBe('2027-04-03T06:15');
    vi.unstubAllGlobals();
  });

  it.each([
    '12-03-26',
    '12-03-2026',
    '12.03.2026',
    '12/03/26',
    '12/03/2026',
    '2026-03-12',
    'March 12, 2026',
    'Mar 12, 2026',
  ])('has one of the forms of the specification: %s', (typed) =>
    expect(['2026-03-12', '2026-12-03']).toContain(read(typed, 'date', null)),
  );

  it.each(['', 'soon', '8:00 AMM', '25:00', '13 pm', '31.2.2026', '2026-13-01', '1/2/3/4', 'ma 3', '8'])(
    'is refused where it is no date: %s',
    (typed) => expect(read(typed)).toBeNull(),
  );

  it('is a time where only a time is asked for', () => {
    expect(['8', '8:30', '8 pm', '3/4'].map((typed) => read(typed, 'time', null))).toEqual([
      '08:00',
      '08:30',
      '20:00',
      null,
    ]);
  });
});
