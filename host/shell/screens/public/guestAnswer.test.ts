// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { GuestTaskPage } from '@sinter/sdk/contract/host/guests';
import { guestAnswer } from './guestAnswer.ts';

const page: GuestTaskPage = {
  ...{ title: 'Tell us the moisture', note: '', dueOn: null, place: 'Demo', until: '2040-01-01T00:00:00Z' },
  answered: null,
};

function begin(call: () => Promise<unknown> = () => Promise.resolve(page)) {
  const browser = { api: { call: vi.fn(call) }, log: { warn: vi.fn() } };
  const onAnswered = vi.fn();
  const made = guestAnswer({
    // What the answer needs of a browser.
    browser: browser as never,
    ...{ token: 't'.repeat(43), before: null, required: { name: 'name?', text: 'text?' }, onAnswered },
    onFailed: (error) => {
      throw error;
    },
  });
  return { ...made, onAnswered };
}

describe('the answer of a guest', () => {
  it('outlasts a reload, and is forgotten once it was sent', async () => {
    const first = begin();
    const stop = first.start();
    first.form.change('name', 'Mia');
    first.form.change('text', '0.04 %');
    stop();
    const second = begin();
    expect(second.form.values).toEqual({ name: 'Mia', text: '0.04 %' });
    await second.form.submit();
    expect(second.onAnswered).toHaveBeenCalledWith(page);
    expect(begin().form.values).toEqual({ name: '', text: '' });
  });

  it('that was not taken stays', async () => {
    const first = begin(() => Promise.reject(new Error('no line')));
    const stop = first.start();
    first.form.change('name', 'Mia');
    first.form.change('text', 'dry');
    await first.form.submit();
    stop();
    expect(first.form.failure).toBeInstanceOf(Error);
    expect(begin().form.values).toEqual({ name: 'Mia', text: 'dry' });
  });
});
