import { expect, test } from 'vitest';
import { printedCode, readCode } from './codes.ts';

test('a printed code is read back, also in small letters and with what a scanner adds', () => {
  expect(readCode(printedCode({ kind: 'PART', id: 1203 }))).toEqual({ kind: 'PART', id: 1203 });
  expect(readCode(' part-7\n')).toEqual({ kind: 'PART', id: 7 });
});

test.for([
  '',
  '4006381333931',
  'PART-',
  'PART-0',
  'PART-1.5',
  'USER-3',
  'https://example.com/PART-3',
  'PART-9999999999999999',
])('%j is none of ours', (text) => {
  expect(readCode(text)).toBeNull();
});
