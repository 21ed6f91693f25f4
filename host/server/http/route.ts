import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { CallError, refusal, type AnyCall } from '@sinter/sdk/contract';
import { fetchToken } from '@sinter/sdk/contract/host/session';
import { pushedEvents } from '@sinter/sdk/contract/host/push';
import type { Logger, Token } from '@sinter/sdk/plugin';
import type { FileReply, FileStore, Tables } from '@sinter/sdk/server';
import type { FacilityStates } from '../modules/facilityStates.ts';
import type { Buckets } from '../keys/bucket.ts';
import type { ApiKeys } from '../keys/keys.ts';
import { sentKey } from '../keys/secret.ts';
import type { Registered } from '../registered.ts';
import { withClearance } from '../clearance/clearance.ts';
import { auditRefused } from './refused.ts';
import { type Committed, createWrite } from '../work/work.ts';
import { requireProof } from '../identity/proof.ts';
import type { SessionStore } from '../session/sessions.ts';
import { type RangedReply, isFresh, sendBytes } from './bytes.ts';
import { RequestContext } from './context.ts';
import { bearerToken, offerCsrf, readToken, sessionCookie } from './cookies.ts';
import { changesState, checkCsrf } from './csrf.ts';
import { invalidInput } from './errors.ts';
import { alreadySent, type ErasedHandler, type Handlers } from './handlers.ts';
import { privateHeaders } from './headers.ts';
import { networkOf, type RateLimiter } from './rateLimit.ts';
import { lazySerializer } from './serialize.ts';
import { discardUpload, readUpload } from './upload.ts';

export interface RouteParts {
  db: Kysely<Tables>;
  registered: Registered;
  files: FileStore;
  log: Logger;
  get<T>(token: Token<T>): T;
  all<T>(token: Token<T>): readonly T[];
  handlers: Handlers;
  sessions: SessionStore;
  keys: ApiKeys;
  buckets: Buckets;
  states: FacilityStates;
  limiter: RateLimiter;
  maxUploadBytes: number;
  /** This node's memory of sessions follows what it has committed itself at once, not when the feed comes round. */
  committed: Committed;
}

/** What an open page calls without anybody there: it does not keep a session from being idle. */
const byItself = new Set([fetchToken.id, pushedEvents.id]);

/** `/api/v3/orders/{id}` as the router writes it. */
export const routerPath = (call: AnyCall): string => call.path.replace(/\{(\w+)\}/g, ':$1');

/** Serves one declared call: who may, what goes in, what comes out. */
export function addRoute(app: FastifyInstance, call: AnyCall, parts: RouteParts): void {
  const handler = parts.handlers.get(call);
  const serialize = lazySerializer(call.response);
  app.route({
    method: call.method,
    url: routerPath(call),
    exposeHeadRoute: false,
    config: { call: call.id },
    // Everything that can refuse comes before the body is read.
    onRequest: async (request, reply) => {
      reply.headers(privateHeaders);
      await identify(request, reply, parts);
      if (changesState(call)) checkCsrf(request);
      admit(request, call);
      if (request.session?.principal.via === 'session' && !byItself.has(call.id))
        await parts.sessions.touch(request.session);
      if (call.owner !== 'host' || call.flag) await requireOn(request, call, parts.states);
      if (call.ratePerMinute !== undefined) await limitRate(request, call, call.ratePerMinute, parts.limiter);
      if (!handler) throw new CallError(call.unfinished ? 'UNFINISHED' : 'MODULE_OFF');
    },
    handler: async (request, reply) => {
      if (!handler) throw new CallError('UNFINISHED');
      const context = createContext(request, reply, parts);
      try {
        return await answer(call, handler, context, serialize);
      } catch (error) {
        if (call.accepts === 'multipart') discardUpload(request);
        await auditRefused(context, call.id, error);
        throw error;
      }
    },
  });
}

async function answer(
  call: AnyCall,
  handler: ErasedHandler,
  context: RequestContext,
  serialize: (value: unknown) => Promise<string>,
): Promise<FastifyReply> {
  const { request, reply } = context;
  const result = await handler(context, parseInput(call, request));
  if (result === alreadySent) return reply;
  // The handler's type says so for these calls.
  if (call.produces === 'stream') return sendBytes(request, reply, result as FileReply | RangedReply);
  if (call.compact && accepts(request, call.compact.type)) {
    return reply.type(call.compact.type).send(Buffer.from(call.compact.encode(result).buffer));
  }
  if (isFresh(request, reply)) return reply.code(304).send();
  reply.type('application/json; charset=utf-8');
  return reply.send(await serialize(result));
}

const accepts = ({ headers }: FastifyRequest, type: string): boolean =>
  (headers.accept ?? '').split(',').some((one) => one.split(';', 1)[0]?.trim() === type);

/** Who asks: by an API key, and then by nothing else, by a bearer token or by the browser's cookie. */
async function identify(request: FastifyRequest, reply: FastifyReply, parts: RouteParts): Promise<void> {
  const key = sentKey(request.headers.authorization);
  if (key !== null) {
    const caller = await parts.keys.find(key, request.ip);
    if (!caller) throw new CallError('UNAUTHENTICATED', 'This API key does not exist, or does not work any more.');
    request.session = caller.session;
    request.apiKeyId = caller.keyId;
    const { granted, headers } = parts.buckets.take(caller.keyId);
    reply.headers(headers);
    if (!granted) throw new CallError('RATE_LIMITED', 'Too many requests with this key. Please wait a moment.');
    return;
  }
  offerCsrf(request, reply);
  const token = bearerToken(request) ?? readToken(request, sessionCookie);
  if (token) request.session = withClearance(await parts.sessions.find(token), request.ip);
}

async function limitRate(request: FastifyRequest, call: AnyCall, most: number, limiter: RateLimiter): Promise<void> {
  const key = `${call.id} ${networkOf(request.ip)}`;
  // What anybody may call is what passwords are guessed with.
  if (call.guard.kind === 'public') await limiter.countEverywhere(key, most);
  else limiter.count(key, most);
}

function admit(request: FastifyRequest, call: AnyCall): void {
  const principal = request.session?.principal ?? null;
  const refused = refusal(call.guard, principal);
  if (refused) throw new CallError(refused.code);
  if (call.reauthenticate) requireProof(request.session);
  const facility = request.headers['x-facility'];
  if (facility !== undefined && call.guard.kind === 'member' && facility !== String(principal?.facilityId)) {
    throw new CallError('FACILITY_CHANGED');
  }
}

async function requireOn(request: FastifyRequest, call: AnyCall, states: FacilityStates): Promise<void> {
  const state = await states.of(request.session?.principal ?? null);
  if (!state.isOn(call.owner) || (call.flag && !state.flags[call.flag])) throw new CallError('MODULE_OFF');
}

/** What a handler, or a page that is not a declared call, works with. */
export function createContext(request: FastifyRequest, reply: FastifyReply, parts: RouteParts): RequestContext {
  const { db, files, log, get, all, maxUploadBytes, registered, committed } = parts;
  const { session } = request;
  // Read when it is needed: signing in makes a session in the middle of a request.
  const actor = {
    get userId() {
      return request.session?.principal.userId ?? null;
    },
    get facilityId() {
      return request.session?.principal.facilityId ?? null;
    },
    get companyId() {
      return request.session?.principal.companyId ?? null;
    },
    requestId: request.id,
    apiKeyId: request.apiKeyId,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
  };
  return new RequestContext({
    db,
    files,
    log,
    get,
    all,
    request,
    reply,
    session,
    write: createWrite({ db, log, registered }, actor, committed),
    upload: () => readUpload(request, maxUploadBytes),
  });
}

/** The declared parts, parsed; a mistake in any of them is reported with those in the others. */
function parseInput(call: AnyCall, request: FastifyRequest): Record<string, unknown> {
  const given = { params: request.params, query: request.query, body: request.body };
  const input: Record<string, unknown> = {};
  const issues = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = call[part];
    if (!schema) continue;
    const parsed = schema.safeParse(given[part]);
    if (parsed.success) input[part] = parsed.data;
    else issues.push(...parsed.error.issues);
  }
  if (issues.length > 0) throw invalidInput(issues);
  return input;
}
