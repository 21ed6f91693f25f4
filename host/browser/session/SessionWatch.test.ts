// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { SessionStore, sessionMark } from '@sinter/sdk/auth';
import { CallError } from '@sinter/sdk/contract/errors';
import type { SessionUser } from '@sinter/sdk/contract/host/session';
import { providerUser } from '@sinter/sdk/testing';
import { SessionWatch } from './SessionWatch.ts';

const sampleUser = providerUser();
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

async function page(hasUnsaved = false) {
  let server: SessionUser | null = sampleUser;
  let hear: (mark: string) => void = () => {};
  const state = { unsaved: hasUnsaved };
  const call = vi.fn(async ({ id }: { id: string }) => {
    if (id === 'host.fetchToken') return { access_token: 't', expires_in: 3600 } as never;
    if (server) return server as never;
    watch.ended();
    throw new CallError('UNAUTHENTICATED');
  });
  const api = { call, upload: call as never, bytes: call as never, href: () => '' };
  const session = new SessionStore({ api, storage: { setItem: vi.fn(), removeItem: vi.fn() }, log });
  const go = vi.fn();
  const watch: SessionWatch = new SessionWatch({
    session,
    signInPath: '/custom-login',
    log,
    go,
    tabs: { listen: (heard) => (hear = heard) },
    unsaved: () => state.unsaved,
  });
  await session.authenticate();
  const become = async (user: SessionUser | null) => {
    server = user;
    hear(sessionMark(user));
    await vi.waitFor(() => expect(call).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { watch, go, become, hear: (mark: string) => hear(mark), calls: call, state };
}

describe('SessionWatch', () => {
  it('leaves at once when another tab signs out or becomes somebody else', async () => {
    window.history.replaceState(null, '', '/service-provider?page=2');
    const out = await page();
    await out.become(null);
    expect(out.go).toHaveBeenCalledWith('/custom-login?returnTo=%2Fservice-provider%3Fpage%3D2');
    const other = await page();
    await other.become({ ...sampleUser, id: 99 });
    expect(other.go).toHaveBeenCalledWith('/');
  });

  it('believes the server, not the other tab', async () => {
    const { watch, go, hear } = await page();
    hear('');
    hear('99 ROLE_ENGINEER');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([go.mock.calls.length, watch.told]).toEqual([0, null]);
  });

  it('asks nothing when another tab has the same session', async () => {
    const { calls, hear } = await page();
    const before = calls.mock.calls.length;
    hear(sessionMark(sampleUser));
    expect(calls.mock.calls.length).toBe(before);
  });

  it('tells somebody with unsaved work, and goes on when they have signed in again elsewhere', async () => {
    const { watch, go, become } = await page(true);
    await become(null);
    expect([watch.told, go.mock.calls.length]).toEqual(['ended', 0]);
    await become(sampleUser);
    expect([watch.told, go.mock.calls.length]).toEqual([null, 0]);
    await become({ ...sampleUser, id: 99 });
    expect(watch.told).toBe('other');
    watch.leave();
    expect(go).toHaveBeenCalledWith('/');
  });
});
