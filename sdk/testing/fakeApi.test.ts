import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineCall } from '../contract/call.ts';
import { CallError } from '../contract/errors.ts';
import { anyone } from '../contract/guard.ts';
import { fileContent, uploadFile } from '../contract/host/files.ts';
import { fakeApi } from './fakeApi.ts';

const saveThing = defineCall({
  id: 'host.saveThing',
  owner: 'host',
  method: 'PUT',
  path: '/api/v1/things/{id}',
  summary: 'Saves a thing.',
  guard: anyone,
  params: z.object({ id: z.coerce.number().int() }),
  body: z.object({ name: z.string().min(1), size: z.number().default(3) }),
  response: z.object({ name: z.string(), kind: z.enum(['PART', 'TOOL']) }),
});
const input = { params: { id: '7' }, body: { name: 'jaw' } };

describe('an answer', () => {
  it('is parsed by the contract, and what was sent is kept', async () => {
    const api = fakeApi();
    const more = { name: 'jaw', kind: 'PART', secret: 1 } as const;
    api.answer(saveThing, more);
    expect(await api.call(saveThing, input)).toEqual({ name: 'jaw', kind: 'PART' });
    expect(api.sent(saveThing)).toEqual([input]);
    expect(api.sent(uploadFile)).toEqual([]);
  });

  it('can be made from the input, as the server would get it', async () => {
    const api = fakeApi();
    api.answer(saveThing, ({ params, body }) => ({ name: `${body.name} ${params.id + 1} ${body.size}`, kind: 'TOOL' }));
    expect(await api.call(saveThing, input)).toEqual({ name: 'jaw 8 3', kind: 'TOOL' });
  });

  it('can be made from the schema', async () => {
    const api = fakeApi();
    const sample = api.answerWithSample(saveThing);
    expect(await api.call(saveThing, input)).toEqual(sample);
    expect(saveThing.response.parse(sample)).toEqual(sample);
  });

  it('can be a failure, returned or thrown', async () => {
    const api = fakeApi();
    api.answer(saveThing, new CallError('CONFLICT'));
    await expect(api.call(saveThing, input)).rejects.toMatchObject({ code: 'CONFLICT' });
    api.answer(saveThing, () => {
      throw new CallError('FORBIDDEN');
    });
    await expect(api.call(saveThing, input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('can be given later, and a plugin that has left does not wait for it', async () => {
    const api = fakeApi();
    const answer = api.pending(saveThing);
    const leaving = new AbortController();
    const got = api.call(saveThing, input);
    const left = api.call(saveThing, input, { signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    answer({ name: 'jaw', kind: 'PART' });
    expect(await got).toMatchObject({ name: 'jaw' });
    await expect(api.call(saveThing, input, { signal: leaving.signal })).rejects.toThrow('left');
    expect(api.sent(saveThing)).toHaveLength(2);
  });

  it('is INVALID_INPUT for what the server would refuse', async () => {
    const api = fakeApi();
    api.answerWithSample(saveThing);
    await expect(api.call(saveThing, { ...input, body: { name: '' } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('host.saveThing refuses its body'),
    });
  });
});

describe('what fails the test, though the plugin catches it', () => {
  let message = '';
  const caught = (error: unknown) => void (message = String(error));

  it.fails('is a call that nobody answers', async () => {
    await fakeApi().call(saveThing, input).catch(caught);
  });
  it('names the call', () => {
    expect(message).toContain('Nobody answers host.saveThing (PUT /api/v1/things/{id})');
  });

  it.fails('is an answer that is not what the contract declares', async () => {
    const api = fakeApi();
    // What a double without types does when the contract has moved on.
    const stale: { name: string; kind: 'PART' } = JSON.parse('{ "name": "jaw", "kind": "PIECE" }');
    api.answer(saveThing, stale);
    await api.call(saveThing, input).catch(caught);
  });
  it('names the call and the place', () => {
    expect(message).toMatch(/host\.saveThing is not what the contract declares[^]*kind/);
  });
});

describe('an upload', () => {
  const file = new File(['solid'], 'jaw.stl');
  const stored = { id: 1, fileName: 'jaw.stl', size: 5, fileURL: '/1' };

  it('waits, with the progress that the test tells', async () => {
    const api = fakeApi();
    const onProgress = vi.fn();
    const result = api.upload(uploadFile, file, {}, { onProgress });
    const [upload] = api.uploads(uploadFile);
    expect(upload).toMatchObject({ file, input: {}, aborted: false });
    upload?.progress(2);
    upload?.answer(stored);
    expect(await result).toEqual(stored);
    upload?.progress(5);
    expect(onProgress.mock.calls).toEqual([[2, 5]]);
  });

  it('fails as told, and tells that it was given up', async () => {
    const api = fakeApi();
    const leaving = new AbortController();
    const failed = api.upload(uploadFile, file, {});
    const left = api.upload(uploadFile, file, {}, { signal: leaving.signal });
    const [first, second] = api.uploads(uploadFile);
    first?.answer(new CallError('TOO_LARGE'));
    leaving.abort();
    await expect(failed).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await expect(left).rejects.toThrow('aborted');
    expect([first?.aborted, second?.aborted]).toEqual([false, true]);
  });
});

it('gives the addresses of the real client', () => {
  expect(fakeApi().href(fileContent, { params: { id: 4 }, query: { download: 'true' } })).toBe(
    '/api/v1/files/4/content?download=true',
  );
});
