import { openCalendar, readCalendar, updateCalendar } from '@sinter/sdk/contract/calendar';
import type { Calendar } from '@sinter/sdk/contract/calendar';
import { CallError } from '@sinter/sdk/contract/errors';
import type { PluginHost, StopAnswer } from '@sinter/sdk/plugin';
import { messageOf } from '@sinter/sdk/ui';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { overlapping } from './week.ts';
import type { Shift } from './week.ts';

export type Holiday = Calendar['holidays'][number];

/** When the facility is staffed, and what its planning keeps to: as it is, and as it is being changed. */
export class CalendarStore {
  saved: Calendar | null = null;
  draft: Calendar = openCalendar;
  timeZone = '';
  error: unknown = null;
  problem: string | null = null;
  saving = false;

  constructor(private readonly host: Pick<PluginHost, 'api' | 'log'>) {
    makeAutoObservable<this, 'host'>(
      this,
      { host: false, saved: observableRef, draft: observableRef, error: observableRef },
      { autoBind: true },
    );
  }

  get dirty(): boolean {
    return this.saved !== null && JSON.stringify(this.saved) !== JSON.stringify(this.draft);
  }

  get overlapping(): ReadonlySet<number> {
    return overlapping(this.draft.shifts);
  }

  /** Days that are there twice, or have no date yet. */
  get wrongHolidays(): ReadonlySet<number> {
    const { holidays } = this.draft;
    const dates = holidays.map(({ date }) => date);
    return new Set(dates.flatMap((date, index) => (date === '' || dates.indexOf(date) !== index ? [index] : [])));
  }

  get mayBeSaved(): boolean {
    return this.dirty && this.overlapping.size === 0 && this.wrongHolidays.size === 0 && !this.saving;
  }

  mayLeave(): StopAnswer {
    return this.dirty ? 'unsaved' : 'ready';
  }

  async load(): Promise<void> {
    this.error = null;
    try {
      this.take(await this.host.api.call(readCalendar, {}));
    } catch (error) {
      this.host.log.warn('the calendar could not be read', { error: String(error) });
      runInAction(() => (this.error = error));
    }
  }

  /** Answers whether it is saved now. */
  async save(): Promise<boolean> {
    this.saving = true;
    this.problem = null;
    try {
      this.take(await this.host.api.call(updateCalendar, { body: this.draft }));
      return true;
    } catch (error) {
      this.host.log.warn('the calendar was not saved', { error: String(error) });
      const [field] = error instanceof CallError ? Object.values(error.fields) : [];
      runInAction(() => (this.problem = field ?? messageOf(error)));
      return false;
    } finally {
      runInAction(() => (this.saving = false));
    }
  }

  reset(): void {
    if (this.saved) this.draft = this.saved;
    this.problem = null;
  }

  set(change: Partial<Omit<Calendar, 'shifts' | 'holidays'>>): void {
    this.draft = { ...this.draft, ...change };
  }

  /** After the last one of that day, or in the morning. */
  addShift(weekday: number): void {
    const last = this.draft.shifts.findLast((shift) => shift.weekday === weekday);
    const from = last && last.to > last.from && last.to !== '24:00' ? last.to : '06:00';
    const hours = (Number(from.slice(0, 2)) + 8) % 24;
    const to = `${String(hours).padStart(2, '0')}${from.slice(2)}`;
    this.setShifts([...this.draft.shifts, { weekday, from, to }]);
  }

  changeShift(index: number, change: Partial<Shift>): void {
    this.setShifts(
      this.draft.shifts.map((shift, at) => (at === index ? { ...shift, ...change } : shift)),
      false,
    );
  }

  removeShift(index: number): void {
    this.setShifts(this.draft.shifts.toSpliced(index, 1));
  }

  /** The other days from Monday to Friday get the same shifts. */
  copyToWorkdays(weekday: number): void {
    const same = this.draft.shifts.filter((shift) => shift.weekday === weekday);
    const workdays = [1, 2, 3, 4, 5].filter((day) => day !== weekday);
    const others = this.draft.shifts.filter((shift) => !workdays.includes(shift.weekday));
    this.setShifts([...others, ...workdays.flatMap((day) => same.map((shift) => ({ ...shift, weekday: day })))]);
  }

  addHoliday(): void {
    this.setHolidays([...this.draft.holidays, { date: '', name: '' }]);
  }

  changeHoliday(index: number, change: Partial<Holiday>): void {
    this.setHolidays(this.draft.holidays.map((day, at) => (at === index ? { ...day, ...change } : day)));
  }

  removeHoliday(index: number): void {
    this.setHolidays(this.draft.holidays.toSpliced(index, 1));
  }

  /** By day and hour, but not while one of them is typed: it would move away from under the hands. */
  private setShifts(shifts: readonly Shift[], sort = true): void {
    const next = sort ? shifts.toSorted((a, b) => a.weekday - b.weekday || a.from.localeCompare(b.from)) : [...shifts];
    this.draft = { ...this.draft, shifts: next };
  }

  private setHolidays(holidays: Holiday[]): void {
    this.draft = { ...this.draft, holidays };
  }

  private take({ timeZone, ...calendar }: Calendar & { timeZone: string }): void {
    runInAction(() => {
      this.saved = calendar;
      this.draft = calendar;
      this.timeZone = timeZone;
    });
  }
}
