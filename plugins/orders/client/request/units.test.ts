import { expect, test } from 'vitest';
import { readyPart } from '@sinter/sdk/testing';
import { unitHint } from './units.ts';

const state = readyPart(1);
if (state.kind !== 'ready') throw new Error('not ready');
const { report } = state.part;
const warned = (code: string) => ({ ...report, warnings: [{ code, text: '' }] });

test('a tiny part was more likely drawn in inches, a huge one in millimetres', () => {
  expect(unitHint(warned('UNIT_SMALL'), 'MM')).toEqual({
    size: 'small',
    suggested: { units: 'IN', factor: 25.4, size: [254, 254, 254] },
  });
  expect(unitHint(warned('UNIT_LARGE'), 'CM')?.suggested).toMatchObject({ units: 'MM', factor: 0.1 });
});

test('nothing is suggested where there is nothing better, and nothing is said of a usual size or a format with units', () => {
  expect(unitHint(warned('UNIT_LARGE'), 'MM')).toEqual({ size: 'large', suggested: null });
  expect(unitHint(warned('UNIT_SMALL'), 'IN')).toEqual({ size: 'small', suggested: null });
  expect(unitHint(report, 'MM')).toBeNull();
  expect(unitHint(warned('UNIT_SMALL'), null)).toBeNull();
});

test('a small part taken for millimetres is only asked about, one whose unit was named is not', () => {
  expect(unitHint(warned('UNIT_INCHES'), 'MM')).toMatchObject({ size: 'usual', suggested: { units: 'IN' } });
  expect(unitHint(warned('UNIT_INCHES'), 'IN')).toBeNull();
  expect(unitHint(warned('UNIT_INCHES'), 'CM')).toBeNull();
  expect(unitHint(warned('UNIT_INCHES'), null)).toBeNull();
});
