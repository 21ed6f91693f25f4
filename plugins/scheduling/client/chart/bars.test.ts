import { describe, expect, it } from 'vitest';
import { barsOf } from './bars.ts';
import { TextFitter } from './fitText.ts';
import { Lane } from './lanes.ts';
import { aJob, random } from './testing.ts';

describe('bars', () => {
  it('keeps jobs of a pixel or more, and merges the rest into one load per pixel column', () => {
    const lane = new Lane([
      aJob({ id: 1, fromDate: 0, toDate: 200, jobStatus: 'IN_PROGRESS' }),
      aJob({ id: 2, fromDate: 300, toDate: 325, jobStatus: 'COMPLETED' }),
      aJob({ id: 3, fromDate: 330, toDate: 380, jobStatus: 'FAILED' }),
      aJob({ id: 4, fromDate: 410, toDate: 420, jobType: 'DOWNTIME' }),
    ]);
    const { bars, columns } = barsOf(lane, { from: 0, to: 1000 }, 10);
    expect(bars).toMatchObject([{ x: 0, width: 2, fill: 'blue' }]);
    expect(columns).toEqual([
      { x: 3, load: 0.75, fill: 'red' },
      { x: 4, load: 0.1, fill: 'downtime' },
    ]);
  });

  it('draws no more than there are pixels', () => {
    const next = random(3);
    const jobs = Array.from({ length: 20_000 }, (_, id) => {
      const from = next() * 1_000_000;
      return aJob({ id, fromDate: Math.floor(from), toDate: Math.floor(from + next() * 400) });
    });
    const { bars, columns } = barsOf(new Lane(jobs), { from: 0, to: 1_000_000 }, 800);
    expect(bars.length + columns.length).toBeLessThanOrEqual(800);
    expect(columns.every(({ load, x }) => load <= 1 && x >= 0 && x < 800)).toBe(true);
  });
});

describe('text', () => {
  const fitter = new TextFitter((text) => text.length * 7);
  it('is cut to the width, and left alone where it fits', () => {
    expect(fitter.fit('Bracket', 49, '12px a')).toBe('Bracket');
    expect(fitter.fit('Bracket', 48, '12px a')).toBe('Brack…');
    expect(fitter.fit('Bracket', 10, '12px a')).toBe('');
  });
});
