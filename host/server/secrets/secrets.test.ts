import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

describe('sealing', () => {
  const secrets = createSecrets(randomBytes(32));

  it('gives back what was sealed, and never the same text twice', () => {
    const sealed = secrets.seal('test', 'prüfstück');
    expect(secrets.open('test', sealed)).toBe('prüfstück');
    expect(secrets.seal('test', 'prüfstück')).not.toBe(sealed);
  });

  it('opens nothing that was changed, sealed for another purpose, or with another key', () => {
    const sealed = secrets.seal('test', 'secret');
    expect(() => secrets.open('test', `${sealed.slice(0, -4)}AAAA`)).toThrow();
    expect(() => secrets.open('other', sealed)).toThrow();
    expect(() => createSecrets(randomBytes(32)).open('test', sealed)).toThrow();
    expect(() => secrets.open('test', 'plain')).toThrow();
  });
});
