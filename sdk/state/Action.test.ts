import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../contract/errors.ts';
import { fakeHost } from '../testing/index.ts';
import { toast } from '../ui/index.ts';
import { Action, makeStore, Undo } from './index.ts';

function action() {
  const { host, logged } = fakeHost({ id: 'orders' });
  const ends: { answer: (text: string) => void; fail: (error: Error) => void }[] = [];
  const onDone = vi.fn();
  const save = new Action<[string], string>(host, {
    run: () => new Promise((answer, fail) => ends.push({ answer, fail })),
    failed: 'nothing was saved',
    onDone,
  });
  return { save, ends, onDone, logged };
}

describe('Action', () => {
  it('tells what failed where it has no place of its own, and nothing to who has cancelled it', async () => {
    const told = vi.spyOn(toast, 'error').mockImplementation(() => {});
    const { host } = fakeHost({ id: 'orders' });
    const run = vi.fn<() => Promise<void>>();
    const save = new Action(host, { run, failed: 'nothing was saved', toast: true });
    run.mockRejectedValueOnce(new CallError('CANCELLED'));
    expect(await save.run()).toBe(false);
    expect(told).not.toHaveBeenCalled();
    run.mockRejectedValueOnce(new CallError('NOT_FOUND'));
    await save.run();
    expect(told).toHaveBeenCalledTimes(1);
    told.mockRestore();
  });

  it('is busy until it is done, and a second press does nothing', async () => {
    const { save, ends, onDone } = action();
    const first = save.run('a');
    expect([save.busy, save.doing]).toEqual([true, ['a']]);
    expect(await save.run('b')).toBe(false);
    ends[0]?.answer('A');
    expect(await first).toBe(true);
    expect([save.busy, ends.length, onDone.mock.calls]).toEqual([false, 1, [['A', 'a']]]);
  });

  it('keeps why it failed, by field too, until it is tried again', async () => {
    const { save, ends, logged, onDone } = action();
    const tried = save.run('a');
    ends[0]?.fail(CallError.received({ code: 'INVALID_INPUT', message: 'Too long', fields: { name: 'Too long' } }));
    expect(await tried).toBe(false);
    expect([save.problem, save.fields, save.busy]).toEqual(['Too long', { name: 'Too long' }, false]);
    expect(logged).toMatchObject([{ message: 'nothing was saved' }]);
    const again = save.retry();
    expect([save.doing, save.problem]).toEqual([['a'], null]);
    ends[1]?.answer('A');
    expect(await again).toBe(true);
    expect(onDone).toHaveBeenCalledOnce();
  });
});

describe('Undo', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const undo = (run: (done: string) => Promise<void>, forMs?: number) =>
    new Undo<string>(fakeHost({ id: 'orders' }).host, { run, failed: 'it is still gone', forMs });

  it('takes back the last thing only, once', async () => {
    const run = vi.fn(async () => {});
    const removed = undo(run);
    removed.offer('a');
    removed.offer('b');
    await removed.run();
    await removed.run();
    expect([run.mock.calls, removed.done]).toEqual([[['b']], null]);
  });

  it('is offered for a while, and stays when taking back failed', async () => {
    const removed = undo(() => Promise.reject(new CallError('UNAVAILABLE')), 5000);
    removed.offer('a');
    await removed.run();
    expect(removed.done).toBe('a');
    await vi.advanceTimersByTimeAsync(5000);
    expect(removed.done).toBe(null);
  });

  it('is not offered after the screen was left', async () => {
    const removed = undo(async () => {});
    const dispose = removed.follow();
    removed.offer('a');
    dispose();
    expect(removed.done).toBe(null);
  });
});

describe('makeStore', () => {
  it('observes fields by reference, computes getters, binds methods, and leaves private members alone', () => {
    class Counter {
      counts: readonly number[] = [];
      readonly #step = 2;
      constructor() {
        makeStore(this);
      }
      get sum() {
        return this.counts.reduce((sum, each) => sum + each, 0);
      }
      count() {
        this.counts = [...this.counts, this.#step];
      }
    }
    const counter = new Counter();
    const { count } = counter;
    count();
    count();
    expect([counter.sum, Array.isArray(counter.counts)]).toEqual([4, true]);
  });
});
