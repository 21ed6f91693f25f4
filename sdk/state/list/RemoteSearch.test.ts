import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RemoteSearch } from './RemoteSearch.ts';

const host = { log: { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() } };

describe('RemoteSearch', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks once, 300 ms after the last key, with 3 characters or more', async () => {
    const find = vi.fn(async (text: string) => [text]);
    const search = new RemoteSearch(host, find);
    ['b', 'br', 'bra', 'brac'].forEach((text) => search.ask(text));
    expect(search.loading).toBe(true);
    await vi.advanceTimersByTimeAsync(299);
    expect(find).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(find.mock.calls.map(([text]) => text)).toEqual(['brac']);
    expect([search.items, search.loading]).toEqual([['brac'], false]);
    search.ask('br');
    expect(search.items).toEqual([]);
  });

  it('asks for a number however short it is', async () => {
    const find = vi.fn(async (text: string) => [text]);
    const search = new RemoteSearch(host, find);
    for (const text of ['7', '#41', '#']) {
      search.ask(text);
      await vi.advanceTimersByTimeAsync(300);
    }
    expect(find.mock.calls.map(([text]) => text)).toEqual(['7', '#41']);
  });

  it('keeps only the newest question, and tells why there is no answer', async () => {
    const answers: ((items: string[]) => void)[] = [];
    const search = new RemoteSearch<string>(host, () => new Promise((resolve) => void answers.push(resolve)));
    search.ask('first');
    await vi.advanceTimersByTimeAsync(300);
    search.ask('second');
    await vi.advanceTimersByTimeAsync(300);
    answers[1]?.(['two']);
    answers[0]?.(['one']);
    await vi.advanceTimersByTimeAsync(0);
    expect(search.items).toEqual(['two']);
    const failing = new RemoteSearch<string>(host, () => Promise.reject(new Error('no')));
    failing.ask('third');
    await vi.advanceTimersByTimeAsync(300);
    expect([failing.loading, String(failing.error)]).toEqual([false, 'Error: no']);
  });
});
