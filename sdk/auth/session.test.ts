import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '../api/client.ts';
import { CallError } from '../contract/errors.ts';
import type { SessionToken, SessionUser } from '../contract/host/session.ts';
import { guardStep, landingPath } from '../contract/host/landing.ts';
import { principalOf } from './landing.ts';
import { SessionStore } from './session.ts';
import { connectTabs, sessionMark } from './tabs.ts';

const user: SessionUser = {
  id: 1,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Byron',
  roles: [{ roleName: 'ROLE_SERVICE_PROVIDER' }],
  memberRoles: ['SP_ADMIN'],
  authorities: ['ROLE_SERVICE_PROVIDER'],
  defaultRole: 'ROLE_SERVICE_PROVIDER',
  accountType: 'SERVICE_PROVIDER',
  dashboard: 'NORMAL',
  emailVerfied: true,
  dateFormat: 'YYYY-MM-DD',
  language: 'en_US',
  secondFactorDue: false,
  switchAccountEnabled: false,
  serviceProvider: {
    id: 4,
    companyName: 'Works',
    permissions: ['ANALYTICS_ACCESS'],
    rootSpId: null,
    workplanEnabled: true,
    currency: 'EUR',
    timeZone: 'UTC',
  },
  engineer: null,
};

function fakes(answers: Record<string, () => unknown>) {
  const calls: string[] = [];
  const answer = async (id: string): Promise<unknown> => {
    calls.push(id);
    const make = answers[id];
    if (!make) throw new CallError('NOT_FOUND');
    return make();
  };
  const api: ApiClient = {
    call: async (call) => (await answer(call.id)) as never,
    upload: () => Promise.reject(new CallError('NOT_FOUND')),
    bytes: () => Promise.reject(new CallError('NOT_FOUND')),
    href: () => '',
  };
  const kept = new Map<string, string>();
  const storage = {
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  return { api, storage, log, calls, kept };
}

function session(answers: Record<string, () => unknown>) {
  const { api, storage, log, calls, kept } = fakes(answers);
  const tell = vi.fn();
  const tabs = { tell, tellToken: vi.fn(), hearToken: vi.fn() };
  const drafts = new Map([['entered.1.4.orders.quote.41', '{"note":"By Friday"}']]);
  return { store: new SessionStore({ api, storage, entered: drafts, log, tabs }), calls, kept, drafts, log, tell };
}
const refuse = (code: 'UNAUTHENTICATED' | 'BAD_CREDENTIALS' | 'UNAVAILABLE') => () => {
  throw new CallError(code);
};

describe('SessionStore', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('signs in, fetches a token and refreshes it five minutes before it expires', async () => {
    const { store, calls, kept } = session({
      'host.customLogin': () => user,
      'host.fetchToken': () => ({ access_token: 't', expires_in: 3600 }),
    });
    const entering = store.login('ada@example.com', 'secret');
    expect(store.state).toBe('logging-in');
    expect(await entering).toEqual(user);
    expect(store.state).toBe('authenticated');
    expect(kept.get('date_format')).toBe('YYYY-MM-DD');
    await vi.advanceTimersByTimeAsync(55 * 60_000 - 1);
    expect(calls).toEqual(['host.customLogin', 'host.fetchToken']);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(3);
  });

  it('does not ask in a loop when the session itself is about to end', async () => {
    const end = Date.now() + 8 * 60_000;
    const left: number[] = [];
    const { store } = session({
      'host.getUser': () => user,
      'host.fetchToken': () => {
        left.push((end - Date.now()) / 1000);
        return { access_token: 't', expires_in: Math.max((end - Date.now()) / 1000, 0) };
      },
    });
    await store.authenticate();
    await vi.advanceTimersByTimeAsync(end - Date.now());
    expect(left).toEqual([480, 240, 120, 60, 30, 0]);
  });

  it('stays signed in without a token, and then refreshes nothing', async () => {
    const { store, calls, log } = session({ 'host.getUser': () => user, 'host.fetchToken': refuse('UNAVAILABLE') });
    await store.authenticate();
    expect([store.state, store.token]).toEqual(['authenticated', null]);
    expect(log.warn).toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(24 * 3600_000);
    expect(calls).toHaveLength(2);
  });

  it('does not refresh for a user whose e-mail is not verified', async () => {
    const { store, calls } = session({
      'host.getUser': () => ({ ...user, emailVerfied: false }),
      'host.fetchToken': () => ({ access_token: 't', expires_in: 600 }),
    });
    await store.authenticate();
    await vi.advanceTimersByTimeAsync(3600_000);
    expect(calls).toHaveLength(2);
  });

  it('clears everything when a sign-in fails and on logout', async () => {
    const { store, kept } = session({
      'host.customLogin': refuse('BAD_CREDENTIALS'),
      'host.logout': () => ({ success: 'true' }),
    });
    kept.set('date_format', 'old');
    await expect(store.login('ada@example.com', 'wrong')).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    expect([store.state, store.user, kept.size]).toEqual(['logged-out', null, 0]);
    await store.logout();
    expect(store.state).toBe('logged-out');
  });

  it('forgets what was entered when the person signs out, and not when the session was lost', async () => {
    const answers: Record<string, () => unknown> = {
      'host.getUser': refuse('UNAUTHENTICATED'),
      'host.logout': refuse('UNAVAILABLE'),
    };
    const { store, drafts } = session(answers);
    await store.authenticate();
    await expect(store.logout()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(drafts.size).toBe(1);
    answers['host.logout'] = () => ({ success: 'true' });
    await store.logout();
    expect(drafts.size).toBe(0);
  });

  it('is signed out once all of it is forgotten', async () => {
    const { api, storage, log } = fakes({ 'host.logout': () => ({ success: 'true' }) });
    let forgotten = () => {};
    const entered = { clear: () => new Promise<void>((resolve) => (forgotten = resolve)) };
    const over = vi.fn();
    const leaving = new SessionStore({ api, storage, entered, log }).logout().then(over);
    await vi.advanceTimersByTimeAsync(100);
    expect(over).not.toHaveBeenCalled();
    forgotten();
    await leaving;
    expect(over).toHaveBeenCalled();
  });

  it('tells no session from no server', async () => {
    expect(await session({ 'host.getUser': refuse('UNAUTHENTICATED') }).store.authenticate()).toBeNull();
    await expect(session({ 'host.getUser': refuse('UNAVAILABLE') }).store.authenticate()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });
});

describe('several pages of one browser', () => {
  it('are told of every sign-in and sign-out', async () => {
    const { store, tell } = session({
      'host.fetchToken': () => ({ access_token: 't', expires_in: 3600 }),
      'host.logout': () => ({ success: 'true' }),
    });
    await store.enterBy(async () => user);
    await store.logout();
    expect(tell.mock.calls).toEqual([[sessionMark(user)], ['']]);
  });

  it('tell another person, role, facility or duty from the same one', () => {
    const facility = { ...user, serviceProvider: user.serviceProvider && { ...user.serviceProvider, id: 5 } };
    const others = [
      { ...user, id: 2 },
      { ...user, defaultRole: 'ROLE_ENGINEER' as const },
      { ...user, secondFactorDue: true },
      facility,
      null,
    ];
    for (const other of others) expect(sessionMark(other)).not.toBe(sessionMark(user));
    expect(sessionMark({ ...user, firstName: 'Augusta' })).toBe(sessionMark(user));
  });

  it('renew a token once for all of them', async () => {
    vi.useFakeTimers();
    const fetched = vi.fn(() => ({ access_token: `t${fetched.mock.calls.length}`, expires_in: 3600 }));
    const heard: ((token: SessionToken) => void)[] = [];
    // One after the other, as a lock of the browser would have it.
    let last = Promise.resolve();
    const page = () => {
      const mine = (token: SessionToken) => heard.filter((hear) => hear !== own).forEach((hear) => hear(token));
      let own: ((token: SessionToken) => void) | undefined;
      const tabs = {
        tell: vi.fn(),
        tellToken: mine,
        hearToken: (hear: (token: SessionToken) => void) => void heard.push((own = hear)),
      };
      const { api, storage, log } = fakes({ 'host.getUser': () => user, 'host.fetchToken': fetched });
      return new SessionStore({ api, storage, log, tabs, alone: (work) => (last = last.then(work)) });
    };
    const pages = [page(), page(), page()];
    for (const one of pages) await one.authenticate();
    expect(fetched).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(55 * 60_000);
    expect(fetched).toHaveBeenCalledTimes(4);
    expect(pages.map(({ token }) => token?.access_token)).toEqual(['t4', 't4', 't4']);
    vi.useRealTimers();
  });

  it('hear each other by a channel, and nothing that is no message', async () => {
    const environment = { BroadcastChannel, storage: { setItem: vi.fn() }, events: new EventTarget() };
    const [one, other] = [connectTabs(environment), connectTabs(environment)];
    const heard = vi.fn();
    const own = vi.fn();
    other.listen(heard);
    one.listen(own);
    new BroadcastChannel('session').postMessage('noise');
    one.tell('1 ROLE_ENGINEER');
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('1 ROLE_ENGINEER'));
    expect([heard.mock.calls.length, own.mock.calls.length]).toEqual([1, 0]);
  });
});

describe('landingPath and principalOf', () => {
  it('follows specification 4.2', () => {
    expect(landingPath(user)).toBe('/service-provider');
    expect(landingPath({ ...user, defaultRole: 'ROLE_ENGINEER' })).toBe('/engineer');
    expect(landingPath({ ...user, defaultRole: 'ROLE_ENGINEER', dashboard: 'STORE_FRONT' })).toBe('/store-front');
    expect(landingPath({ ...user, emailVerfied: false, secondFactorDue: true })).toBe('/account-verify');
    expect(landingPath({ ...user, secondFactorDue: true })).toBe('/second-factor');
    expect(guardStep(user)).toBeNull();
  });
  it('gives only the rights of the active role', () => {
    expect(principalOf(user)).toMatchObject({
      permissions: ['ANALYTICS_ACCESS'],
      rootFacility: true,
      facilityId: 4,
      companyId: null,
    });
    expect(principalOf({ ...user, defaultRole: 'ROLE_ENGINEER' }).permissions).toEqual([]);
  });
});
