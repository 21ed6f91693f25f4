import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fakeHost, fakeStorage } from '../testing/index.ts';
import { Kept } from './Kept.ts';

function opened() {
  const { host, logged } = fakeHost({ id: 'test' });
  const storage = fakeStorage();
  return { host, logged, storage, kept: new Kept(host, storage, 'draft.1', z.object({ title: z.string() })) };
}

describe('what is kept for a reload', () => {
  it('is there again until it is forgotten', () => {
    const { kept } = opened();
    expect(kept.read()).toBeNull();
    kept.write({ title: 'Jaws' });
    expect(kept.read()).toEqual({ title: 'Jaws' });
    kept.forget();
    expect(kept.read()).toBeNull();
  });

  it.each(['{', '{"title":1}'])('is forgotten when it cannot be read: %s', (text) => {
    const { kept, storage } = opened();
    storage.setItem('draft.1', text);
    expect([kept.read(), storage.kept.size]).toEqual([null, 0]);
  });

  it('is not needed: a full storage, or none, stops nobody', () => {
    const { host } = opened();
    const full = {
      ...fakeStorage(),
      setItem: () => {
        throw new Error('full');
      },
    };
    for (const storage of [full, null]) {
      const kept = new Kept(host, storage, 'draft.1', z.string());
      kept.write('text');
      expect(kept.read()).toBeNull();
    }
  });
});
