import type * as z from 'zod';
import { declared } from './declared.ts';
import type { Guard } from './guard.ts';
import type { FlagKey } from './flags.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An answer as bytes: for what would be too large, or too slow to read, as JSON. */
export interface CompactForm<Answer> {
  /** Media type. */
  type: `application/${string}`;
  encode(answer: Answer): Uint8Array<ArrayBuffer>;
}

/**
 * One HTTP call, declared once. The server's routing, validation and authorisation, the typed client, the OpenAPI
 * document and the generated tests all come from this record.
 */
export interface CallDeclaration<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  /** `<owner>.<verb>`, unique. */
  id: string;
  /** Id of the plugin that answers it, or `host`. Off for a facility means 404 for that facility. */
  owner: string;
  method: Method;
  /** The specification's path, parameters in braces: `/api/v3/orders/{id}`. */
  path: `/${string}`;
  summary: string;
  guard: Guard;
  /** The facility's feature flag that gates it. */
  flag?: FlagKey;
  /** Values from the address; coerce numbers (`z.coerce.number()`). */
  params?: Params;
  query?: Query;
  /** JSON body. */
  body?: Body;
  response: Response;
  /**
   * `multipart`: the body is a form with one field `file`, read as a stream by the handler. `signed`: another server sends
   * it, and the handler checks that server's signature over the bytes (`CallContext.message`), in place of a session.
   */
  accepts?: 'multipart' | 'signed';
  /** `stream`: the answer is bytes with their own content type, not JSON. */
  produces?: 'stream' | 'event-stream';
  /** Another form of the answer, for callers whose `Accept` names its type (`ApiClient.bytes`). */
  compact?: CompactForm<z.input<Response>>;
  /** A GET that changes state (the specification's logout and reset-keys): asks for the CSRF header too. */
  changesState?: boolean;
  /** A POST that changes nothing: a search whose input is too large for an address. It counts as reading (`scopes.ts`). */
  reads?: true;
  /** Needs a proof of identity not older than five minutes: REAUTHENTICATE otherwise. API keys cannot call it. */
  reauthenticate?: boolean;
  /** Gives the session another secret: what the browser has sent with the one before is refused with UNAUTHENTICATED. */
  renewsSession?: true;
  /** Whether it reads so much with this input that it waits behind calls that people wait for. */
  isBulk?(given: { query: z.output<Query>; body: z.output<Body> }): boolean;
  /** Requests allowed in a minute: to an address where anybody may call it, else to a person (`http/limits.ts` of the server). */
  ratePerMinute?: number;
  /** Declared, but its handler belongs to a later version: answers 501. */
  unfinished?: boolean;
}

/** A declared call. */
export interface CallSpec<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> extends CallDeclaration<Params, Query, Body, Response> {
  readonly [declared]: 'call';
}

export type AnyCall = CallSpec;

type Given<T> = T extends z.ZodType ? T : z.ZodUndefined;

/** Declares a call; the types of its parts are inferred from the schemas. */
export function defineCall<
  Response extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(spec: CallDeclaration<Params, Query, Body, Response>): CallSpec<Params, Query, Body, Response> {
  return { ...spec, [declared]: 'call' };
}

type Part<Name extends string, Schema, Side extends 'input' | 'output'> = Schema extends z.ZodUndefined
  ? unknown
  : Schema extends z.ZodType
    ? { [K in Name]: Side extends 'input' ? z.input<Schema> : z.output<Schema> }
    : unknown;

/** What a caller passes: `{ params?, query?, body? }`, only the declared ones. */
export type CallInput<C> =
  C extends CallSpec<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', Given<P>, 'input'> & Part<'query', Given<Q>, 'input'> & Part<'body', Given<B>, 'input'>
    : never;
/** What a handler receives: the same, parsed. */
export type CallArguments<C> =
  C extends CallSpec<infer P, infer Q, infer B, z.ZodType>
    ? Part<'params', Given<P>, 'output'> & Part<'query', Given<Q>, 'output'> & Part<'body', Given<B>, 'output'>
    : never;
/** What a caller gets back. */
export type CallResult<C> = C extends CallSpec<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;
/** What a handler returns: parsed and stripped by the response schema before it leaves. */
export type CallReply<C> = C extends CallSpec<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.input<R> : never;
