import { randomUUID } from 'node:crypto';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Cookies } from 'cookie';
import type { Logger as Pino } from 'pino';
import { CallError } from '@sinter/sdk/contract';
import type { MembershipAccess } from '@sinter/sdk/contract/host/account';
import { createToken } from '@sinter/sdk/plugin';
import type { ActiveSession } from '../identity/activeSession.ts';
import type { PluginCaller } from './callers.ts';
import { addCompression } from './compress.ts';
import { isSecure } from './cookies.ts';
import { toCallError } from './errors.ts';
import { privateHeaders } from './headers.ts';
import type { LimitKind } from './limits.ts';
import { endStalled } from './progress.ts';
import { RateLimited } from './rateLimited.ts';
import { type KeyedRequest, StillRunning } from './replies.ts';
import { checkAddress, checkJson } from './storable.ts';
import { Busy } from './turns.ts';
import { refuseUnreadable } from './unreadable.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call's caller; `null` for anybody not signed in, and on what is not a call. */
    session: ActiveSession | null;
    /** The API key that the caller came with. */
    apiKeyId: number | null;
    /** What the key may do of all that rests on no permission; `null`: without one. */
    keyMembership: MembershipAccess | null;
    /** The vendor's plugin that calls for the session's person. */
    plugin: PluginCaller | null;
    /** It came with an `Idempotency-Key`, and is carried out now. */
    keyed: KeyedRequest | null;
    /** `performance.now()` at its arrival. */
    arrived: number;
    /** The cookies that it carries, once somebody has asked for one. */
    sentCookies: Cookies | null;
  }
  interface FastifyInstance {
    /** People reach this site over https. */
    publicHttps: boolean;
  }
  interface FastifyContextConfig {
    /** Id of the declared call that the route serves. */
    call?: string;
  }
}

/** For a year. */
const httpsOnly = 'max-age=31536000; includeSubDomains';
const jsonLimit = 2 * 1024 * 1024;

export interface Observer {
  /** After each answer; `route` is the pattern, so that it has few values. */
  answered(request: FastifyRequest, reply: FastifyReply, route: string, seconds: number): void;
  /** Somebody was refused by a limit; `other`: by one of the room that answers. */
  limited?(route: string, limit: LimitKind | 'other'): void;
}

export const answerObserver = createToken<Observer>('host/AnswerObserver@1');
export const httpServer = createToken<FastifyInstance>('host/HttpServer@1');

/** Its pattern, which has few values and no secrets. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.config.call ?? routeOptions.url ?? 'none';

export interface HttpOptions {
  /** People reach this server by https. */
  publicHttps?: boolean;
  /** Addresses and networks from which X-Forwarded-* counts; none: this machine's. */
  trustedProxies?: readonly string[];
}

/** A server without routes: limits, body parsing, one shape of errors, one log line for each request. */
export function createHttpServer(
  log: Pino,
  observer: Observer,
  { publicHttps = false, trustedProxies = [] }: HttpOptions = {},
): FastifyInstance {
  const app = fastify({
    bodyLimit: jsonLimit,
    requestTimeout: 0, // an upload may take an hour; what does not go on is ended (`endStalled`)
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    forceCloseConnections: true,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : 'loopback',
    genReqId: () => randomUUID(),
    logger: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    frameworkErrors: (error, _request, reply) => refuse(error, reply),
    clientErrorHandler: refuseUnreadable,
  });
  app.server.headersTimeout = 20_000;
  app.decorate('publicHttps', publicHttps);
  app.decorateRequest('session', null);
  app.decorateRequest('apiKeyId', null);
  app.decorateRequest('keyMembership', null);
  app.decorateRequest('plugin', null);
  app.decorateRequest('keyed', null);
  app.decorateRequest('arrived', 0);
  app.decorateRequest('sentCookies', null);

  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    // Callers name the JSON type also where they send nothing.
    if (text === '') return done(null, undefined);
    return parseJson(request, text, (error, body) => {
      try {
        if (!error) checkJson(text, body);
        done(error, body);
      } catch (refused) {
        done(refused instanceof Error ? refused : new Error(String(refused)));
      }
    });
  });

  function refuse(error: unknown, reply: FastifyReply): FastifyReply {
    const { answer, expected } = toCallError(error);
    if (!expected) {
      // Not the address: it may hold the secret of a mailed link.
      const { id: requestId } = reply.request;
      log.error({ error, requestId, route: routeOf(reply.request) }, 'a request failed');
    }
    if (answer.code === 'UNAVAILABLE' && !reply.hasHeader('Retry-After')) reply.header('Retry-After', '5');
    if (answer.code === 'RATE_LIMITED') {
      const known = answer instanceof RateLimited ? answer : null;
      reply.header('Retry-After', String(known?.retryAfterSeconds ?? 60));
      observer.limited?.(routeOf(reply.request), known?.limit ?? 'other');
    }
    if (answer instanceof Busy || answer instanceof StillRunning)
      reply.header('Retry-After', String(answer.retryAfterSeconds));
    // An address that cannot be read comes past the hooks.
    if (publicHttps) reply.header('Strict-Transport-Security', httpsOnly);
    return reply
      .code(answer.status)
      .headers(privateHeaders)
      .removeHeader('etag')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(answer.toBody()));
  }
  app.setErrorHandler<FastifyError>((error, _request, reply) => refuse(error, reply));
  app.setNotFoundHandler((_request, reply) => refuse(new CallError('NOT_FOUND'), reply));

  let told = false;
  /** Else nobody would know why cookies are not Secure and changing calls are refused. */
  const tellOfUnknownProxy = ({ headers, ip, socket }: FastifyRequest): void => {
    if (told || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return;
    told = true;
    log.warn({ proxy: ip }, 'what a proxy says of its requests is not believed: TRUST_PROXY does not name it');
  };

  // Hooks of every request call back: a promise each would cost as much as all of them do.
  app.addHook('onRequest', (request, reply, done) => {
    request.arrived = performance.now();
    reply.header('X-Request-Id', request.id);
    if (isSecure(request)) reply.header('Strict-Transport-Security', httpsOnly);
    tellOfUnknownProxy(request);
    done();
  });
  endStalled(app);
  addCompression(app);
  app.addHook('preValidation', (request, _reply, done) => {
    checkAddress(request);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const elapsed = performance.now() - request.arrived;
    const route = routeOf(request);
    observer.answered(request, reply, route, elapsed / 1000);
    if (request.routeOptions.config.call === undefined && reply.statusCode < 400) return; // static files and pages
    const facts = {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(elapsed * 10) / 10,
      ...(request.session && { userId: request.session.user.id }),
      ...(request.apiKeyId !== null && { apiKeyId: request.apiKeyId }),
      ...(request.plugin && { plugin: request.plugin.id }),
    };
    log.info(facts, 'request');
  });
  return app;
}
