import { aqlSchema, type Aql, type InspectionLevel } from '@sinter/sdk/contract/quality/inspectionPlans';
import type { InspectionSeverity } from '@sinter/sdk/contract/quality/inspections';
import { describe, expect, test } from 'vitest';
import { codeLetter, samplingOf } from './sampling.ts';

test.each<[number, string, string, string]>([
  [2, 'A', 'A', 'B'],
  [8, 'A', 'A', 'B'],
  [9, 'A', 'B', 'C'],
  [25, 'B', 'C', 'D'],
  [50, 'C', 'D', 'E'],
  [51, 'C', 'E', 'F'],
  [150, 'D', 'F', 'G'],
  [280, 'E', 'G', 'H'],
  [281, 'F', 'H', 'J'],
  [500, 'F', 'H', 'J'],
  [501, 'G', 'J', 'K'],
  [3_200, 'H', 'K', 'L'],
  [10_000, 'J', 'L', 'M'],
  [35_000, 'K', 'M', 'N'],
  [150_000, 'L', 'N', 'P'],
  [500_000, 'M', 'P', 'Q'],
  [500_001, 'N', 'Q', 'R'],
])('a lot of %i has the code letters %s, %s and %s', (lotSize, ...expected) => {
  expect((['I', 'II', 'III'] as const).map((level) => codeLetter(lotSize, level))).toEqual(expected);
});

/** Lot, level, AQL: letter, sample size, Ac. */
test.each<[number, InspectionLevel, Aql, string, number, number]>([
  [500, 'II', '1.0', 'H', 50, 1],
  [1_000, 'II', '1.0', 'J', 80, 2],
  [1_000, 'II', '2.5', 'J', 80, 5],
  [1_000, 'II', '4.0', 'J', 80, 7],
  [1_000, 'II', '0.65', 'J', 80, 1],
  [2_000, 'II', '1.5', 'K', 125, 5],
  [5_000, 'II', '0.65', 'L', 200, 3],
  [5_000, 'II', '2.5', 'L', 200, 10],
  [20_000, 'II', '0.10', 'N', 500, 1],
  [20_000, 'II', '1.0', 'M', 315, 7],
  [100, 'II', '2.5', 'F', 20, 1],
  [100, 'III', '6.5', 'G', 32, 5],
  [100, 'I', '6.5', 'D', 8, 1],
])(
  'a lot of %i at level %s and AQL %s: %s, %i pieces, accepted with %i',
  (lot, level, aql, letter, samples, accept) => {
    expect(samplingOf(lot, level, aql)).toEqual({ letter, samples, accept, reject: accept + 1 });
  },
);

describe('arrows', () => {
  test('above the plan that accepts none lead down to it', () => {
    expect(samplingOf(100, 'II', '0.065')).toEqual({ letter: 'L', samples: 100, accept: 0, reject: 1 });
    expect(samplingOf(500, 'II', '0.15')).toEqual({ letter: 'J', samples: 80, accept: 0, reject: 1 });
  });
  test('below it lead up from the next letter, and down from the one after', () => {
    expect(samplingOf(100, 'II', '1.0')).toEqual({ letter: 'E', samples: 13, accept: 0, reject: 1 });
    expect(samplingOf(200, 'II', '1.0')).toEqual({ letter: 'H', samples: 50, accept: 1, reject: 2 });
  });
  test('at AQL 10 lead down to C', () => {
    expect(samplingOf(40, 'I', '10')).toEqual({ letter: 'C', samples: 5, accept: 1, reject: 2 });
    expect(samplingOf(8, 'II', '10')).toEqual({ letter: 'C', samples: 5, accept: 1, reject: 2 });
  });
  test('at the end of a column lead up to the last plan', () => {
    expect(samplingOf(20_000, 'II', '6.5')).toEqual({ letter: 'L', samples: 200, accept: 21, reject: 22 });
    expect(samplingOf(600_000, 'III', '10')).toEqual({ letter: 'K', samples: 125, accept: 21, reject: 22 });
  });
});

/** Lot, AQL, severity: letter, sample size, Ac, at level II. */
test.each<[number, Aql, InspectionSeverity, string, number, number]>([
  [2_000, '0.65', 'TIGHTENED', 'K', 125, 1],
  [2_000, '1.0', 'TIGHTENED', 'K', 125, 2],
  [2_000, '1.5', 'TIGHTENED', 'K', 125, 3],
  [1_000, '2.5', 'TIGHTENED', 'J', 80, 3],
  [1_000, '4.0', 'TIGHTENED', 'J', 80, 5],
  [1_000, '6.5', 'TIGHTENED', 'J', 80, 8],
  [1_000, '10', 'TIGHTENED', 'J', 80, 12],
  [100, '1.0', 'TIGHTENED', 'F', 20, 0],
  [200, '1.0', 'TIGHTENED', 'J', 80, 1],
  [20_000, '10', 'TIGHTENED', 'K', 125, 18],
  [2_000, '1.5', 'REDUCED', 'K', 50, 3],
  [1_000, '2.5', 'REDUCED', 'J', 32, 3],
  [1_000, '4.0', 'REDUCED', 'J', 32, 5],
  [1_000, '6.5', 'REDUCED', 'J', 32, 6],
  [1_000, '10', 'REDUCED', 'J', 32, 8],
  [100, '1.0', 'REDUCED', 'E', 5, 0],
  [60, '1.0', 'REDUCED', 'E', 5, 0],
  [200, '1.0', 'REDUCED', 'J', 32, 1],
])('a lot of %i at AQL %s, %s: %s, %i pieces, accepted with %i', (lot, aql, severity, letter, samples, accept) => {
  expect(samplingOf(lot, 'II', aql, severity)).toEqual({ letter, samples, accept, reject: accept + 1 });
});

test('tightened inspection accepts no more than normal, and reduced inspects no more', () => {
  for (const lot of [5, 50, 400, 3_000, 40_000, 900_000]) {
    for (const level of ['I', 'II', 'III'] as const) {
      for (const aql of aqlSchema.options) {
        const [normal, tightened, reduced] = (['NORMAL', 'TIGHTENED', 'REDUCED'] as const).map((severity) =>
          samplingOf(lot, level, aql, severity),
        );
        if (!normal || !tightened || !reduced) throw new Error('One is missing.');
        expect(tightened.accept * normal.samples).toBeLessThanOrEqual(normal.accept * tightened.samples);
        expect(reduced.samples).toBeLessThanOrEqual(normal.samples);
      }
    }
  }
});

test('no plan inspects more than there is', () => {
  for (const lot of [1, 2, 30, 100, 499, 5_000, 1_000_000]) {
    for (const level of ['I', 'II', 'III'] as const) {
      for (const aql of aqlSchema.options) {
        const { samples, accept, reject } = samplingOf(lot, level, aql);
        expect(samples).toBeLessThanOrEqual(lot);
        expect(reject).toBe(accept + 1);
      }
    }
  }
});
