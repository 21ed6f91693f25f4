import { describe, expect, it } from 'vitest';
import { TextFitter } from './fitText.ts';

describe('text', () => {
  const fitter = new TextFitter((text) => text.length * 7);

  it('is cut to the width, and left alone where it fits', () => {
    expect(fitter.fit('Bracket', 49, '12px a')).toBe('Bracket');
    expect(fitter.fit('Bracket', 48, '12px a')).toBe('Brack…');
    expect(fitter.fit('Bracket', 10, '12px a')).toBe('');
  });

  it('is measured as a whole where characters join', () => {
    const joined = new TextFitter((text) => text.length * 5);
    expect(joined.fit('حامل', 20, '12px a')).toBe('حامل');
    expect(joined.fit('حامل', 19, '12px a')).toBe('حا…');
    expect(joined.fit('حامل', 4, '12px a')).toBe('');
  });
});
