import { expect, it } from 'vitest';
import { KeyReader } from './KeyReader.ts';
import type { PressedKey, Scan } from './KeyReader.ts';

const codeOf = (char: string) =>
  char === '-' ? 'Minus' : /\d/.test(char) ? `Digit${char}` : /[A-Z]/.test(char) ? `Key${char}` : char;

/** Types a text in the American layout; `shown` is what the layout of the computer makes of it. */
function type(reader: KeyReader, text: string, { gapMs = 8, shown = text, end = 'Enter' } = {}): Scan | null {
  const keys: PressedKey[] = [...text].map((char, index) => ({
    key: shown[index] ?? char,
    code: codeOf(char),
    at: index * gapMs,
  }));
  keys.forEach((key) => reader.read(key));
  return reader.read({ key: end, code: end, at: keys.length * gapMs });
}

it('reads what a scanner types, ended by Enter or Tab', () => {
  const reader = new KeyReader();
  expect(type(reader, 'PART-1203')?.code).toEqual({ kind: 'PART', id: 1203 });
  expect(type(reader, 'SHIPMENT-9', { end: 'Tab' })?.code).toEqual({ kind: 'SHIPMENT', id: 9 });
});

it.each([
  ['German', 'PARTß1203'],
  ['French', 'PQRT)àéàç'],
  ['Arabic', 'حشقف-١٢٠٣'],
  ['small letters', 'part-1203'],
])('reads it where the computer has another layout: %s', (_, shown) => {
  const [text] = ['PART-1203'];
  expect(type(new KeyReader(), text, { shown })?.code).toEqual({ kind: 'PART', id: 1203 });
});

it('takes a person at a keyboard for no scanner', () => {
  expect(type(new KeyReader(), 'PART-1203', { gapMs: 160 })).toBeNull();
});

it('forgets what somebody typed before the scanner began', () => {
  const reader = new KeyReader();
  reader.read({ key: 'x', code: 'KeyX', at: -900 });
  expect(type(reader, 'LOT-7')?.code).toEqual({ kind: 'LOT', id: 7 });
});

it('passes over the shift key that comes with every capital', () => {
  const reader = new KeyReader();
  [...'JOB-5'].forEach((key, index) => {
    reader.read({ key: 'Shift', code: 'ShiftLeft', at: index * 10 });
    reader.read({ key, code: codeOf(key), at: index * 10 + 4 });
  });
  expect(reader.read({ key: 'Enter', code: 'Enter', at: 55 })?.code).toEqual({ kind: 'JOB', id: 5 });
});

it('tells a foreign code from one of ours, and calls two keys no code', () => {
  expect(type(new KeyReader(), '4006381333931')).toEqual({ text: '4006381333931', code: null });
  expect(type(new KeyReader(), 'OK')).toBeNull();
});
