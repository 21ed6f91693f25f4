import { callAddress, callInputSchema } from '@sinter/sdk/contract/callAddress';
import type { AnyCall, CallInput, CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract/errors';
import type { ApiClient, CallOptions } from '@sinter/sdk/api';
import type { Channel } from './channel.ts';

/** The plugin's client in its frame: puts each call together, lets the host make it, and reads the answer. */
export function frameApi({ ask }: Channel): ApiClient {
  const requestOf = (call: AnyCall, input: unknown) => ({
    id: call.id,
    method: call.method,
    path: callAddress(call, input),
  });
  const bodyOf = (input: unknown) => callInputSchema.parse(input ?? {}).body;
  // The response schema is C's own, which the compiler cannot follow through AnyCall.
  function read<C extends AnyCall>(call: C, answer: unknown): CallResult<C> {
    const parsed = call.response.safeParse(answer);
    if (parsed.success) return parsed.data as CallResult<C>;
    const failure = new CallError('INTERNAL');
    failure.cause = `The answer of ${call.id} has an unexpected form: ${parsed.error.message}`;
    throw failure;
  }
  const client: ApiClient = {
    async call<C extends AnyCall>(call: C, input: CallInput<C>, { signal }: CallOptions = {}) {
      const stream = call.produces === 'stream';
      const asked = ask('call', { ...requestOf(call, input), body: bodyOf(input), stream });
      return read(call, await untilAborted(asked, signal));
    },
    async bytes(call, input, { signal } = {}) {
      const type = call.compact?.type ?? '';
      const answer = await untilAborted(ask('bytes', { ...requestOf(call, input), body: bodyOf(input), type }), signal);
      if (!(answer instanceof ArrayBuffer)) throw new CallError('INTERNAL');
      return answer;
    },
    async upload(call, file, input, { signal, itar = false } = {}) {
      const asked = ask('upload', { ...requestOf(call, input), file, name: file.name, itar });
      return read(call, await untilAborted(asked, signal));
    },
    href: callAddress,
  };
  return Object.freeze(client);
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
