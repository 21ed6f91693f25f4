import { expect, it } from 'vitest';
import { Zone } from '../zone.ts';
import { isoOf } from './isoOf.ts';

it.each([
  ['Europe/Berlin', '2026-07-01T14:30:00+02:00'],
  ['America/St_Johns', '2026-07-01T10:00:00-02:30'],
  ['UTC', '2026-07-01T12:30:00+00:00'],
])('writes the time of %s for programs', (name, text) => {
  expect(isoOf(new Zone(name), Date.UTC(2026, 6, 1, 12, 30))).toBe(text);
});
