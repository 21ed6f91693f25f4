import { expect, it } from 'vitest';
import { fakeStorage } from '@sinter/sdk/testing';
import { mayReloadFor } from './reloadOnce.ts';

it('reloads once for each address, and never where it could not be remembered', () => {
  const kept = fakeStorage();
  const asked = ['/old', '/old', '/other', '/other'].map((path) => mayReloadFor(path, kept));
  expect(asked).toEqual([true, false, true, false]);
  expect(mayReloadFor('/old', { getItem: () => null, setItem: () => {} })).toBe(false);
});
