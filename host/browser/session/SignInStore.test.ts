import { describe, expect, it, vi } from 'vitest';
import { SessionStore } from '@sinter/sdk/auth';
import { CallError } from '@sinter/sdk/contract/errors';
import { SignInStore } from './SignInStore.ts';

const ticket = 't'.repeat(43);

function form(login: () => Promise<never>) {
  const quiet = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const call = vi.fn(login);
  const api = { call, upload: login, bytes: login, href: () => '' };
  const storage = { setItem: vi.fn(), removeItem: vi.fn() };
  const outcome = { onSignedIn: vi.fn(), onRefused: vi.fn() };
  return { store: new SignInStore(api, new SessionStore({ api, storage, log: quiet }), outcome), call, ...outcome };
}

describe('SignInStore', () => {
  it('asks nothing while a field is empty, and marks it', async () => {
    const { store, call } = form(() => Promise.reject(new Error('not reached')));
    expect(store.lacks('email')).toBe(false);
    store.change('password', 'secret');
    await store.submit();
    expect([store.lacks('email'), store.lacks('password'), call.mock.calls.length]).toEqual([true, false, 0]);
  });

  it('reports a refusal, with the reason only where it is not the password', async () => {
    for (const [code, text] of [
      ['BAD_CREDENTIALS', null],
      ['UNAVAILABLE', 'The service is starting or under maintenance. Please try again.'],
      ['RATE_LIMITED', 'Too many attempts. Please wait a moment.'],
    ] as const) {
      const { store, onRefused } = form(() => Promise.reject(new CallError(code)));
      store.change('email', ' ada@example.com ');
      store.change('password', 'wrong');
      await store.submit();
      expect(onRefused).toHaveBeenCalledWith(text);
      expect(store.refused).toBe(text ?? '');
      expect([store.busy, store.email]).toEqual([false, ' ada@example.com ']);
      store.change('password', 'right');
      expect(store.refused).toBe(null);
    }
  });

  it('goes on to the second step, and back with the password gone', async () => {
    const details = { ticket, methods: ['TOTP', 'RECOVERY_CODE'] };
    const { store, onRefused } = form(() => Promise.reject(new CallError('SECOND_FACTOR_NEEDED', undefined, details)));
    store.change('email', 'ada@example.com');
    store.change('password', 'right');
    await store.submit();
    expect(store.step).toEqual({ ticket, methods: ['TOTP', 'RECOVERY_CODE'] });
    expect(onRefused).not.toHaveBeenCalled();
    store.back('too slow');
    expect([store.step, store.password, store.email]).toEqual([null, '', 'ada@example.com']);
    expect(onRefused).toHaveBeenCalledWith('too slow');
  });
});
