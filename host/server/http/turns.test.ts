import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Busy, type Lane, type LaneLimits, type Leave, Turns } from './turns.ts';

const common = { longestTurnMs: 5_000, retryAfterSeconds: 2 };
const limits: LaneLimits = {
  people: { ...common, atOnce: 2, mostWaiting: 2, tooLateMs: 1_000 },
  guests: { ...common, atOnce: 1, mostWaiting: 1, tooLateMs: 1_000 },
  bulk: { ...common, atOnce: 1, mostWaiting: 1, tooLateMs: 9_000 },
};
let turns: Turns;
let begun: string[];
const leaves = new Map<string, Leave>();

beforeEach(() => {
  vi.useFakeTimers();
  turns = new Turns(limits);
  begun = [];
});
afterEach(() => void vi.useRealTimers());

async function ask(lane: Lane, name: string): Promise<void> {
  leaves.set(name, await turns.take(lane));
  begun.push(name);
}
async function leave(name: string): Promise<void> {
  leaves.get(name)?.();
  await vi.advanceTimersByTimeAsync(0);
}

test('people go before what reads in bulk, whoever came first', async () => {
  await Promise.all([ask('people', 'one'), ask('people', 'two'), ask('bulk', 'export')]);
  void ask('bulk', 'another export');
  void ask('people', 'three');
  await leave('export');
  expect(begun).toEqual(['one', 'two', 'export']);
  await leave('one');
  expect(begun).toEqual(['one', 'two', 'export', 'three', 'another export']);
});

test('what reads in bulk leaves room for people, and who is not signed in takes none of it', async () => {
  await ask('bulk', 'export');
  await ask('guests', 'sign-in');
  void ask('guests', 'another sign-in');
  await Promise.all([ask('people', 'one'), ask('people', 'two')]);
  expect(begun).toEqual(['export', 'sign-in', 'one', 'two']);
});

test('whoever comes when too many wait is sent away at once, and told when to come again', async () => {
  await Promise.all([ask('people', 'one'), ask('people', 'two')]);
  const waiting = [ask('people', 'three'), ask('people', 'four')];
  const refused = await ask('people', 'five').catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'UNAVAILABLE', details: { said: { key: 'host.busy' } } });
  expect(refused instanceof Busy && refused.retryAfterSeconds).toBeGreaterThanOrEqual(2);
  await leave('one');
  await leave('two');
  await Promise.all(waiting);
  expect(begun).toEqual(['one', 'two', 'three', 'four']);
});

test('nobody comes to those who wait too long already, and none of them waits for ever', async () => {
  await Promise.all([ask('people', 'one'), ask('people', 'two')]);
  const late = ask('people', 'three').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await ask('people', 'four').catch((error: unknown) => error)).toBeInstanceOf(Busy);
  expect(turns.count('people').waiting).toBe(1);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await late).toBeInstanceOf(Busy);
  expect(turns.count('people')).toEqual({ running: 2, waiting: 0 });
});

test('a turn that lasts is given back, and counts once', async () => {
  await ask('bulk', 'slow line');
  void ask('bulk', 'next');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(begun).toEqual(['slow line', 'next']);
  await leave('slow line');
  await leave('slow line');
  expect(turns.count('bulk').running).toBeLessThanOrEqual(1);
  await leave('next');
  expect(turns.count('bulk')).toEqual({ running: 0, waiting: 0 });
});
