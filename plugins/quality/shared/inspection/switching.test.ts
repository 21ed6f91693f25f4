import type { InspectionSeverity } from '@sinter/sdk/contract/quality/inspections';
import { expect, test } from 'vitest';
import { switched, type Judged } from './switching.ts';

/** Lots in their order: `+` accepted, `-` refused. */
const lots = (said: string, severity: InspectionSeverity, { from = 1, accept = 0, nonconforming = 0 } = {}): Judged[] =>
  [...said].map((sign, index) => ({
    ...{ lot: String(from + index), severity, accept, resumed: false, accepted: sign === '+' },
    nonconforming: sign === '+' ? nonconforming : accept + 1,
  }));

test.each([
  ['', 'NORMAL', null],
  ['+++-+', 'NORMAL', null],
  ['-++++-', 'NORMAL', null],
  ['-+++-', 'TIGHTENED', '5'],
  ['--', 'TIGHTENED', '2'],
])('two of five or fewer lots in a row refused tighten inspection: %s', (said, severity, since) => {
  expect(switched(lots(said, 'NORMAL'), false)).toMatchObject({ severity, since });
});

test('five lots in a row accepted lead back to normal inspection, which begins to count anew', () => {
  const tight = lots('--', 'NORMAL');
  expect(switched([...tight, ...lots('++++', 'TIGHTENED', { from: 3 })], false).severity).toBe('TIGHTENED');
  expect(switched([...tight, ...lots('+++-+++++', 'TIGHTENED', { from: 3 })], false)).toMatchObject({
    ...{ severity: 'NORMAL', since: '11', why: 'ACCEPTED', of: 5, score: 0 },
  });
  const again = [...tight, ...lots('+++++', 'TIGHTENED', { from: 3 }), ...lots('-', 'NORMAL', { from: 8 })];
  expect(switched(again, false).severity).toBe('NORMAL');
});

test('five refused under tightened inspection end it until it is taken up again, tightened', () => {
  const ended = [...lots('--', 'NORMAL'), ...lots('-++-++-+-+-', 'TIGHTENED', { from: 3 })];
  expect(switched(ended, false)).toMatchObject({
    ...{ severity: 'TIGHTENED', discontinued: true, since: '13', refused: 5, of: 11 },
  });
  const next = lots('+', 'TIGHTENED', { from: 14 });
  expect(switched([...ended, ...next], false).discontinued).toBe(true);
  const resumed = next.map((lot) => ({ ...lot, resumed: true }));
  expect(switched([...ended, ...resumed], false)).toMatchObject({ severity: 'TIGHTENED', discontinued: false });
});

test('the score of 30 reduces inspection where it is wanted: two for each lot that may have one at most, three for others', () => {
  expect(switched(lots('+'.repeat(14), 'NORMAL'), true)).toMatchObject({ severity: 'NORMAL', score: 28 });
  expect(switched(lots('+'.repeat(15), 'NORMAL'), true)).toMatchObject({ severity: 'REDUCED', since: '15' });
  expect(switched(lots('+'.repeat(15), 'NORMAL'), false)).toMatchObject({ severity: 'NORMAL', score: 30 });
  const two = { accept: 2, nonconforming: 1 };
  expect(switched(lots('+'.repeat(10), 'NORMAL', two), true).severity).toBe('REDUCED');
  // Accepted, but not at the next lower AQL: it counts from the beginning.
  const barely = lots('+', 'NORMAL', { from: 10, accept: 2, nonconforming: 2 });
  expect(switched([...lots('+'.repeat(9), 'NORMAL', two), ...barely], true)).toMatchObject({ score: 0 });
});

test('one lot refused under reduced inspection leads back to normal', () => {
  const reduced = lots('+'.repeat(15), 'NORMAL');
  expect(switched([...reduced, ...lots('++-', 'REDUCED', { from: 16 })], true)).toMatchObject({
    ...{ severity: 'NORMAL', since: '18', why: 'REFUSED', refused: 1, score: 0 },
  });
});

test('what had begun before inspection was switched does not count after it', () => {
  expect(switched(lots('--+++++', 'NORMAL'), false)).toMatchObject({ severity: 'TIGHTENED', since: '2' });
});
