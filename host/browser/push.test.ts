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
  push(type: string, data: string, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(type, { data, lastEventId }));
  }
}

function client(since: number | null = null) {
  const sources: FakeSource[] = [];
  const addresses: string[] = [];
  const spies = { receive: vi.fn(), onOpen: vi.fn(), onReset: vi.fn(), onRefused: vi.fn() };
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const network = new EventTarget();
  const push = connectPush({
    network,
    address: (from) => `/api/v1/events?since=${from}`,
    since,
    log,
    ...spies,
    open: (address) => {
      addresses.push(address);
      const source = new FakeSource();
      sources.push(source);
      return source as unknown as EventSource;
    },
  });
  const source = () => sources.at(-1) ?? new FakeSource();
  return { push, network, sources, addresses, source, log, ...spies };
}

describe('connectPush', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('hands over events and survives a broken one', () => {
    const { source, receive, log, onOpen, onReset } = client(3);
    source().push('stream.open', '{"types":["registry.changed"]}');
    source().push('registry.changed', '{"facilityId":7}');
    source().push('registry.changed', '{');
    source().push('stream.reset', '{}');
    expect(receive.mock.calls).toEqual([['registry.changed', { facilityId: 7 }]]);
    expect(log.error).toHaveBeenCalledOnce();
    expect(onOpen).toHaveBeenCalledOnce();
    expect(onReset).toHaveBeenCalledOnce();
  });

  it('asks for what has happened since the page was made, and after a refusal since the last event', () => {
    const { source, addresses, onReset } = client(3);
    source().push('stream.open', '{"types":["registry.changed"]}', '3');
    source().push('registry.changed', '{"facilityId":7}', '5');
    source().fail(2);
    vi.advanceTimersByTime(1000);
    expect(addresses).toEqual(['/api/v1/events?since=3', '/api/v1/events?since=5']);
    expect(onReset).not.toHaveBeenCalled();
  });

  it('does not know what a page missed that came without a position, and says so once', () => {
    const { source, onOpen, onReset } = client();
    source().push('stream.open', '{"types":[]}', '8');
    expect([onOpen.mock.calls.length, onReset.mock.calls.length]).toEqual([0, 1]);
    source().push('stream.open', '{"types":[]}', '8');
    expect([onOpen.mock.calls.length, onReset.mock.calls.length]).toEqual([1, 1]);
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
