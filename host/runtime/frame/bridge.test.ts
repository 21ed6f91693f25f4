import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemTimers } from '../watchdog.ts';
import { messagesAtOnce, messagesPerSecond, pingMs, serveFrame } from './bridge.ts';
import type { Port, Table } from './bridge.ts';
import { operations } from './protocol.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function fakePort() {
  const listeners = new Set<(event: { data: unknown }) => void>();
  const sent: unknown[] = [];
  let closed = false;
  const port: Port = {
    postMessage: (message) => void sent.push(message),
    addEventListener: (_type, listener) => void listeners.add(listener),
    start: () => undefined,
    close: () => void (closed = true),
  };
  return { port, sent, closed: () => closed, receive: (data: unknown) => listeners.forEach((hear) => hear({ data })) };
}

function serve(change: Partial<Table> = {}) {
  const channel = fakePort();
  const ended = vi.fn();
  const nothing = () => undefined;
  const table: Table = {
    ...{ call: nothing, bytes: nothing, upload: nothing, script: nothing, hear: nothing, emit: nothing },
    ...{ navigate: nothing, log: nothing, size: nothing, unsaved: nothing, prop: nothing, drawn: nothing },
    ...{ failed: nothing, pong: nothing },
    ...change,
  };
  const now = () => Date.now();
  serveFrame({ name: 'acme.x', port: channel.port, table, timers: systemTimers, now, onEnd: ended });
  let asked = 0;
  const ask = async (op: string, args: unknown) => {
    channel.receive({ ask: ++asked, op, args });
    await vi.advanceTimersByTimeAsync(0);
    return channel.sent.at(-1);
  };
  return { ...channel, ended, ask };
}

describe('the channel of a frame', () => {
  it('answers what is in its table, and what that throws', async () => {
    const { ask } = serve({
      script: ({ path }) => `code of ${path}`,
      navigate: () => {
        throw new Error('not there');
      },
    });
    expect(await ask('script', { path: 'index.js' })).toEqual({ answer: 1, value: 'code of index.js' });
    expect(await ask('navigate', { to: '/x', replace: false })).toMatchObject({ failure: { message: 'not there' } });
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'nothing', ''])(
    'knows no operation %j',
    async (op) => {
      expect(await serve().ask(op, {})).toMatchObject({ failure: { code: 'NOT_FOUND' } });
    },
  );

  it('takes nothing that does not fit its operation', async () => {
    const size = vi.fn();
    const { ask, receive, sent } = serve({ size });
    expect(await ask('size', { height: -1 })).toMatchObject({ failure: { code: 'INVALID_INPUT' } });
    expect(await ask('size', null)).toMatchObject({ failure: { code: 'INVALID_INPUT' } });
    const before = sent.length;
    for (const data of [null, 'text', { op: 'size' }, { ask: 'one', op: 'size' }]) receive(data);
    await vi.advanceTimersByTimeAsync(0);
    expect([size.mock.calls.length, sent.length]).toEqual([0, before]);
  });

  it('ends a frame that floods it, and bears one that is only busy', async () => {
    const log = vi.fn();
    const { receive, ended, closed } = serve({ log });
    const line = { ask: 1, op: 'log', args: { level: 'info', message: 'x' } };
    for (let second = 0; second < 60; second++) {
      for (let at = 0; at < messagesPerSecond - 5; at++) receive(line);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(ended).not.toHaveBeenCalled();
    for (let at = 0; at <= messagesAtOnce; at++) receive(line);
    expect(ended).toHaveBeenCalledTimes(1);
    expect(ended.mock.calls[0]?.[0]).toMatchObject({ kind: 'render', message: expect.stringContaining('flooded') });
    expect(closed()).toBe(true);
    const heard = log.mock.calls.length;
    receive(line);
    expect(log).toHaveBeenCalledTimes(heard);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends a frame that has fallen silent', async () => {
    const talking = serve();
    const mute = serve();
    for (let at = 0; at < 5; at++) {
      await vi.advanceTimersByTimeAsync(pingMs);
      await talking.ask('pong', {});
    }
    expect(talking.ended).not.toHaveBeenCalled();
    expect(mute.ended.mock.calls[0]?.[0]).toMatchObject({ kind: 'timeout' });
  });

  it('has an operation for everything that a frame may ask, each with a schema of its own', () => {
    expect(Object.keys(operations).every((name) => /^[a-z]+$/.test(name))).toBe(true);
  });
});
