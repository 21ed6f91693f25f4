import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError, refusal, type AnyCall } from '@sinter/sdk/contract';
import type { MembershipAccess } from '@sinter/sdk/contract/host/account';
import { enterFrame, takeProgramToken } from '@sinter/sdk/contract/host/programToken';
import { fetchToken } from '@sinter/sdk/contract/host/session';
import { serverNotices } from '@sinter/sdk/contract/host/health';
import { isReading } from '@sinter/sdk/contract/scopes';
import { pushedEvents } from '@sinter/sdk/contract/host/push';
import { type FileReply, invalidInput } from '@sinter/sdk/server';
import { auditRefused } from './refused.ts';
import { requireProof } from '../identity/proof.ts';
import { type RangedReply, isFresh, sendBytes } from './bytes.ts';
import type { BrowserCallers, CallSwitch, KeyCallers, PluginCallers } from './callers.ts';
import type { ContextOf, RequestContext } from './context.ts';
import { offerCsrf } from './cookies.ts';
import { changesState, checkCsrf, checkSite } from './csrf.ts';
import { toCallError } from './errors.ts';
import { alreadySent, type Handlers } from './handlers.ts';
import { privateHeaders } from './headers.ts';
import { limitsOf } from './limits.ts';
import type { RateLimiter } from './rateLimit.ts';
import { isAnswer, type KeptReplies, repeat } from './replies.ts';
import { lazySerializer } from './serialize.ts';
import { say } from '../say.ts';
import { isLarge, laneOf, type Leave, type Turns } from './turns.ts';
import { discardUpload } from './upload.ts';

export interface RouteParts {
  browsers: BrowserCallers;
  keys: KeyCallers;
  plugins: PluginCallers;
  isOn: CallSwitch;
  handlers: Handlers;
  limiter: RateLimiter;
  contextOf: ContextOf;
  turns: Turns;
  replies: KeptReplies;
}

/** What an open page calls without anybody there: it does not keep a session from being idle. */
const byItself = new Set([fetchToken.id, pushedEvents.id, serverNotices.id]);
/** Programs send these, who have no cookie: then nothing that a browser adds decides anything. */
const ofPrograms = new Set([takeProgramToken.id]);
/** A frame inside a page of another site has no cookie yet. That the browser says it is of this site has to do. */
const ofFrames = new Set([enterFrame.id]);

/** `/api/v3/orders/{id}` as the router writes it. */
export const routerPath = (call: AnyCall): string => call.path.replace(/\{(\w+)\}/g, ':$1');

/** Serves one declared call: who may, what goes in, what comes out. */
export function addRoute(app: FastifyInstance, call: AnyCall, parts: RouteParts): void {
  const handler = parts.handlers.get(call);
  const serialize = lazySerializer(call.response);
  const limits = limitsOf(call);
  app.route({
    method: call.method,
    url: routerPath(call),
    exposeHeadRoute: false,
    config: { call: call.id },
    // Everything that can refuse comes before the body is read.
    onRequest: async (request, reply) => {
      reply.headers(privateHeaders);
      const identified = identify(request, reply, parts);
      if (identified) await identified;
      // No browser sends it.
      if (changesState(call) && call.accepts !== 'signed') {
        const isBare = ofPrograms.has(call.id) && request.headers.cookie === undefined;
        if (isBare || ofFrames.has(call.id)) checkSite(request);
        else checkCsrf(request);
      }
      admit(request, call);
      const byPlugin = parts.plugins.identify(request, call);
      if (byPlugin) await byPlugin;
      if (request.session?.principal.via === 'session' && !byItself.has(call.id)) {
        const touched = parts.browsers.touch(request.session);
        if (touched) await touched;
      }
      if ((call.owner !== 'host' || call.flag) && !(await parts.isOn(call, request))) throw new CallError('MODULE_OFF');
      const counted = limits && parts.limiter.countCall(request, call, limits);
      if (counted) await counted;
      if (!handler) throw new CallError(call.unfinished ? 'UNFINISHED' : 'MODULE_OFF');
    },
    handler: async (request, reply) => {
      if (!handler) throw new CallError('UNFINISHED');
      const context = parts.contextOf(request, reply);
      try {
        const input = parseInput(call, request);
        const asked = parts.replies.take(call, request, input, serialize);
        const keyed = asked && (await asked);
        if (keyed && isAnswer(keyed)) {
          if (call.accepts === 'multipart') discardUpload(request);
          return repeat(reply, keyed);
        }
        request.keyed = keyed;
        const lane = laneOf(call, request.session !== null, input);
        const taken = lane && parts.turns.take(lane);
        const leave = taken instanceof Promise ? await taken : taken;
        try {
          return await answer(call, await handler(context, input), context, { serialize, leave, turns: parts.turns });
        } finally {
          leave?.();
        }
      } catch (error) {
        if (call.accepts === 'multipart') discardUpload(request);
        if (request.keyed) {
          const { answer: told } = toCallError(error);
          await request.keyed.failed({ status: told.status, text: JSON.stringify(told.toBody()) });
        }
        await auditRefused(context, call.id, error);
        throw error;
      }
    },
  });
}

interface Answering {
  serialize(value: unknown): string | Promise<string>;
  leave: Leave | null;
  turns: Turns;
}

async function answer(
  call: AnyCall,
  result: unknown,
  { request, reply }: RequestContext,
  { serialize, leave, turns }: Answering,
): Promise<FastifyReply> {
  if (result === alreadySent) return reply;
  if (call.produces === 'stream') {
    // The handler's type says so for these calls.
    const file = result as FileReply | RangedReply;
    if (isLarge(file)) {
      leave?.();
      await takeToSend(reply, file, turns);
    }
    return sendBytes(request, reply, file);
  }
  if (call.compact && !request.keyed && accepts(request, call.compact.type)) {
    return reply.type(call.compact.type).send(Buffer.from(call.compact.encode(result).buffer));
  }
  if (isFresh(request, reply)) return reply.code(304).send();
  reply.type('application/json; charset=utf-8');
  const written = serialize(result);
  const text = typeof written === 'string' ? written : await written;
  await request.keyed?.done({ status: reply.statusCode, text });
  return reply.send(text);
}

async function takeToSend(reply: FastifyReply, file: FileReply | RangedReply, turns: Turns): Promise<void> {
  try {
    reply.raw.once('close', await turns.take('bulk'));
  } catch (error) {
    if ('stream' in file) file.stream.destroy();
    throw error;
  }
}

const accepts = ({ headers }: FastifyRequest, type: string): boolean =>
  (headers.accept ?? '').split(',').some((one) => one.split(';', 1)[0]?.trim() === type);

/** Who asks: by an API key, and then by nothing else, by a bearer token or by the browser's cookie. */
function identify(request: FastifyRequest, reply: FastifyReply, { browsers, keys }: RouteParts): void | Promise<void> {
  const byKey = keys.identify(request, reply);
  if (byKey) return byKey;
  offerCsrf(request, reply);
  const found = browsers.find(request);
  if (found instanceof Promise) return found.then((session) => void (request.session = session));
  request.session = found;
}

function admit(request: FastifyRequest, call: AnyCall): void {
  const principal = request.session?.principal ?? null;
  const refused = refusal(call.guard, principal);
  if (refused) {
    const { code, ...lacks } = refused;
    throw new CallError(code, undefined, lacks);
  }
  if (request.keyMembership && isBeyond(call, request.keyMembership)) throw new CallError('FORBIDDEN', say('keyScope'));
  if (call.reauthenticate) requireProof(request.session);
  const facility = request.headers['x-facility'];
  if (facility !== undefined && call.guard.kind === 'member' && facility !== String(principal?.facilityId)) {
    throw new CallError('FACILITY_CHANGED');
  }
}

/** Whether a key that may do this much by membership alone lacks what the call needs. */
function isBeyond(call: AnyCall, membership: MembershipAccess): boolean {
  if (membership === 'WRITE' || call.guard.kind !== 'member') return false;
  if (call.guard.permissions?.length || call.guard.anyPermission?.length) return false;
  return membership === 'NONE' || !isReading(call);
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
