import { describe, expect, test } from 'vitest';
import { bounds, isPlausible, learn, residualOf, summaryOf, windowSize, type Known } from './learn.ts';

/** The same numbers in each run. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}
const normals = (random: () => number) => (): number =>
  Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());

const knownOf = (residuals: readonly number[]): Known => ({ count: residuals.length, ...summaryOf(residuals) });
const rounds = Array.from({ length: 200 }, (_, seed) => randoms(seed + 1));

describe('what finished builds teach', () => {
  test('nothing, while nothing was built', () => {
    expect(learn([])).toBeNull();
    expect(learn([{ count: 0, center: 3, spread: 1 }])).toBeNull();
  });

  test('stays within its bounds and its interval, whatever was observed', () => {
    for (const random of rounds) {
      const levels = [0, 1, 2].map(() => ({
        count: Math.floor(random() * 90),
        center: random() * 20 - 10,
        spread: random() * 5,
      }));
      const learned = learn(levels);
      if (!learned) continue;
      const { factor, low, high } = learned;
      expect(factor).toBeGreaterThanOrEqual(bounds.low);
      expect(factor).toBeLessThanOrEqual(bounds.high);
      expect(low).toBeLessThanOrEqual(factor);
      expect(high).toBeGreaterThanOrEqual(factor);
      expect(low).toBeGreaterThan(0);
      expect(high).toBeLessThanOrEqual(2 * bounds.high);
    }
  });

  test('comes to what builds really take, and four of five of the next ones lie in the interval', () => {
    let [inside, all] = [0, 0];
    for (const random of rounds) {
      const [normal, truth, noise] = [normals(random), 0.6 + random(), 0.05 + random() * 0.2];
      const drawn = () => Math.log(truth) + noise * normal();
      const learned = learn([knownOf(Array.from({ length: windowSize }, drawn))]);
      expect(Math.abs(Math.log((learned?.factor ?? 0) / truth))).toBeLessThan(0.15);
      for (let next = 0; next < 50; next++, all++) {
        const actual = Math.exp(drawn());
        if (learned && actual >= learned.low && actual <= learned.high) inside++;
      }
    }
    expect(inside / all).toBeGreaterThan(0.74);
    expect(inside / all).toBeLessThan(0.88);
  });

  test('is hardly moved by odd builds, where a mean would be', () => {
    for (const random of rounds) {
      const normal = normals(random);
      const usual = Array.from({ length: 40 }, () => Math.log(1.2) + 0.08 * normal());
      const odd = Array.from({ length: 10 }, () => residualOf(5, 1));
      const [clean, spoilt] = [learn([knownOf(usual)]), learn([knownOf([...usual, ...odd])])];
      expect(Math.abs(Math.log((spoilt?.factor ?? 0) / (clean?.factor ?? 1)))).toBeLessThan(0.08);
      const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      expect(mean([...usual, ...odd]) - mean(usual)).toBeGreaterThan(0.2);
    }
  });

  test('leans on coarser levels while there are few builds, and less with each', () => {
    const [own, facility] = [Math.log(1.6), { count: 40, center: Math.log(1.1), spread: 0.1 }];
    const factors = [1, 3, 10, 50].map((count) => learn([{ count, center: own, spread: 0.1 }, facility])?.factor ?? 0);
    expect(factors).toEqual([...factors].sort((one, other) => one - other));
    expect(factors[0]).toBeLessThan(1.25);
    expect(factors[3]).toBeGreaterThan(1.5);
    const one = learn([{ count: 1, center: own, spread: 0 }]);
    expect(one?.factor).toBeLessThan(1.15);
  });

  test('is the surer the more builds it rests on', () => {
    const width = (count: number) => {
      const learned = learn([{ count, center: 0.1, spread: 0.08 }]);
      return learned ? learned.high / learned.low : 0;
    };
    const widths = [1, 2, 5, 10, 20, 50].map(width);
    expect(widths).toEqual([...widths].sort((one, other) => other - one));
  });

  test('counts no build that took many times more or less than it could', () => {
    expect([isPlausible(10, 8), isPlausible(10, 1), isPlausible(0.01, 8)]).toEqual([true, false, false]);
    expect(residualOf(1e9, 1)).toBe(Math.log(4));
  });

  test('has the median of both sides', () => {
    expect(summaryOf([0.3]).center).toBe(0.3);
    expect(summaryOf([0, 0.4]).center).toBeCloseTo(0.2);
    const { center, spread } = summaryOf([5, 1, 2, 3, 4]);
    expect(center).toBe(3);
    expect(spread).toBeCloseTo(1.4826);
  });
});
