import { describe, expect, test } from 'vitest';
import { estimate, type Machine, type Material, type Shape } from './estimate.ts';

const bracket: Shape = { volumeMm3: 28_577, areaMm2: 16_000, sizeMm: [64, 44, 52], watertight: true };
const pa12: Material = { densityMgPerMm3: 0.93, pricePerKgMinor: 6800 };
const eosP396: Machine = { hourlyRateMinor: 3400, buildMm: [340, 340, 600] };
const sls = 'SELECTIVE_LASER_SINTERING';

describe('the price of a part', () => {
  test('is the sum of the lines that are shown', () => {
    for (const quantity of [1, 2, 7, 100]) {
      const priced = estimate(bracket, quantity, sls, pa12, eosP396);
      expect(priced.costLines.reduce((sum, line) => sum + line.amount, 0)).toBe(priced.total);
      expect(priced.unitPrice * quantity).toBe(priced.total);
    }
  });

  test('never rises with the quantity', () => {
    const prices = estimate(bracket, 1, sls, pa12, eosP396).breaks.map((each) => each.unitPrice);
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
  });

  test('counts the material that is really needed, support and refresh included', () => {
    const { materialGrams } = estimate(bracket, 10, sls, pa12, eosP396);
    expect(materialGrams).toBeGreaterThan((bracket.volumeMm3 * pa12.densityMgPerMm3 * 10) / 1000);
  });

  test('has a minimum that is shown as a line of its own', () => {
    const pin: Shape = { volumeMm3: 20, areaMm2: 50, sizeMm: [2, 2, 6], watertight: true };
    const priced = estimate(
      pin,
      1,
      'FUSED_DEPOSITION_MODELING',
      { densityMgPerMm3: 1, pricePerKgMinor: 100 },
      {
        hourlyRateMinor: 10,
        buildMm: [300, 300, 300],
      },
    );
    expect(priced.total).toBe(2500);
    expect(priced.costLines.map((line) => line.label)).toContain('minimum');
  });
});

describe('a person has to look at', () => {
  test('a part that is larger than the machine, in whatever direction', () => {
    const beam: Shape = { ...bracket, sizeMm: [30, 700, 30] };
    expect(estimate(beam, 1, sls, pa12, eosP396).manualReview).toContain('larger-than-machine');
    expect(estimate({ ...bracket, sizeMm: [30, 590, 30] }, 1, sls, pa12, eosP396).manualReview).toEqual([]);
  });

  test('a part that is not closed, and a process without a model', () => {
    const open = estimate({ ...bracket, watertight: false }, 1, 'DED', pa12, eosP396);
    expect(open.manualReview).toEqual(['not-watertight', 'no-model']);
  });
});
