import * as z from 'zod';
import type { ApiClient, UploadOptions } from '../api/client.ts';
import { createApiClient } from '../api/createApiClient.ts';
import type { AnyCall, CallArguments, CallInput, CallReply, CallResult } from '../contract/call.ts';
import { CallError } from '../contract/errors.ts';
import { sampleOf } from '../contract/samples.ts';
import { collectFaults } from './faults.ts';

/** What a call answers: its response before parsing, as a handler returns it, or the error it fails with. */
export type FakeReply<C> = CallReply<C> | CallError;

/** Answers as the server's handler would. `input` is parsed, so defaults are filled in. A thrown `CallError` fails it. */
export type FakeHandler<C> = (input: CallArguments<C>) => FakeReply<C> | Promise<FakeReply<C>>;

/** A file on its way. */
export interface FakeUpload<C extends AnyCall = AnyCall> {
  readonly file: File;
  readonly input: CallInput<C>;
  /** What the plugin asked for so that the upload outlives its page. */
  readonly resume: UploadOptions['resume'];
  /** It was sent as export controlled. */
  readonly itar: boolean;
  /** The plugin has given it up. */
  readonly aborted: boolean;
  /** Tells the plugin how many bytes of the file are sent. */
  progress(sent: number): void;
  /** Ends it. */
  answer(reply: FakeReply<C>): void;
}

/**
 * An `ApiClient` without a server. It keeps to the contract: input is refused with `INVALID_INPUT` where the server
 * would, and an answer that is not what the call declares fails the test. So does a call that nobody answers, even
 * when the plugin catches the error.
 */
export interface FakeApi extends ApiClient {
  /** Answers `call` from now on. */
  answer<C extends AnyCall>(call: C, reply: NoInfer<FakeReply<C> | FakeHandler<C>>): void;
  /** The same with an answer made from the response's schema; returns it as the plugin will get it. */
  answerWithSample<C extends AnyCall>(call: C, seed?: number): CallResult<C>;
  /** Lets `call` wait from now on, until the function returned here is called with the answer. */
  pending<C extends AnyCall>(call: C): (reply: FakeReply<C>) => void;
  /** What the plugin has sent with `call`, the first first. The list grows. */
  sent<C extends AnyCall>(call: C): readonly CallInput<C>[];
  /** The files sent with `call`, the first first; each waits until the test answers it. The list grows. */
  uploads<C extends AnyCall>(call: C): readonly FakeUpload<C>[];
}

type Handler = (input: unknown) => unknown;

/** Call it inside a test or in `beforeEach`; throws elsewhere, where no test could be failed. */
export function fakeApi(): FakeApi {
  const fault = collectFaults();
  const handlers = new Map<string, Handler>();
  const sent = new Map<string, unknown[]>();
  const uploads = new Map<string, FakeUpload[]>();

  async function replyOf(call: AnyCall, input: unknown): Promise<unknown> {
    const handler = handlers.get(call.id);
    if (!handler) {
      throw fault(
        `Nobody answers ${call.id} (${call.method} ${call.path}): give api.answer(call, reply) or ` +
          `api.answerWithSample(call) before it is called.`,
      );
    }
    return handler(argumentsOf(call, input));
  }

  function settle(call: AnyCall, reply: unknown): unknown {
    if (reply instanceof CallError) throw reply;
    const answer = call.response.safeParse(reply);
    if (answer.success) return answer.data;
    throw fault(`The answer given to ${call.id} is not what the contract declares: ${z.prettifyError(answer.error)}`);
  }

  const api: FakeApi = {
    // The compiler cannot follow a call's own types through the maps, which hold those of every call.
    async call<C extends AnyCall>(call: C, input: CallInput<C>, { signal }: { signal?: AbortSignal } = {}) {
      signal?.throwIfAborted();
      listOf(sent, call.id).push(input);
      return settle(call, await unlessAborted(signal, replyOf(call, input))) as CallResult<C>;
    },

    async bytes(call, input, { signal } = {}) {
      signal?.throwIfAborted();
      if (!call.compact) throw fault(`${call.id} has no compact form.`);
      listOf(sent, call.id).push(input);
      return call.compact.encode(settle(call, await unlessAborted(signal, replyOf(call, input)))).buffer;
    },

    async upload(call, file, input, { signal, onProgress, itar = false, resume } = {}) {
      signal?.throwIfAborted();
      argumentsOf(call, input);
      let ended = false;
      const reply = new Promise<unknown>((resolve) => {
        listOf(uploads, call.id).push({
          file,
          input,
          resume,
          itar,
          get aborted() {
            return signal?.aborted ?? false;
          },
          progress(bytes) {
            if (!ended) onProgress?.(bytes, file.size);
          },
          answer: resolve,
        });
      });
      try {
        return settle(call, await unlessAborted(signal, reply)) as CallResult<typeof call>;
      } finally {
        ended = true;
      }
    },

    href: realClient.href,

    answer<C extends AnyCall>(call: C, reply: FakeReply<C> | FakeHandler<C>) {
      handlers.set(call.id, typeof reply === 'function' ? (reply as Handler) : () => reply);
    },
    answerWithSample<C extends AnyCall>(call: C, seed?: number) {
      const sample = sampleOf(call.response, seed);
      handlers.set(call.id, () => sample);
      return call.response.parse(sample) as CallResult<C>;
    },
    pending(call) {
      let answer: (reply: unknown) => void = () => {};
      const reply = new Promise<unknown>((resolve) => (answer = resolve));
      handlers.set(call.id, () => reply);
      return answer;
    },
    sent: <C extends AnyCall>({ id }: C) => listOf(sent, id) as CallInput<C>[],
    uploads: <C extends AnyCall>({ id }: C) => listOf(uploads, id) as FakeUpload<C>[],
  };
  return api;
}

/** Lends its addresses, and sends nothing. */
const realClient = createApiClient({
  fetch: () => Promise.reject(new Error('A test sends nothing.')),
  csrf: () => undefined,
  facilityId: () => null,
  onUnauthenticated: () => {},
});

function listOf<T>(lists: Map<string, T[]>, id: string): T[] {
  const list = lists.get(id) ?? [];
  lists.set(id, list);
  return list;
}

const inputSchema = z.object({
  params: z.unknown().optional(),
  query: z.unknown().optional(),
  body: z.unknown().optional(),
});

/** What the server's handler would get of `input`. */
function argumentsOf(call: AnyCall, input: unknown): Record<string, unknown> {
  const given = inputSchema.parse(input);
  const parsed: Record<string, unknown> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const answer = call[part]?.safeParse(given[part]);
    if (answer?.success === false) {
      const message = `${call.id} refuses its ${part}: ${z.prettifyError(answer.error)}`;
      throw CallError.received({ code: 'INVALID_INPUT', message });
    }
    if (answer) parsed[part] = answer.data;
  }
  return parsed;
}

function unlessAborted<T>(signal: AbortSignal | undefined, reply: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    void reply.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });
}
