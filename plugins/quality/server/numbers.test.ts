import { describe, expect, it } from 'vitest';
import { writtenAs } from './numbers.ts';

describe('a number', () => {
  const at = new Date('2026-03-09T12:00:00Z');
  it.each([
    ['NCR-{YYYY}-{####}', 7, 'NCR-2026-0007'],
    ['{YY}{MM}/{##}', 123, '2603/123'],
    ['{#########}', 1, '000000001'],
  ])('is written as %s says', (pattern, count, written) => expect(writtenAs(pattern, count, at)).toBe(written));
});
