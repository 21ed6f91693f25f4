import { afterEach, describe, expect, it, vi } from 'vitest';
import { SessionStore } from '@sinter/sdk/auth';
import { CallError } from '@sinter/sdk/contract/errors';
import { SecondStepStore } from './SecondStepStore.ts';

const ticket = 't'.repeat(43);
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

function step(call: () => Promise<never>) {
  const asked = vi.fn(call);
  const api = { call: asked, upload: call, bytes: call, href: () => '' };
  const session = new SessionStore({ api, storage: { setItem: vi.fn(), removeItem: vi.fn() }, log });
  const outcome = { onSignedIn: vi.fn(), onExpired: vi.fn() };
  const methods = ['PASSKEY', 'TOTP', 'RECOVERY_CODE', 'a method of tomorrow'];
  return { store: new SecondStepStore({ api, session, step: { ticket, methods }, ...outcome }), asked, ...outcome };
}

describe('SecondStepStore', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('offers passkeys only where the browser has them', () => {
    vi.stubGlobal('window', {});
    expect(step(() => Promise.reject(new Error())).store.methods).toEqual(['TOTP', 'RECOVERY_CODE']);
    vi.stubGlobal('window', { PublicKeyCredential: class {} });
    expect(step(() => Promise.reject(new Error())).store.method).toBe('PASSKEY');
  });

  it('says that a code is wrong, and begins again when the ticket has run out', async () => {
    vi.stubGlobal('window', {});
    const wrong = step(() => Promise.reject(new CallError('BAD_CREDENTIALS')));
    await wrong.store.submit();
    expect([wrong.store.problem, wrong.asked.mock.calls.length]).toEqual(['empty', 0]);
    wrong.store.change('123456');
    await wrong.store.submit();
    expect([wrong.store.problem, wrong.store.busy, wrong.store.code]).toEqual(['wrong', false, '123456']);
    expect(wrong.asked).toHaveBeenCalledWith(expect.objectContaining({ id: 'host.secondFactor' }), {
      body: { ticket, method: 'TOTP', code: '123456' },
    });

    const late = step(() => Promise.reject(new CallError('LINK_EXPIRED')));
    late.store.change('123456');
    await late.store.submit();
    expect(late.onExpired).toHaveBeenCalled();
  });
});
