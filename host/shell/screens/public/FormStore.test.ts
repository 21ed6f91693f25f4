import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract/errors';
import { FormStore } from './FormStore.ts';

const form = (submit: () => Promise<void>) =>
  new FormStore({
    initial: { name: '', password: '' },
    schema: z.object({ name: z.string().trim().min(1, 'Name?'), password: z.string().min(10, 'Longer') }),
    submit,
  });

describe('FormStore', () => {
  it('complains about a field once it was left, about all when sent, and sends nothing wrong', async () => {
    const submit = vi.fn(async () => {});
    const store = form(submit);
    expect(store.problem('name')).toBeUndefined();
    store.leave('name');
    expect([store.problem('name'), store.problem('password')]).toEqual(['Name?', undefined]);
    await store.submit();
    expect([store.problem('password'), submit.mock.calls.length]).toEqual(['Longer', 0]);
    store.change('name', ' Ada ');
    store.change('password', 'long enough');
    await store.submit();
    expect(submit).toHaveBeenCalledWith({ name: 'Ada', password: 'long enough' });
  });

  it("puts the server's messages at their fields until these change, and the rest above them", async () => {
    let refusal = CallError.received({ code: 'INVALID_INPUT', message: 'Not so.', fields: { password: 'Too common' } });
    const store = form(() => Promise.reject(refusal));
    store.change('name', 'Ada');
    store.change('password', 'password1234');
    await store.submit();
    expect([store.problem('password'), store.failure]).toEqual(['Too common', null]);
    store.change('password', 'password12345');
    expect(store.problem('password')).toBeUndefined();
    refusal = new CallError('UNAVAILABLE');
    await store.submit();
    expect([store.failure, store.busy, store.values.name]).toEqual([refusal, false, 'Ada']);
  });
});
