import { openCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import { describe, expect, test } from 'vitest';
import { expectedAfter } from './risk.ts';
import { dayOf, isoOf, workdaysOf } from './workdays.ts';

const holidays = [
  { date: '2026-12-25', name: 'Christmas' },
  { date: '2027-01-01', name: 'New Year' },
];
const after = (calendar: Parameters<typeof workdaysOf>[0], date: string, count: number) =>
  isoOf(workdaysOf(calendar, 'Europe/Berlin').after(dayOf(date), count));

describe('working days', () => {
  test('are Monday to Friday without shifts, and never holidays', () => {
    expect(after(openCalendar, '2026-12-03', 0)).toBe('2026-12-03');
    expect(after(openCalendar, '2026-12-03', 1)).toBe('2026-12-04');
    expect(after(openCalendar, '2026-12-03', 2)).toBe('2026-12-07');
    expect(after({ shifts: [], holidays }, '2026-12-24', 1)).toBe('2026-12-28');
    expect(after({ shifts: [], holidays }, '2026-12-24', 5)).toBe('2027-01-04');
  });

  test('are those on which a shift begins, a night shift too', () => {
    const nights = { shifts: [5, 6].map((weekday) => ({ weekday, from: '22:00', to: '06:00' })), holidays: [] };
    expect(after(nights, '2026-12-03', 1)).toBe('2026-12-04');
    expect(after(nights, '2026-12-03', 2)).toBe('2026-12-05');
    expect(after(nights, '2026-12-03', 3)).toBe('2026-12-11');
  });

  test('of carriers are Monday to Friday, whatever the shifts', () => {
    const shifts = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '06:00', to: '14:00' }));
    const { after: ready, delivered } = workdaysOf({ shifts, holidays }, 'Europe/Berlin');
    expect(isoOf(ready(dayOf('2026-12-04'), 2))).toBe('2026-12-06');
    expect(isoOf(delivered(dayOf('2026-12-04'), 2))).toBe('2026-12-08');
    expect(isoOf(delivered(dayOf('2026-12-24'), 1))).toBe('2026-12-28');
    expect(isoOf(delivered(dayOf('2026-12-05'), 0))).toBe('2026-12-05');
  });

  test('are counted between two dates', () => {
    const { between } = workdaysOf({ shifts: [], holidays }, 'Europe/Berlin');
    expect(between(dayOf('2026-12-24'), dayOf('2027-01-04'))).toBe(5);
    expect(between(dayOf('2026-12-24'), dayOf('2026-12-24'))).toBe(0);
  });
});

describe('a build that ends around midnight when the clocks change', () => {
  // Berlin goes from UTC+2 to UTC+1 on Sunday, 25 October 2026, and back on Sunday, 28 March 2027.
  const berlin = { calendar: openCalendar, zone: 'Europe/Berlin' };
  test.each([
    ['2026-10-23T21:59:00Z', '2026-10-23', '2026-10-26'],
    ['2026-10-23T22:00:00Z', '2026-10-24', '2026-10-26'],
    ['2026-10-25T22:59:00Z', '2026-10-25', '2026-10-26'],
    ['2026-10-25T23:00:00Z', '2026-10-26', '2026-10-27'],
    ['2027-03-28T21:59:00Z', '2027-03-28', '2027-03-29'],
    ['2027-03-28T22:00:00Z', '2027-03-29', '2027-03-30'],
  ])('%s ends on %s by the clock on the wall', (end, day, next) => {
    const { dayAt } = workdaysOf(openCalendar, 'Europe/Berlin');
    expect(isoOf(dayAt(Date.parse(end)))).toBe(day);
    expect(expectedAfter(Date.parse(end), berlin, { after: 1, transport: 0 })).toBe(next);
  });
});
