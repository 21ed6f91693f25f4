import { dateTimeFormat } from '@sinter/sdk/i18n';
import { dayMs } from '../zone.ts';
import type { Zone } from '../zone.ts';

export interface Tick {
  time: number;
  label: string;
}

/** A stretch of the upper line: a day above hours, a month above days, a year above months. */
export interface Band {
  from: number;
  to: number;
  label: string;
}

export interface Axis {
  bands: Band[];
  ticks: Tick[];
  /** Saturdays and Sundays, neighbours joined. */
  weekends: { from: number; to: number }[];
}

export interface TimeWindow {
  from: number;
  to: number;
}

type Level = { unit: 'hour'; minutes: number } | { unit: 'day'; days: number } | { unit: 'month' };

const minute = 60_000;

/** Finest first: what fits when a day is at least that many pixels wide. */
const levels: readonly [minDayPx: number, level: Level][] = [
  [5400, { unit: 'hour', minutes: 15 }],
  [2700, { unit: 'hour', minutes: 30 }],
  [1100, { unit: 'hour', minutes: 60 }],
  [400, { unit: 'hour', minutes: 180 }],
  [210, { unit: 'hour', minutes: 360 }],
  [112, { unit: 'hour', minutes: 720 }],
  [26, { unit: 'day', days: 1 }],
  [5, { unit: 'day', days: 7 }],
  [0, { unit: 'month' }],
];

/** Ticks and weekends of a window `width` pixels wide, by the facility's clock. */
export class TimeAxis {
  private kept: { axis: Axis; from: number; to: number; millisPerPixel: number } | null = null;

  constructor(
    private readonly zone: Zone,
    private readonly locale: string,
  ) {}

  /** The axis of the window and of as much again at both sides, which is kept while the window moves within. */
  around({ from, to }: TimeWindow, width: number): Axis {
    const length = to - from;
    const millisPerPixel = length / Math.max(width, 1);
    const { kept } = this;
    const same = kept && Math.abs(kept.millisPerPixel / millisPerPixel - 1) < 1e-9;
    if (same && from >= kept.from && to <= kept.to) return kept.axis;
    const wide = { from: from - length, to: to + length };
    const axis = this.read(wide, width * 3);
    this.kept = { ...wide, axis, millisPerPixel };
    return axis;
  }

  read(window: TimeWindow, width: number): Axis {
    const dayPx = (dayMs / (window.to - window.from)) * width;
    const level = levels.find(([least]) => dayPx >= least)?.[1] ?? { unit: 'month' };
    const days = this.days(window);
    const weekends = this.weekends(days);
    if (level.unit === 'hour') return { weekends, ...this.hours(window, days, level.minutes, dayPx > 160) };
    if (level.unit === 'day') return { weekends, ...this.dayTicks(window, days, level.days, dayPx) };
    return { weekends, ...this.months(window, dayPx) };
  }

  /** Starts of the days that touch the window, and of the one after. */
  private days({ from, to }: TimeWindow): number[] {
    const days = [this.zone.startOfDay(from)];
    for (let last = days[0] ?? from; last < to;) {
      last = this.zone.startOfDay(last, 1);
      days.push(last);
    }
    return days;
  }

  private weekends(days: readonly number[]): Axis['weekends'] {
    const weekends: Axis['weekends'] = [];
    for (const [index, from] of days.slice(0, -1).entries()) {
      const { weekday } = this.zone.fieldsOf(from);
      const to = days[index + 1] ?? from;
      const before = weekends.at(-1);
      if (weekday !== 0 && weekday !== 6) continue;
      if (before?.to === from) before.to = to;
      else weekends.push({ from, to });
    }
    return weekends;
  }

  /** Steps in real time, so that a day of 23 or 25 hours shows the hours that it has; some clocks change by half an hour. */
  private hours(
    { from, to }: TimeWindow,
    days: readonly number[],
    step: number,
    withYear: boolean,
  ): Omit<Axis, 'weekends'> {
    const bands = days.slice(0, -1).map((day, index) => ({
      from: day,
      to: days[index + 1] ?? day,
      label: this.format(day, {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        ...(withYear && { year: 'numeric' }),
      }),
    }));
    const format: Intl.DateTimeFormatOptions = step < 60 ? { hour: 'numeric', minute: '2-digit' } : { hour: 'numeric' };
    const ticks: Tick[] = [];
    for (const day of bands) {
      for (let time = day.from; time < day.to; time += Math.min(step, 30) * minute) {
        if (time < from || time >= to) continue;
        const clock = this.zone.fieldsOf(time);
        if ((clock.hour * 60 + clock.minute) % step === 0) ticks.push({ time, label: this.format(time, format) });
      }
    }
    return { bands, ticks };
  }

  private dayTicks(
    { from, to }: TimeWindow,
    days: readonly number[],
    step: number,
    dayPx: number,
  ): Omit<Axis, 'weekends'> {
    const shown = days.filter((day) => day < to && (step === 1 || this.zone.fieldsOf(day).weekday === 0));
    const ticks = shown
      .filter((time) => time >= from)
      .map((time) => ({
        time,
        label: this.format(time, dayPx >= 52 ? { weekday: 'short', day: 'numeric' } : { day: 'numeric' }),
      }));
    return { bands: this.spans({ from, to }, 'month', { month: 'long', year: 'numeric' }), ticks };
  }

  private months(window: TimeWindow, dayPx: number): Omit<Axis, 'weekends'> {
    const month = dayPx > 2 ? 'short' : 'narrow';
    const ticks = this.spans(window, 'month', { month })
      .filter(({ from }) => from >= window.from)
      .map(({ from, label }) => ({ time: from, label }));
    return { bands: this.spans(window, 'year', { year: 'numeric' }), ticks };
  }

  private spans({ from, to }: TimeWindow, unit: 'month' | 'year', options: Intl.DateTimeFormatOptions): Band[] {
    const bands: Band[] = [];
    const start = this.zone.fieldsOf(from);
    for (let turn = 0; ; turn += 1) {
      const at = (offset: number) =>
        this.zone.epochOf(
          unit === 'month'
            ? Date.UTC(start.year, start.month + turn + offset)
            : Date.UTC(start.year + turn + offset, 0),
        );
      const begin = at(0);
      if (begin >= to) return bands;
      bands.push({ from: begin, to: at(1), label: this.format(begin, options) });
    }
  }

  format(time: number, options: Intl.DateTimeFormatOptions): string {
    return dateTimeFormat({ ...options, timeZone: this.zone.name }, this.locale).format(time);
  }
}
