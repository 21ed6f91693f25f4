import { expect, test } from 'vitest';
import { lotPagePath, printedCode, readCode } from './codes.ts';

test('a printed code is read back, also in small letters and with what a scanner adds', () => {
  expect(readCode(printedCode({ kind: 'PART', id: 1203 }))).toEqual({ kind: 'PART', id: 1203 });
  expect(readCode(' part-7\n')).toEqual({ kind: 'PART', id: 7 });
  const page = `HTTPS://PARTS.EXAMPLE${lotPagePath(12).toUpperCase()}`;
  expect(readCode(page)).toEqual({ kind: 'LOT', id: 12 });
});

test.for([
  '',
  '4006381333931',
  'PART-',
  'PART-0',
  'PART-1.5',
  'USER-3',
  'https://example.com/PART-3',
  'https://example.com/service-provider/work-center/lots/3/edit',
  'PART-9999999999999999',
])('%j is none of ours', (text) => {
  expect(readCode(text)).toBeNull();
});
