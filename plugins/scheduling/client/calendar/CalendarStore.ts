import { calendarSchema, openCalendar, readCalendar, updateCalendar } from '@sinter/sdk/contract/scheduling/calendar';
import type { Calendar } from '@sinter/sdk/contract/scheduling/calendar';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Action, makeStore, Question, together } from '@sinter/sdk/state';
import { keepEntered } from '@sinter/sdk/state/entered';
import { overlapping } from './week.ts';
import type { Shift } from './week.ts';

export type Holiday = Calendar['holidays'][number];
type Host = Pick<PluginHost, 'api' | 'beforeStop' | 'log' | 'user'>;
type ZonedCalendar = Calendar & { timeZone: string };

/** When the facility is staffed, and what its planning keeps to: as it is, and as it is being changed. */
export class CalendarStore {
  saved: Calendar | null = null;
  draft: Calendar = openCalendar;
  timeZone = '';
  readonly reading: Question<void, ZonedCalendar>;
  readonly saving: Action<[], ZonedCalendar>;

  readonly #host: Host;
  /** What was entered before a reload, until it stands in the form. */
  #begun: Calendar | null = null;

  constructor(host: Host) {
    const { api, log } = host;
    this.#host = host;
    this.reading = new Question<void, ZonedCalendar>(
      { log },
      {
        ask: (_asked, signal) => api.call(readCalendar, {}, { signal }),
        failed: 'the calendar could not be read',
        onAnswer: (calendar) => this.take(calendar),
      },
    );
    this.saving = new Action<[], ZonedCalendar>(
      { log },
      {
        run: () => api.call(updateCalendar, { body: this.draft }),
        failed: 'the calendar was not saved',
        onDone: (calendar) => this.take(calendar),
      },
    );
    makeStore(this);
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
    return this.dirty && this.overlapping.size === 0 && this.wrongHolidays.size === 0 && !this.saving.busy;
  }

  /** Why it was not saved: what is wrong with the first field that the server names, or with all of it. */
  get problem(): string | null {
    const [field] = Object.values(this.saving.fields);
    return field ?? this.saving.problem;
  }

  start(): Dispose {
    return together(
      keepEntered(this.#host, {
        what: 'scheduling.calendar',
        schema: calendarSchema,
        entered: () => (this.dirty ? this.draft : null),
        restore: (draft) => (this.#begun = draft),
      }),
      this.reading.start(),
    );
  }

  /** What the server has now is what is edited. */
  take({ timeZone, ...calendar }: ZonedCalendar): void {
    this.saved = calendar;
    this.draft = this.#begun ?? calendar;
    this.#begun = null;
    this.timeZone = timeZone;
  }

  reset(): void {
    if (this.saved) this.draft = this.saved;
    this.saving.forgive();
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
    this.#setShifts([...this.draft.shifts, { weekday, from, to }]);
  }

  changeShift(index: number, change: Partial<Shift>): void {
    this.#setShifts(
      this.draft.shifts.map((shift, at) => (at === index ? { ...shift, ...change } : shift)),
      false,
    );
  }

  removeShift(index: number): void {
    this.#setShifts(this.draft.shifts.toSpliced(index, 1));
  }

  /** The other days from Monday to Friday get the same shifts. */
  copyToWorkdays(weekday: number): void {
    const same = this.draft.shifts.filter((shift) => shift.weekday === weekday);
    const workdays = [1, 2, 3, 4, 5].filter((day) => day !== weekday);
    const others = this.draft.shifts.filter((shift) => !workdays.includes(shift.weekday));
    this.#setShifts([...others, ...workdays.flatMap((day) => same.map((shift) => ({ ...shift, weekday: day })))]);
  }

  addHoliday(): void {
    this.#setHolidays([...this.draft.holidays, { date: '', name: '' }]);
  }

  changeHoliday(index: number, change: Partial<Holiday>): void {
    this.#setHolidays(this.draft.holidays.map((day, at) => (at === index ? { ...day, ...change } : day)));
  }

  removeHoliday(index: number): void {
    this.#setHolidays(this.draft.holidays.toSpliced(index, 1));
  }

  /** By day and hour, but not while one of them is typed: it would move away from under the hands. */
  #setShifts(shifts: readonly Shift[], sort = true): void {
    const next = sort ? shifts.toSorted((a, b) => a.weekday - b.weekday || a.from.localeCompare(b.from)) : [...shifts];
    this.draft = { ...this.draft, shifts: next };
  }

  #setHolidays(holidays: Holiday[]): void {
    this.draft = { ...this.draft, holidays };
  }
}
