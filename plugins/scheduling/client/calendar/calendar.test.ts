import { openCalendar, readCalendar, updateCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import type { Calendar } from '@sinter/sdk/contract/scheduling/calendar';
import { CallError } from '@sinter/sdk/contract/errors';
import { fakeHost } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { CalendarStore } from './CalendarStore.ts';
import { overlapping, piecesOf, staffedMinutes } from './week.ts';

const shift = (weekday: number, from: string, to: string) => ({ weekday, from, to });

describe('a week of shifts', () => {
  it('draws a shift that ends at or before its start on two days, Sunday into Monday', () => {
    expect(piecesOf(shift(7, '22:00', '06:00'), 0)).toEqual([
      { weekday: 7, from: 1320, to: 1440, index: 0 },
      { weekday: 1, from: 0, to: 360, index: 0 },
    ]);
    expect(piecesOf(shift(3, '00:00', '24:00'), 0)).toEqual(piecesOf(shift(3, '00:00', '00:00'), 0));
  });

  it('finds shifts over each other, also over midnight, and counts shared time once', () => {
    const shifts = [shift(1, '06:00', '14:00'), shift(1, '14:00', '22:00'), shift(7, '22:00', '07:00')];
    expect([...overlapping(shifts)].sort()).toEqual([0, 2]);
    expect(staffedMinutes(shifts)).toBe((16 + 9 - 1) * 60);
  });
});

describe('the calendar', () => {
  const saved: Calendar = { ...openCalendar, shifts: [shift(1, '06:00', '14:00')] };
  async function editor() {
    const fake = fakeHost({ id: 'scheduling' });
    fake.api.answer(readCalendar, { ...saved, timeZone: 'Europe/Berlin' });
    const store = new CalendarStore(fake.host);
    store.start();
    await vi.waitUntil(() => !store.reading.loading);
    return { ...fake, store };
  }

  it('is saved as a whole, and leaving it unsaved is asked about', async () => {
    const { store, api, beforeStop } = await editor();
    expect([store.timeZone, beforeStop(), store.mayBeSaved]).toEqual(['Europe/Berlin', 'ready', false]);
    store.addShift(1);
    store.set({ unattended: false, changeoverMinutes: 30, gridMinutes: 30 });
    expect(beforeStop()).toBe('unsaved');
    const next = { ...saved, unattended: false, changeoverMinutes: 30, gridMinutes: 30 } as const;
    const body = { ...next, shifts: [shift(1, '06:00', '14:00'), shift(1, '14:00', '22:00')] };
    api.answer(updateCalendar, { ...body, timeZone: 'Europe/Berlin' });
    expect(await store.saving.run()).toBe(true);
    expect(api.sent(updateCalendar)).toEqual([{ body }]);
    expect(beforeStop()).toBe('ready');
  });

  it('copies a day to the workdays', async () => {
    const { store } = await editor();
    store.addShift(6);
    store.copyToWorkdays(1);
    expect(store.draft.shifts.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('is not saved with shifts over each other, or holidays without a day or twice', async () => {
    const { store } = await editor();
    store.addShift(1);
    store.changeShift(1, { from: '13:00' });
    expect(store.mayBeSaved).toBe(false);
    store.removeShift(1);
    store.addHoliday();
    expect(store.mayBeSaved).toBe(false);
    store.changeHoliday(0, { date: '2026-12-25', name: 'Christmas' });
    expect(store.mayBeSaved).toBe(true);
    store.addHoliday();
    store.changeHoliday(1, { date: '2026-12-25' });
    expect([...store.wrongHolidays]).toEqual([1]);
    store.reset();
    expect(store.draft).toEqual(saved);
  });

  it('keeps what was entered when it is refused', async () => {
    const { store, api } = await editor();
    store.set({ changeoverMinutes: 5 });
    api.answer(updateCalendar, new CallError('FORBIDDEN'));
    expect(await store.saving.run()).toBe(false);
    expect(store.problem).not.toBeNull();
    expect(store.draft.changeoverMinutes).toBe(5);
  });
});
