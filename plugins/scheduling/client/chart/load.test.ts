import { describe, expect, it } from 'vitest';
import { JobTable } from './JobTable.ts';
import { LoadSeries, loadOf, shareOf } from './load.ts';
import { aJob, random } from './testing.ts';

const lanesOf = (next: () => number, machines: number, length: number) => {
  const jobs = Array.from({ length: 60 }, (_, id) => {
    const from = Math.floor(next() * 1000);
    return aJob({
      id,
      equipmentId: 1 + (id % machines),
      fromDate: from,
      toDate: from + 1 + Math.floor(next() * length),
    });
  });
  const table = JobTable.ofJobs(jobs);
  return Array.from({ length: machines }, (_, machine) => table.lane(machine + 1));
};

describe('the load of machines', () => {
  it('is exactly the share of each part that is taken', () => {
    const next = random(9);
    for (let round = 0; round < 100; round += 1) {
      const lanes = lanesOf(next, 1 + Math.floor(next() * 5), 1 + next() * 300);
      const from = Math.floor(next() * 500);
      const window = { from, to: from + 200 + Math.floor(next() * 300) };
      const share = loadOf(lanes, window, new Float64Array(1 + Math.floor(next() * 50)));
      const length = (window.to - window.from) / share.length;
      for (const [part, value] of share.entries()) {
        const start = window.from + part * length;
        expect(value).toBeCloseTo(shareOf(lanes, { from: start, to: start + length }), 9);
      }
    }
  });

  it('is the same from a series, which costs no jobs', () => {
    const next = random(4);
    const lanes = lanesOf(next, 4, 200);
    const series = new LoadSeries(lanes, { from: 0, to: 1024 });
    expect(series.serves({ from: 0, to: 1000 }, 300)).toBe(true);
    expect(series.serves({ from: 0, to: 100 }, 2000)).toBe(false);
    expect(series.serves({ from: -500, to: 1000 }, 300)).toBe(false);
    const window = { from: 100, to: 900 };
    const share = series.read(window, new Float64Array(100));
    for (const [part, value] of loadOf(lanes, window, new Float64Array(100)).entries()) {
      expect(share[part]).toBeCloseTo(value, 1);
    }
    expect(shareOf([], window)).toBe(0);
  });
});
