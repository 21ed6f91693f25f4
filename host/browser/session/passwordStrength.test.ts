import { describe, expect, it } from 'vitest';
import { passwordStrength } from './passwordStrength.ts';

describe('passwordStrength', () => {
  it('calls weak what is short, repeated or in a row', () => {
    for (const password of [
      '',
      'Xk3$q9',
      'aaaaaaaaaaaaaaaa',
      'abcdefghijklmn',
      '1234567890123',
      'qwertyuiop',
      'ababababab',
    ]) {
      expect([password, passwordStrength(password)]).toEqual([password, 'weak']);
    }
  });
  it('praises length and variety', () => {
    expect(passwordStrength('mountain72')).toBe('fair');
    expect(passwordStrength('copper violin meadow seven')).toBe('good');
  });
});
