import { describe, expect, test } from 'vitest';
import { brokenRules, capability, leastForCapability, runStatistics } from './statistics.ts';

const limits = { lowest: 9, highest: 11 };

describe('figures of a run', () => {
  test('are as computed by hand', () => {
    // 10, 11, 9, 10: mean 10; moving ranges 1, 2, 1, on average 4/3, by 1.128 = 1.18203; squares 0 + 1 + 1 + 0 by 3 = 0.6667, root 0.8165.
    const found = runStatistics([10, 11, 9, 10]);
    expect(found).toMatchObject({ count: 4, mean: 10 });
    expect(found?.within).toBeCloseTo(1.18203, 5);
    expect(found?.overall).toBeCloseTo(0.8165, 4);
    expect(found?.upper).toBeCloseTo(13.5461, 4);
    expect(found?.lower).toBeCloseTo(6.4539, 4);
  });
  test('there are none without values, and no sigma of one', () => {
    expect(runStatistics([])).toBeNull();
    expect(runStatistics([7])).toEqual({ count: 1, mean: 7, within: null, overall: null, lower: null, upper: null });
  });
});

describe('capability', () => {
  // 10.1 and 9.9 in turn, 26 of them: mean 10; each moving range 0.2, within 0.177305; overall 0.1 × √(26/25) = 0.101980.
  const values = Array.from({ length: 26 }, (_, index) => (index % 2 === 0 ? 10.1 : 9.9));
  test('is as computed by hand', () => {
    const found = runStatistics(values);
    if (!found) throw new Error('No figures.');
    const stated = capability(found, { lowest: 9, highest: 10.5 });
    if (typeof stated === 'string') throw new Error(stated);
    // 1.5 / (6 × 0.177305) = 1.41; 0.5 / (3 × 0.177305) = 0.94; 1.5 / (6 × 0.10198) = 2.4515; 0.5 / (3 × 0.10198) = 1.6343.
    expect(stated.cp).toBeCloseTo(1.41, 4);
    expect(stated.cpk).toBeCloseTo(0.94, 4);
    expect(stated.pp).toBeCloseTo(2.4515, 3);
    expect(stated.ppk).toBeCloseTo(1.6343, 3);
  });
  test('with one limit there is no Cp', () => {
    const found = runStatistics(values);
    expect(found && capability(found, { lowest: null, highest: 10.5 })).toMatchObject({ cp: null, pp: null });
  });
  test('is not stated of few values, of the same ones, and without a limit', () => {
    const of = (some: readonly number[], within = limits) => {
      const found = runStatistics(some);
      return found && capability(found, within);
    };
    expect(of(values.slice(0, leastForCapability - 1))).toBe('FEW');
    expect(of(values.slice(0, leastForCapability))).toMatchObject({ cpk: expect.any(Number) });
    expect(of(Array.from({ length: 30 }, () => 10))).toBe('SAME');
    expect(
      capability({ count: 30, mean: 1, within: 1, overall: 1, lower: -2, upper: 4 }, { lowest: null, highest: null }),
    ).toBe('UNLIMITED');
  });
});

describe('Western Electric rules', () => {
  /** As many in turn around 0 that mean and sigma hardly move by what follows: sigma is 2/1.128. */
  const calm = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? 1 : -1));
  const last = (...more: number[]) => brokenRules([...calm, ...more]).at(-1);
  const sigma = 2 / 1.128;
  test('one beyond three sigma', () => expect(last(3.3 * sigma)).toContain(1));
  test('two of three beyond two sigma on one side', () => {
    expect(last(2.3 * sigma, 0, 2.3 * sigma)).toEqual([2]);
    expect(last(2.3 * sigma, 0, -2.3 * sigma)).toEqual([]);
  });
  test('four of five beyond one sigma on one side', () => {
    expect(last(-1.3 * sigma, -1.3 * sigma, 0, -1.3 * sigma, -1.3 * sigma)).toEqual([3]);
    expect(last(-1.3 * sigma, -1.3 * sigma, 0, 0, -1.3 * sigma)).toEqual([]);
  });
  test('eight in a row on one side', () => {
    expect(last(...Array.from({ length: 8 }, () => 0.5))).toEqual([4]);
    expect(last(-0.5, ...Array.from({ length: 7 }, () => 0.5))).toEqual([]);
  });
  test('chance breaks none', () => expect(brokenRules(calm).flat()).toEqual([]));
});
