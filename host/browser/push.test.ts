import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectPush } from './push.ts';

class FakeSource extends EventTarget {
  readyState = 1;
  closed = false;
  close() {
    this.closed = true;
  }
  fail(readyState: number) {
    this.readyState = readyState;
    this.dispatchEvent(new Event('error'));
  }
  push(type: string, data: string) {
    this.dispatchEvent(new MessageEvent(type, { data }));
  }
}

function client() {
  const sources: FakeSource[] = [];
  const spies = { receive: vi.fn(), onOpen: vi.fn(), onReset: vi.fn(), onRefused: vi.fn() };
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const network = new EventTarget();
  const push = connectPush({
    network,
    address: '/api/v1/events',
    log,
    ...spies,
    open: () => {
      const source = new FakeSource();
      sources.push(source);
      return source as unknown as EventSource;
    },
  });
  const source = () => sources.at(-1) ?? new FakeSource();
  return { push, network, sources, source, log, ...spies };
}

describe('connectPush', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('hands over events and survives a broken one', () => {
    const { source, receive, log, onOpen, onReset } = client();
    source().push('stream.open', '{"types":["registry.changed"]}');
    source().push('registry.changed', '{"facilityId":7}');
    source().push('registry.changed', '{');
    source().push('stream.reset', '{}');
    expect(receive.mock.calls).toEqual([['registry.changed', { facilityId: 7 }]]);
    expect(log.error).toHaveBeenCalledOnce();
    expect(onOpen).toHaveBeenCalledOnce();
    expect(onReset).toHaveBeenCalledOnce();
  });

  it('tells when the line is cut, which the stream does not notice, and when it is back', () => {
    const { push, network, source } = client();
    const seen: boolean[] = [];
    push.connected.subscribe(() => seen.push(push.connected.get()));
    network.dispatchEvent(new Event('offline'));
    network.dispatchEvent(new Event('online'));
    network.dispatchEvent(new Event('offline'));
    source().fail(0);
    network.dispatchEvent(new Event('online'));
    expect(seen).toEqual([false, true, false]);
    push.close();
    network.dispatchEvent(new Event('online'));
    expect(push.connected.get()).toBe(false);
  });

  it('tells when the stream is lost and back, and leaves reconnecting to the browser', () => {
    const { push, source, sources, onRefused } = client();
    const seen: boolean[] = [];
    push.connected.subscribe(() => seen.push(push.connected.get()));
    source().fail(0);
    source().dispatchEvent(new Event('open'));
    expect(seen).toEqual([false, true]);
    expect([sources.length, onRefused.mock.calls.length]).toEqual([1, 0]);
  });

  it('opens a refused stream again after growing pauses, until it is closed', () => {
    const { push, source, sources, onRefused } = client();
    source().fail(2);
    vi.advanceTimersByTime(1000);
    source().fail(2);
    vi.advanceTimersByTime(1999);
    expect(sources).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(sources).toHaveLength(3);
    expect(onRefused).toHaveBeenCalledTimes(2);
    source().fail(2);
    push.close();
    vi.advanceTimersByTime(60_000);
    expect(sources).toHaveLength(3);
  });
});
