import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineCall } from '../contract/call.ts';
import { CallError } from '../contract/errors.ts';
import { anyone } from '../contract/guard.ts';
import { createApiClient, readCookie } from './createApiClient.ts';
import { Renewals } from './renewals.ts';

const readThing = defineCall({
  id: 'host.readThing',
  owner: 'host',
  method: 'GET',
  path: '/api/v1/things/{id}',
  summary: 'A thing.',
  guard: anyone,
  params: z.object({ id: z.string() }),
  query: z.object({ tag: z.array(z.string()).optional(), page: z.number().optional() }),
  response: z.object({ name: z.string() }),
});
const saveThing = defineCall({
  id: 'host.saveThing',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/things',
  summary: 'Saves a thing.',
  guard: anyone,
  body: z.object({ name: z.string() }),
  response: z.object({ id: z.number() }).nullable(),
});
const renewThing = defineCall({
  id: 'host.renewThing',
  owner: 'host',
  method: 'POST',
  path: '/api/v1/renew',
  summary: 'Replaces the secret of the session.',
  guard: anyone,
  renewsSession: true,
  response: z.object({ id: z.number() }),
});

function client(answer: () => Response | Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer());
  const onUnauthenticated = vi.fn();
  const api = createApiClient({ fetch, csrf: () => 'secret', facilityId: () => 7, onUnauthenticated });
  const sent = () => ({ address: fetch.mock.calls[0]?.[0], init: fetch.mock.calls[0]?.[1] });
  return { api, sent, onUnauthenticated };
}

async function failure(promise: Promise<unknown>): Promise<CallError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallError)) throw new Error(`not a CallError: ${String(error)}`);
  return error;
}

describe('createApiClient', () => {
  it('fills path and query, and parses the answer', async () => {
    const { api, sent } = client(() => Response.json({ name: 'bracket', secret: 1 }));
    const thing = await api.call(readThing, { params: { id: 'a/b' }, query: { tag: ['x', 'y'], page: undefined } });
    expect(thing).toEqual({ name: 'bracket' });
    expect(sent().address).toBe('/api/v1/things/a%2Fb?tag=x&tag=y');
    expect(api.href(readThing, { params: { id: '1' }, query: { page: 2 } })).toBe('/api/v1/things/1?page=2');
  });

  it('sends JSON with the CSRF and facility headers', async () => {
    const { api, sent } = client(() => new Response(''));
    expect(await api.call(saveThing, { body: { name: 'bracket' } })).toBeNull();
    expect(sent().init).toMatchObject({
      method: 'POST',
      body: '{"name":"bracket"}',
      headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': 'secret', 'X-Facility': '7' },
    });
  });

  it('turns an error body into a CallError with its fields', async () => {
    const body = { code: 'INVALID_INPUT', message: 'Wrong', fields: { name: 'Please enter a name' } };
    const { api } = client(() => Response.json(body, { status: 400 }));
    const error = await failure(api.call(saveThing, { body: { name: '' } }));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', message: 'Wrong', fields: { name: 'Please enter a name' } });
  });

  it('understands a proxy that answers without our body', async () => {
    expect(
      (await failure(client(() => new Response('', { status: 418 })).api.call(saveThing, { body: { name: 'x' } })))
        .message,
    ).toBe('Error, something went wrong!');
    const gateway = client(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect((await failure(gateway.api.call(saveThing, { body: { name: 'x' } }))).code).toBe('UNAVAILABLE');
  });

  it('asks a server that was too busy once more, when it said', async () => {
    vi.useFakeTimers();
    const busy = () =>
      Response.json({ code: 'UNAVAILABLE', message: 'Busy' }, { status: 503, headers: { 'Retry-After': '2' } });
    const answers = [busy(), Response.json({ id: 1 }), busy(), busy()];
    const answer = vi.fn(() => answers.shift() ?? busy());
    const { api } = client(answer);
    const saved = api.call(saveThing, { body: { name: 'x' } });
    await vi.advanceTimersByTimeAsync(1_900);
    expect(answer).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(await saved).toEqual({ id: 1 });
    const refused = failure(api.call(saveThing, { body: { name: 'x' } }));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await refused).toMatchObject({ code: 'UNAVAILABLE', message: 'Busy' });
    vi.useRealTimers();
  });

  it('tells once that the session has ended, but not for a wrong password', async () => {
    const ended = client(() => Response.json({ code: 'UNAUTHENTICATED', message: 'Please sign in.' }, { status: 401 }));
    await failure(ended.api.call(saveThing, { body: { name: 'x' } }));
    expect(ended.onUnauthenticated).toHaveBeenCalledTimes(1);
    const wrong = client(() =>
      Response.json({ code: 'BAD_CREDENTIALS', message: 'Unable to log in' }, { status: 401 }),
    );
    await failure(wrong.api.call(saveThing, { body: { name: 'x' } }));
    expect(wrong.onUnauthenticated).not.toHaveBeenCalled();
  });

  it('leaves nothing when a call was refused for a secret that this page was just replacing, and sends it again', async () => {
    let secret = 'old';
    let renew = (_answer: Response): void => {};
    const refused = () => Response.json({ code: 'UNAUTHENTICATED', message: 'Please sign in.' }, { status: 401 });
    const fetch = vi.fn<typeof globalThis.fetch>(async (path) => {
      if (String(path).endsWith('/renew')) return new Promise<Response>((answer) => (renew = answer));
      return secret === 'old' ? refused() : Response.json({ id: 1 });
    });
    const told = { onUnauthenticated: vi.fn(), onSessionChanged: vi.fn() };
    const options = { fetch, csrf: () => secret, facilityId: () => 7, renewals: new Renewals(), ...told };
    const renewing = createApiClient(options).call(renewThing, {});
    const calls = [1, 2].map(() => createApiClient(options).call(saveThing, { body: { name: 'x' } }));
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(3));
    secret = 'new';
    renew(Response.json({ id: 2 }));
    expect(await Promise.all([renewing, ...calls])).toEqual([{ id: 2 }, { id: 1 }, { id: 1 }]);

    // A renewal that is refused itself ends the session for all that wait for it.
    secret = 'old';
    const last = [failure(createApiClient(options).call(renewThing, {}))];
    last.push(failure(createApiClient(options).call(saveThing, { body: { name: 'x' } })));
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(7));
    expect(told.onUnauthenticated).not.toHaveBeenCalled();
    renew(refused());
    expect((await Promise.all(last)).map(({ code }) => code)).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED']);
    expect([told.onUnauthenticated.mock.calls.length, told.onSessionChanged.mock.calls.length]).toEqual([2, 0]);
  });

  it('asks who is here when another page has replaced the secret meanwhile', async () => {
    let secret = 'old';
    const fetch = vi.fn<typeof globalThis.fetch>(async () => {
      secret = 'of another page';
      return Response.json({ code: 'UNAUTHENTICATED', message: 'Please sign in.' }, { status: 401 });
    });
    const told = { onUnauthenticated: vi.fn(), onSessionChanged: vi.fn() };
    const api = createApiClient({ fetch, csrf: () => secret, facilityId: () => 7, ...told });
    await failure(api.call(saveThing, { body: { name: 'x' } }));
    expect([told.onUnauthenticated.mock.calls.length, told.onSessionChanged.mock.calls.length]).toEqual([0, 1]);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('asks once for a proof of identity, then repeats every call that waits for it', async () => {
    let fresh = false;
    const answer = () =>
      fresh ? Response.json({ id: 1 }) : Response.json({ code: 'REAUTHENTICATE', message: 'Confirm' }, { status: 403 });
    const fetch = vi.fn<typeof globalThis.fetch>(async () => answer());
    const onReauthenticate = vi.fn(async () => {
      await Promise.resolve();
      return (fresh = true);
    });
    const base = { fetch, csrf: () => undefined, facilityId: () => null, onUnauthenticated: vi.fn() };
    const api = createApiClient({ ...base, onReauthenticate });
    const call = () => api.call(saveThing, { body: { name: 'x' } });
    expect(await Promise.all([call(), call(), call()])).toEqual([{ id: 1 }, { id: 1 }, { id: 1 }]);
    expect([onReauthenticate.mock.calls.length, fetch.mock.calls.length]).toEqual([1, 6]);

    fresh = false;
    const declined = createApiClient({ ...base, onReauthenticate: async () => false });
    expect((await failure(declined.call(saveThing, { body: { name: 'x' } }))).code).toBe('REAUTHENTICATE');
    // A proof that the server does not take is no reason to ask for ever.
    const unheard = vi.fn(async () => true);
    const deaf = createApiClient({ ...base, onReauthenticate: unheard });
    expect((await failure(deaf.call(saveThing, { body: { name: 'x' } }))).code).toBe('REAUTHENTICATE');
    expect(unheard).toHaveBeenCalledTimes(1);
  });

  it('sends a call again once the checklists before it are answered, and never asks where nobody waits', async () => {
    const gate = { gate: 'JOB_START', subjectId: 7, position: 0 };
    let open = 2;
    const refused = () => Response.json({ code: 'CHECKLIST_OPEN', message: 'Answer first', gate }, { status: 409 });
    const fetch = vi.fn<typeof globalThis.fetch>(async () => (open > 0 ? refused() : Response.json({ id: 1 })));
    const base = { fetch, csrf: () => undefined, facilityId: () => null, onUnauthenticated: vi.fn() };
    const onGate = vi.fn(async () => {
      open -= 1;
      return true;
    });
    const api = createApiClient({ ...base, onGate });
    const input = { body: { name: 'x' } };
    expect((await failure(api.call(saveThing, input, { unattended: true }))).code).toBe('CHECKLIST_OPEN');
    expect(onGate).not.toHaveBeenCalled();
    expect(await api.call(saveThing, input)).toEqual({ id: 1 });
    expect(onGate.mock.calls).toEqual([[gate], [gate]]);
    open = 1;
    const left = createApiClient({ ...base, onGate: async () => false });
    expect((await failure(left.call(saveThing, input))).code).toBe('CHECKLIST_OPEN');
  });

  it('tells when the session is not what the page takes it for', async () => {
    for (const code of ['FACILITY_CHANGED', 'EMAIL_NOT_VERIFIED', 'SECOND_FACTOR_REQUIRED', 'FORBIDDEN']) {
      const onSessionChanged = vi.fn();
      const api = createApiClient({
        fetch: async () => Response.json({ code, message: 'x' }, { status: 403 }),
        csrf: () => undefined,
        facilityId: () => 7,
        onUnauthenticated: vi.fn(),
        onSessionChanged,
      });
      await failure(api.call(saveThing, { body: { name: 'x' } }));
      expect(onSessionChanged).toHaveBeenCalledTimes(code === 'FORBIDDEN' ? 0 : 1);
    }
  });

  it('tells a lost connection from an abort', async () => {
    const { api } = client(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failure(api.call(saveThing, { body: { name: 'x' } }))).toMatchObject({ code: 'UNAVAILABLE' });
    const abort = new AbortController();
    abort.abort();
    const aborted = client(() => Promise.reject(new DOMException('aborted', 'AbortError')));
    await expect(aborted.api.call(saveThing, { body: { name: 'x' } }, { signal: abort.signal })).rejects.toThrow(
      'aborted',
    );
  });

  it('refuses an answer of another form', async () => {
    const { api } = client(() => Response.json({ nom: 'bracket' }));
    expect((await failure(api.call(readThing, { params: { id: '1' }, query: {} }))).cause).toContain('host.readThing');
  });

  it('reads cookies', () => {
    expect(readCookie('XSRF-TOKEN', 'a=b; XSRF-TOKEN=x%3D1')).toBe('x=1');
    expect(readCookie('missing', 'a=b')).toBeUndefined();
  });
});
