import { autorun } from 'mobx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../contract/errors.ts';
import { reconnected } from '../contract/host/events.ts';
import { orderChanged } from '../contract/orders/events.ts';
import { fakeHost } from '../testing/index.ts';
import { on, Question } from './index.ts';

interface Sent {
  asked: string;
  signal: AbortSignal;
  answer: (text: string) => void;
  fail: (error: Error) => void;
}

function asking(options: { debounceMs?: number; onAnswer?: (answer: string) => void } = {}) {
  const fake = fakeHost({ id: 'orders' });
  const sent: Sent[] = [];
  const question = new Question<string, string>(fake.host, {
    ...options,
    ask: (asked, signal) => new Promise((answer, fail) => sent.push({ asked, signal, answer, fail })),
    failed: 'nothing could be read',
    refreshOn: [on(orderChanged, ({ orderId }) => orderId === 7)],
  });
  return { ...fake, sent, question };
}
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const changed = { orderId: 7, status: 'X' };

describe('Question', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('goes from idle through asking to answered, and observers see it', async () => {
    const { question, sent } = asking();
    const seen: string[] = [];
    const end = autorun(() => seen.push(`${question.state} ${question.answer}`));
    question.ask('a');
    sent[0]?.answer('A');
    await settle();
    expect(seen).toEqual(['idle null', 'asking null', 'answered A']);
    end();
  });

  it('lets the newest win and cancels the one before', async () => {
    const { question, sent } = asking();
    question.ask('a');
    question.ask('b');
    expect(sent.map(({ asked, signal }) => [asked, signal.aborted])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    sent[1]?.answer('B');
    sent[0]?.answer('A');
    await settle();
    expect(question.answer).toBe('B');
  });

  it('keeps the last answer while it asks again, and when that fails', async () => {
    const { question, sent, logged } = asking();
    question.ask('a');
    sent[0]?.answer('A');
    await settle();
    question.ask('b');
    expect([question.state, question.loading, question.answer]).toEqual(['asking', true, 'A']);
    sent[1]?.fail(new Error('down'));
    await settle();
    expect([question.state, question.answer, question.error]).toEqual(['failed', 'A', new Error('down')]);
    expect(logged).toMatchObject([{ level: 'warn', message: 'nothing could be read' }]);
    question.retry();
    expect(sent[2]?.asked).toBe('b');
    sent[2]?.answer('B');
    await settle();
    expect([question.state, question.answer, question.error]).toEqual(['answered', 'B', null]);
  });

  it('takes what is thrown before anything is sent for a failure', async () => {
    const question = new Question<string, string>(fakeHost({ id: 'orders' }).host, {
      ask: () => {
        throw new Error('no material');
      },
      failed: 'nothing could be read',
    });
    question.ask('a');
    await settle();
    expect(question.error).toEqual(new Error('no material'));
  });

  it('waits until the typing rests', async () => {
    const { question, sent } = asking({ debounceMs: 300 });
    question.ask('a');
    await settle(200);
    question.ask('ab');
    await settle(299);
    expect([sent.length, question.state]).toEqual([0, 'asking']);
    await settle(1);
    expect(sent.map(({ asked }) => asked)).toEqual(['ab']);
  });

  it('refreshes once after a burst of events, quietly, and after a lost connection', async () => {
    const { question, sent, receive } = asking();
    question.start('a');
    sent[0]?.answer('A');
    await settle();
    for (let count = 0; count < 5; count++) receive(orderChanged, changed);
    receive(orderChanged, { ...changed, orderId: 8 });
    await settle(300);
    expect([sent.length, question.state]).toEqual([2, 'answered']);
    receive(reconnected, {});
    await settle(300);
    expect(sent.length).toBe(3);
  });

  it('does not starve while events keep coming', async () => {
    const { question, sent, receive } = asking();
    question.start('a');
    sent[0]?.answer('A');
    for (let count = 0; count < 10; count++) {
      receive(orderChanged, changed);
      await settle(100);
    }
    expect(sent.length).toBeGreaterThan(2);
  });

  it('is not asked by an event before anybody asked', async () => {
    const { question, sent, receive } = asking();
    question.follow();
    receive(orderChanged, changed);
    await settle(300);
    expect(sent).toEqual([]);
  });

  it('cancels what is under way when it is disposed, shows nothing later, and can begin again', async () => {
    const { question, sent, receive, held } = asking();
    const dispose = question.start('a');
    receive(orderChanged, changed);
    dispose();
    expect([sent[0]?.signal.aborted, question.state, held()]).toEqual([true, 'idle', 0]);
    sent[0]?.answer('A');
    await settle(1000);
    expect([sent.length, question.answer]).toEqual([1, null]);
    question.start('b');
    sent[1]?.answer('B');
    await settle();
    expect(question.answer).toBe('B');
  });

  it('takes an answer that came by another way over one that is under way', async () => {
    const onAnswer = vi.fn();
    const { question, sent } = asking({ onAnswer });
    question.ask('a');
    question.put('newer');
    sent[0]?.answer('A');
    await settle();
    expect([question.answer, question.state, onAnswer.mock.calls.length]).toEqual(['newer', 'answered', 0]);
    question.clear();
    expect([question.answer, question.state]).toEqual([null, 'idle']);
  });

  it('asks again by itself while the connection is lost, and shows what failed until there is an answer', async () => {
    const { question, sent } = asking();
    const stop = question.start('a');
    sent[0]?.fail(new CallError('UNAVAILABLE'));
    await settle(1299);
    expect([question.state, sent.length]).toEqual(['failed', 1]);
    await settle(1);
    expect([question.state, sent.length]).toEqual(['failed', 2]);
    sent[1]?.fail(new CallError('UNAVAILABLE'));
    await settle(2300);
    sent[2]?.answer('A');
    await settle();
    expect([question.state, question.answer, question.error]).toEqual(['answered', 'A', null]);
    question.ask('b');
    sent[3]?.fail(new CallError('UNAVAILABLE'));
    await settle();
    stop();
    await settle(60_000);
    expect(sent.length).toBe(4);
  });

  it('leaves alone what failed for another reason', async () => {
    const { question, sent } = asking();
    question.ask('a');
    sent[0]?.fail(new CallError('FORBIDDEN'));
    await settle(60_000);
    expect(sent.length).toBe(1);
  });
});
