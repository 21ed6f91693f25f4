import { describe, expect, test } from 'vitest';
import { plainPricing } from '@sinter/sdk/contract/orders/pricing';
import { arrangedBuilds, buildOf, estimate, type Machine, type Material, type Shape } from './estimate.ts';

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

describe('what finished builds taught', () => {
  const slower = { factor: 1.3, low: 1.1, high: 1.6 };
  const taught = { hours: slower, grams: null };

  test('multiplies hours and material, and the lines still add up', () => {
    const plain = estimate(bracket, 10, sls, pa12, eosP396);
    const both = { hours: slower, grams: { factor: 0.8, low: 0.7, high: 0.9 } };
    const learned = estimate(bracket, 10, sls, pa12, eosP396, plainPricing, both);
    expect(learned.buildHours).toBeCloseTo(plain.buildHours * 1.3);
    expect(learned.materialGrams).toBeCloseTo(plain.materialGrams * 0.8);
    expect(learned.costLines.reduce((sum, line) => sum + line.amount, 0)).toBe(learned.total);
    expect(plain.sureness).toBeNull();
  });

  test('gives an interval around the price, also where the rules leave it out of the price', () => {
    const learned = estimate(bracket, 10, sls, pa12, eosP396, plainPricing, taught);
    const left = estimate(bracket, 10, sls, pa12, eosP396, { ...plainPricing, learn: false }, taught);
    expect(left.sureness).toEqual(learned.sureness);
    const { low = 0, high = 0 } = learned.sureness?.unitPrice ?? {};
    expect([low, learned.unitPrice, high]).toEqual([low, learned.unitPrice, high].sort((one, other) => one - other));
    expect(left.unitPrice).toBeLessThan(learned.unitPrice);
  });

  test('sends a price to a person that may lie too far off, and no other', () => {
    const reasons = (reviewBeyondPercent: number) =>
      estimate(bracket, 10, sls, pa12, eosP396, { ...plainPricing, reviewBeyondPercent }, taught).manualReview;
    expect([reasons(2), reasons(90)]).toEqual([['wide-interval'], []]);
  });

  test('is compared with a build that is as high as its pieces make it', () => {
    const of = (quantity: number) => buildOf(sls, [{ shape: bracket, quantity }], eosP396.buildMm);
    expect(of(1).heightMm).toBe(52);
    expect(of(400).heightMm).toBe(600);
    expect(of(60).heightMm).toBeGreaterThan(52);
    const [many, one] = [of(400), of(1)].map((build) => arrangedBuilds.hours(sls, build) ?? 0);
    expect(many).toBeGreaterThan(one ?? 0);
  });
});
