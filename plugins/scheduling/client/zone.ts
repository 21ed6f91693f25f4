import moment from 'moment';
import type { Moment } from 'moment';

const hour = 3_600_000;
export const dayMs = 24 * hour;
/** Zones change at full quarters of an hour, and no two changes are as near as a block. */
const quarter = hour / 4;
const block = 8 * dayMs;

/** Where the offset changes within a block of days; at its start when it does not. */
interface Change {
  at: number;
  before: number;
  after: number;
}

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
  private readonly parts: Intl.DateTimeFormat;
  private readonly changes = new Map<number, Change>();

  constructor(readonly name: string) {
    this.parts = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  }

  get label(): string {
    return this.name.replaceAll('_', ' ');
  }

  /** Wall time of an instant. */
  wallOf(epoch: number): number {
    return epoch + this.offsetAt(epoch);
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

  /** The instant of a wall time; one that the clocks skip gives the first instant after the gap. */
  epochOf(wall: number): number {
    const first = wall - this.offsetAt(wall);
    const second = wall - this.offsetAt(first);
    return second + this.offsetAt(second) === wall ? second : Math.max(first, second);
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

  fromPicker(picked: Moment): number {
    return this.epochOf(Date.UTC(picked.year(), picked.month(), picked.date(), picked.hour(), picked.minute()));
  }

  /** Zones seldom change: a block of days with the same offset at both ends has no change, any other is halved. */
  private offsetAt(epoch: number): number {
    const start = Math.floor(epoch / block) * block;
    let change = this.changes.get(start);
    if (!change) {
      change = this.changeIn(start);
      this.changes.set(start, change);
    }
    return epoch < change.at ? change.before : change.after;
  }

  private changeIn(start: number): Change {
    const before = this.read(start);
    const after = this.read(start + block);
    if (before === after) return { at: start, before, after };
    let low = start;
    let high = start + block;
    while (high - low > quarter) {
      const middle = low + Math.floor((high - low) / 2 / quarter) * quarter;
      if (this.read(middle) === before) low = middle;
      else high = middle;
    }
    return { at: high, before, after };
  }

  private read(epoch: number): number {
    const fields: Record<string, number> = {};
    for (const { type, value } of this.parts.formatToParts(epoch)) fields[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour: hours = 0, minute = 0 } = fields;
    return Date.UTC(year, month - 1, day, hours, minute) - epoch;
  }
}
