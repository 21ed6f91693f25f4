import moment from 'moment';
import type { Moment } from 'moment';
import { formatDateTime } from '@sinter/sdk/i18n';
import { dayMs, instantOf, wallOf } from '@sinter/sdk/plugin';

export { dayMs };

/** Fields of a wall clock. `weekday` 0 is Sunday. */
export interface WallTime {
  year: number;
  /** From 0. */
  month: number;
  day: number;
  weekday: number;
  hour: number;
  minute: number;
}

/**
 * A facility's time zone. A wall time is kept as the milliseconds that UTC would show with the same fields, so that
 * days can be counted without thinking of daylight saving; only `epochOf` and `wallOf` cross over.
 */
export class Zone {
  constructor(readonly name: string) {}

  get label(): string {
    return this.name.replaceAll('_', ' ');
  }

  /** Wall time of an instant. */
  wallOf(epoch: number): number {
    return wallOf(this.name, epoch);
  }

  fieldsOf(epoch: number): WallTime {
    const date = new Date(this.wallOf(epoch));
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth(),
      day: date.getUTCDate(),
      weekday: date.getUTCDay(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
    };
  }

  /** The instant of a wall time: the first of two, and as much later where the clocks skip it. */
  epochOf(wall: number): number {
    return instantOf(this.name, wall);
  }

  /** The first instant of the day that `epoch` lies in, or of one `days` later. */
  startOfDay(epoch: number, days = 0): number {
    const wall = this.wallOf(epoch);
    return this.epochOf(Math.floor(wall / dayMs) * dayMs + days * dayMs);
  }

  /** Pickers show a moment of the browser's own zone: this one has the fields of the facility's clock. */
  toPicker(epoch: number): Moment {
    const { year, month, day, hour: hours, minute } = this.fieldsOf(epoch);
    return moment({ year, month, day, hour: hours, minute });
  }

  /** What was picked, in words. */
  textOf(picked: Moment | null): string {
    return picked ? formatDateTime(this.fromPicker(picked), this.name) : '';
  }

  fromPicker(picked: Moment): number {
    return this.epochOf(Date.UTC(picked.year(), picked.month(), picked.date(), picked.hour(), picked.minute()));
  }
}
