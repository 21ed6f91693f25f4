import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '@sinter/sdk/contract/errors';
import type { PluginHost } from '@sinter/sdk/plugin';
import { fakeHost, providerUser } from '@sinter/sdk/testing';
import { runFileOperation } from './runFileOperation.ts';

type Status = { status: string; progress: number; fileNeedsRepair?: string; message?: string } | CallError;

function server(statuses: Status[], result: object | CallError = { fileDTOs: [] }) {
  const calls: string[] = [];
  let listener: (payload: never) => void = () => {};
  const api: PluginHost['api'] = {
    call: async (call) => {
      calls.push(call.id);
      if (call.id === 'preparation.start') return { operationId: 'op' } as never;
      if (call.id === 'preparation.result') {
        if (result instanceof CallError) throw result;
        return result as never;
      }
      const status = statuses.shift() ?? { status: 'PENDING', progress: 0.5 };
      if (status instanceof CallError) throw status;
      return status as never;
    },
    upload: () => Promise.reject(new CallError('NOT_FOUND')),
    bytes: () => Promise.reject(new CallError('NOT_FOUND')),
    href: () => '',
  };
  const forget = vi.fn();
  const events: PluginHost['events'] = {
    on: (_event, given) => {
      listener = given as (payload: never) => void;
      return forget;
    },
    emit: () => {},
  };
  const push = (payload: object) => listener(payload as never);
  const { log } = fakeHost({ id: 'preparation', user: providerUser() }).host;
  return { host: { api, events, log }, calls, push, forget };
}
const settled = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

describe('runFileOperation', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('polls every 2000 ms, waits for a lost connection, and fetches the result', async () => {
    const { host, calls, forget } = server([
      { status: 'PENDING', progress: 0.2 },
      new CallError('UNAVAILABLE'),
      { status: 'SUCCESS', progress: 1, fileNeedsRepair: 'true' },
    ]);
    const shares: number[] = [];
    const outcome = settled(
      runFileOperation(host, { type: 'VERIFY', fileId: 3, onProgress: (share) => shares.push(share) }),
    );
    await vi.advanceTimersByTimeAsync(1999);
    expect(calls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2001);
    expect(await outcome).toMatchObject({ value: { needsRepair: true } });
    expect(calls.at(-1)).toBe('preparation.result');
    expect(shares).toEqual([0.2, 1]);
    expect(forget).toHaveBeenCalledOnce();
  });

  it('does not wait for the poll when the server pushes the end', async () => {
    const { host, push } = server([
      { status: 'PENDING', progress: 0 },
      { status: 'SUCCESS', progress: 1 },
    ]);
    const outcome = settled(runFileOperation(host, { type: 'VERIFY', fileId: 3 }));
    await vi.advanceTimersByTimeAsync(10);
    push({ operationId: 'other', status: 'SUCCESS', progress: 1 });
    push({ operationId: 'op', status: 'SUCCESS', progress: 1 });
    await vi.advanceTimersByTimeAsync(10);
    expect(await outcome).toMatchObject({ value: { needsRepair: false } });
  });

  it('loses no end that is pushed while the answer to its question is on its way', async () => {
    const { host, push } = server([
      { status: 'PENDING', progress: 0 },
      { status: 'SUCCESS', progress: 1 },
    ]);
    const { call } = host.api;
    // The server read PENDING, then ended and told so before its answer arrived.
    host.api.call = async (...asked) => {
      const answer = await call(...asked);
      if (asked[0].id === 'preparation.status') {
        await new Promise((resolve) => setTimeout(resolve, 20));
        push({ operationId: 'op', status: 'SUCCESS', progress: 1 });
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return answer;
    };
    const outcome = settled(runFileOperation(host, { type: 'VERIFY', fileId: 3 }));
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.race([outcome, Promise.resolve('waits')])).toMatchObject({ value: { needsRepair: false } });
  });

  it('rejects when it FAILED, and when it is stopped', async () => {
    const failed = server(
      [{ status: 'FAILED', progress: 1, message: 'Too thin' }],
      CallError.received({ code: 'NOT_POSSIBLE', message: 'Too thin' }),
    );
    expect(await settled(runFileOperation(failed.host, { type: 'HOLLOW', fileId: 3 }))).toMatchObject({
      error: { code: 'NOT_POSSIBLE', message: 'Too thin' },
    });
    const stop = new AbortController();
    const stopped = settled(runFileOperation(server([]).host, { type: 'VERIFY', fileId: 3, signal: stop.signal }));
    await vi.advanceTimersByTimeAsync(10);
    stop.abort(new Error('left'));
    expect(await stopped).toMatchObject({ error: { message: 'left' } });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is cancelled on the server, also before the server has answered that it began', async () => {
    const { host, calls } = server([]);
    const { call } = host.api;
    let answered = () => {};
    const answer = new Promise<void>((resolve) => (answered = resolve));
    host.api.call = async (...asked) => {
      if (asked[0].id === 'preparation.start') await answer;
      return call(...asked);
    };
    const cancel = new AbortController();
    const outcome = settled(runFileOperation(host, { type: 'PACK3D', fileId: 3, cancel: cancel.signal }));
    cancel.abort(new Error('Cancelled'));
    expect(await outcome).toMatchObject({ error: { message: 'Cancelled' } });
    answered();
    await vi.advanceTimersByTimeAsync(10);
    expect(calls).toEqual(['preparation.start', 'preparation.cancel']);
  });
});
