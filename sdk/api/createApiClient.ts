import type { AnyCall, CallInput, CallResult } from '../contract/call.ts';
import { callAddress, callInputSchema } from '../contract/callAddress.ts';
import { CallError, errorBodySchema } from '../contract/errors.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { uploadFile } from '../contract/host/files.ts';
import { newId } from '../plugin/newId.ts';
import type { ApiClient, CallOptions, UploadOptions } from './client.ts';
import { connectionLost, noAnswer } from './ownFailures.ts';
import { patiently, pause } from './patiently.ts';
import { largestWhole, sendInPieces } from './pieces.ts';
import type { PieceSender } from './pieces.ts';
import { Renewals } from './renewals.ts';
import { sendFile } from './upload.ts';
import type { Sending } from './upload.ts';

export interface ApiClientOptions {
  /** `window.fetch`, or a double in tests. */
  fetch: typeof fetch;
  /** The present value of the `XSRF-TOKEN` cookie, sent back as a header. */
  csrf: () => string | undefined;
  /** The facility the page shows; the server refuses a call when the session has moved to another one. */
  facilityId: () => number | null;
  /** Shared by the clients of a page. */
  renewals?: Renewals;
  /** The session has ended on the server. */
  onUnauthenticated: () => void;
  /** The session is not what the page takes it for: another facility, or something is asked of the user first. */
  onSessionChanged?: () => void;
  /**
   * A call needs a fresh proof of identity: asks for it, and answers whether it was given. The call is then repeated;
   * calls that need it at the same time share one question.
   */
  onReauthenticate?: () => Promise<boolean>;
  /** A checklist, or an open non-conformance, stands before what was pressed: lets it be answered, and tells whether the call may be sent again. */
  onGate?: (gate: CallError['details']['gate']) => Promise<boolean>;
  /** Headers of this client alone, asked for before each request: a plugin says with them who calls. */
  headers?: () => Promise<Record<string, string>>;
  /** Says a failure of the server in the language of the page. */
  translate?: (error: CallError) => Promise<CallError>;
}

/** A piece is answered late when the server has to read a part of a large file again, but never later than this. */
const stallMs = 90_000;

/** Something stands before what was asked for, and a person can let it go on. */
const gateCodes: readonly ErrorCode[] = ['CHECKLIST_OPEN', 'NCR_OPEN'];
const changedCodes: readonly ErrorCode[] = ['FACILITY_CHANGED', 'EMAIL_NOT_VERIFIED', 'SECOND_FACTOR_REQUIRED'];

/** Typed client over the contract. A call that `produces: 'stream'` answers a `Blob`. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const headers = async (json: boolean, accept = 'application/json'): Promise<Record<string, string>> => {
    const facilityId = options.facilityId();
    const csrf = options.csrf();
    return {
      Accept: accept,
      ...(json ? { 'Content-Type': 'application/json' } : {}),
      ...(csrf ? { 'X-XSRF-TOKEN': csrf } : {}),
      ...(facilityId === null ? {} : { 'X-Facility': String(facilityId) }),
      ...(await options.headers?.()),
    };
  };

  const settle = async (call: AnyCall, status: number, text: string): Promise<unknown> => {
    if (status < 200 || status > 299) {
      const error = toCallError(status, text);
      if (changedCodes.includes(error.code)) options.onSessionChanged?.();
      throw options.translate ? await options.translate(error) : error;
    }
    const answer = call.response.safeParse(text === '' ? null : readJson(text));
    if (answer.success) return answer.data;
    const failure = new CallError('INTERNAL');
    failure.cause = `The answer of ${call.id} has an unexpected form: ${answer.error.message}`;
    throw failure;
  };

  const { renewals = new Renewals() } = options;
  /** Runs a request, and again when this page has renewed its session meanwhile: nothing is done for a secret that is void. */
  const withSession = async <T>(call: AnyCall, request: () => Promise<T>): Promise<T> => {
    const [before, secret] = [renewals.count, options.csrf()];
    try {
      return await (call.renewsSession ? renewals.run(request) : request());
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'UNAUTHENTICATED') throw error;
      if (!call.renewsSession) await renewals.settled();
      if (renewals.count > before) return withSession(call, request);
      // Another page has renewed it, or somebody else has signed in there: who, and where, has to be asked.
      if (options.onSessionChanged && options.csrf() !== secret) options.onSessionChanged();
      else options.onUnauthenticated();
      throw error;
    }
  };

  let asking: Promise<boolean> | null = null;
  const proved = (): Promise<boolean> => {
    asking ??= (options.onReauthenticate?.() ?? Promise.resolve(false)).finally(() => (asking = null));
    return asking;
  };
  /** Runs a request, and once more when the person has given the proof of identity that it needs. */
  const withProof = async <T>(call: AnyCall, request: () => Promise<T>): Promise<T> => {
    try {
      return await withSession(call, request);
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'REAUTHENTICATE' || !(await proved())) throw error;
      return withSession(call, request);
    }
  };

  /** Runs a request, and again as long as the checklists that stand before it are answered. */
  const throughGates = async <T>(request: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await request();
      } catch (error) {
        if (!(error instanceof CallError) || !gateCodes.includes(error.code)) throw error;
        if (!(await options.onGate?.(error.details.gate))) throw error;
      }
    }
  };

  const request = (call: AnyCall, input: unknown, signal: AbortSignal | undefined, accept?: string) => {
    const { body } = callInputSchema.parse(input ?? {});
    const sends = body !== undefined;
    return whenFree(signal, async () =>
      options.fetch(callAddress(call, input), {
        method: call.method,
        headers: await headers(sends, accept),
        credentials: 'same-origin',
        ...(sends ? { body: JSON.stringify(body) } : {}),
        ...(signal ? { signal } : {}),
      }),
    );
  };

  const send = async (call: AnyCall, input: unknown, signal: AbortSignal | undefined): Promise<unknown> => {
    const response = await request(call, input, signal);
    if (response.ok && call.produces === 'stream') {
      return call.response.parse(await reach(signal, () => response.blob()));
    }
    return settle(call, response.status, await reach(signal, () => response.text()));
  };

  const sendBytes = async (call: AnyCall, input: unknown, file: Blob, sending: Sending): Promise<unknown> =>
    withProof(call, async () => {
      const { status, text } = await sendFile(
        call.method,
        callAddress(call, input),
        file,
        await headers(false),
        sending,
      );
      return settle(call, status, text);
    });

  // The response schema is C's own, which the compiler cannot follow through AnyCall.
  const client: ApiClient = {
    async call<C extends AnyCall>(call: C, input: CallInput<C>, asked: CallOptions = {}): Promise<CallResult<C>> {
      const once = () => withProof(call, () => send(call, input, asked.signal));
      return (await (asked.unattended ? once() : throughGates(once))) as CallResult<C>;
    },

    bytes: (call, input, { signal } = {}) =>
      withProof(call, async () => {
        const type = call.produces === 'stream' ? '*/*' : call.compact?.type;
        if (type === undefined) throw new Error(`${call.id} has no compact form.`);
        const response = await request(call, input, signal, type);
        if (response.ok) return reach(signal, () => response.arrayBuffer());
        return (await settle(call, response.status, await reach(signal, () => response.text()))) as never;
      }),

    async upload<C extends AnyCall>(call: C, file: File, input: CallInput<C>, upload: UploadOptions = {}) {
      const { signal, onProgress, itar, resume } = upload;
      if (call.id === uploadFile.id && file.size > largestWhole) {
        return (await sendInPieces(pieces, file, resume?.uploadId ?? newId(), upload)) as CallResult<C>;
      }
      if (!resume) return (await sendBytes(call, input, file, upload)) as CallResult<C>;
      const mayPass = ({ code }: CallError) => code === 'RATE_LIMITED';
      const answer = await patiently({ signal, onWaiting: resume.onWaiting, mayPass }, ({ reached }) =>
        sendBytes(call, input, file, {
          ...(signal ? { signal } : {}),
          ...(itar ? { itar } : {}),
          stallMs,
          onProgress(sent, total) {
            reached();
            onProgress?.(sent, total);
          },
        }),
      );
      return answer as CallResult<C>;
    },

    href: (call, input) => callAddress(call, input),
  };
  const pieces: PieceSender = {
    call: client.call,
    send: async (call, input, piece, sending) =>
      call.response.parse(await sendBytes(call, input, piece, { ...sending, stallMs })),
  };
  return client;
}

const longestRetryAfter = 15;

/**
 * A server that is too busy answers before it does anything, and says when to come again: then the request is sent once
 * more. Whoever asked learns of a second refusal.
 */
async function whenFree(signal: AbortSignal | undefined, send: () => Promise<Response>): Promise<Response> {
  const response = await reach(signal, send);
  const seconds = Number(response.status === 503 ? response.headers.get('Retry-After') : 0);
  if (!(seconds > 0 && seconds <= longestRetryAfter)) return response;
  await pause(seconds * 1000, signal);
  return reach(signal, send);
}

/** Runs one step of a request; an abort passes through, anything else means that the server was not reached. */
async function reach<T>(signal: AbortSignal | undefined, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw connectionLost();
  }
}

const codeOfStatus: Partial<Record<number, ErrorCode>> = {
  400: 'INVALID_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_FILE',
  429: 'RATE_LIMITED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
};

function toCallError(status: number, text: string): CallError {
  const body = errorBodySchema.safeParse(readJson(text));
  if (body.success) return CallError.received(body.data);
  // A proxy in between answers without our body.
  const code = codeOfStatus[status];
  return code ? new CallError(code) : noAnswer();
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads one cookie of the page. */
export function readCookie(name: string, cookies: string = document.cookie): string | undefined {
  for (const pair of cookies.split('; ')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at) === name) return decodeURIComponent(pair.slice(at + 1));
  }
  return undefined;
}
