import { expect, test } from 'vitest';
import { lotNumberFault, lotNumberOf, lotSeriesOf } from './mes.ts';

test('numbers of lots follow their pattern, by the calendar of the facility', () => {
  const newYear = new Date('2026-12-31T23:30:00Z');
  expect(lotNumberOf('L-{YYYY}-{####}', newYear, 'UTC', 7)).toBe('L-2026-0007');
  expect(lotNumberOf('{YY}{MM}{DD}/L{##}', newYear, 'Europe/Berlin', 123)).toBe('270101/L123');
  expect(lotSeriesOf('L-{YYYY}-{####}', newYear, 'Asia/Tokyo')).toBe('L-2027-{####}');
});

test.for([
  ['', null],
  ['L-{YYYY}-{####}', null],
  ['Charge {#}', null],
  ['L-{YYYY}', 'COUNT'],
  ['L-{#}-{#}', 'COUNT'],
  ['{YYYY}-{####}', 'LETTER'],
  ['LOT-{#}', 'CODE'],
  ['L<{#}>', 'SIGN'],
  ['L{X}{#}', 'SIGN'],
] as const)('the pattern %j: %s', ([pattern, fault]) => {
  expect(lotNumberFault(pattern)).toBe(fault);
});
