import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SilentPace } from './silentPace.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a silent step is told about again and again, ever nearer to its end and never beyond it', () => {
  const told: number[] = [];
  const pace = new SilentPace((progress) => told.push(progress));
  pace.estimate({ progress: 0.1, until: 0.3, seconds: 60 });
  vi.advanceTimersByTime(600_000);
  expect(told.length).toBeGreaterThan(10 * 10);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told[0]).toBeGreaterThan(0.1);
  expect(told[29]).toBeCloseTo(0.1 + 0.2 * 0.865, 2);
  expect(told.at(-1)).toBeLessThanOrEqual(0.3);

  pace.reached(0.5);
  vi.advanceTimersByTime(60_000);
  expect(told.at(-1)).toBe(0.5);
});

it('says nothing any more once the task has ended', () => {
  const told: number[] = [];
  const pace = new SilentPace((progress) => told.push(progress));
  pace.estimate({ progress: 0, until: 1, seconds: 1 });
  pace.end();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
});
