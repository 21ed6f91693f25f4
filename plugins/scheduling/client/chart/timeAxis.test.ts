import { describe, expect, it } from 'vitest';
import { dayMs, Zone } from '../zone.ts';
import { TimeAxis } from './timeAxis.ts';

const berlin = new Zone('Europe/Berlin');
const axis = new TimeAxis(berlin, 'en-US');
const hour = 3_600_000;

describe('a zone', () => {
  it('counts days by the clock of the facility, across daylight saving', () => {
    const spring = berlin.epochOf(Date.UTC(2026, 2, 29));
    expect(new Date(spring).toISOString()).toBe('2026-03-28T23:00:00.000Z');
    expect((berlin.startOfDay(spring, 1) - spring) / hour).toBe(23);
    const autumn = berlin.epochOf(Date.UTC(2026, 9, 25));
    expect((berlin.startOfDay(autumn, 1) - autumn) / hour).toBe(25);
  });

  it('puts a time that the clocks skip after the gap', () => {
    expect(new Date(berlin.epochOf(Date.UTC(2026, 2, 29, 2, 30))).toISOString()).toBe('2026-03-29T01:30:00.000Z');
    const santiago = new Zone('America/Santiago');
    const day = santiago.epochOf(Date.UTC(2026, 8, 6));
    expect(santiago.fieldsOf(day)).toMatchObject({ day: 6, hour: 1 });
  });

  it('gives pickers its own clock and takes it back', () => {
    const tokyo = new Zone('Asia/Tokyo');
    const time = Date.UTC(2026, 0, 31, 20, 45);
    expect(tokyo.toPicker(time).format('YYYY-MM-DD HH:mm')).toBe('2026-02-01 05:45');
    expect(tokyo.fromPicker(tokyo.toPicker(time))).toBe(time);
  });
});

describe('the time axis', () => {
  const day = (date: number) => berlin.epochOf(Date.UTC(2026, 2, date));

  it('shows the hours that a short day and a long day have', () => {
    const labels = (from: number) =>
      axis.read({ from, to: berlin.startOfDay(from, 1) }, 1200).ticks.map((tick) => berlin.fieldsOf(tick.time).hour);
    expect(labels(day(29)).slice(0, 4)).toEqual([0, 1, 3, 4]);
    expect(labels(day(29))).toHaveLength(23);
    const autumn = berlin.epochOf(Date.UTC(2026, 9, 25));
    expect(labels(autumn).slice(0, 5)).toEqual([0, 1, 2, 2, 3]);
    expect(labels(autumn)).toHaveLength(25);
  });

  it('keeps six-hour steps and midnights in place over the change', () => {
    const { ticks, bands } = axis.read({ from: day(28), to: day(31) }, 700);
    expect(ticks.map((tick) => berlin.fieldsOf(tick.time).hour)).toEqual([0, 6, 12, 18, 0, 6, 12, 18, 0, 6, 12, 18]);
    expect(bands.map((band) => (band.to - band.from) / hour)).toEqual([24, 23, 24]);
    expect(bands[1]?.label).toBe('Sun, Mar 29, 2026');
  });

  it('joins Saturday and Sunday, also when one is short', () => {
    expect(axis.read({ from: day(25), to: day(31) }, 700).weekends).toEqual([{ from: day(28), to: day(30) }]);
  });

  it('goes over to days, weeks and months as time gets narrower', () => {
    const month = axis.read({ from: day(1), to: day(32) }, 1240);
    expect(month.ticks).toHaveLength(31);
    expect(month.bands.map((band) => band.label)).toEqual(['March 2026']);
    const quarter = axis.read({ from: day(1), to: day(1) + 90 * dayMs }, 900);
    expect(quarter.ticks.every((tick) => berlin.fieldsOf(tick.time).weekday === 0)).toBe(true);
    const year = axis.read({ from: day(1), to: day(1) + 365 * dayMs }, 1000);
    expect(year.ticks.map((tick) => tick.label).slice(0, 3)).toEqual(['Mar', 'Apr', 'May']);
    expect(year.bands.map((band) => band.label)).toEqual(['2026', '2027']);
  });
});
