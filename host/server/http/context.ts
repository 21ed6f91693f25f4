import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { CallError, type Principal } from '@sinter/sdk/contract';
import { createToken, type Logger, type Token } from '@sinter/sdk/plugin';
import type { CallContext, FileStore, SignedMessage, Tables, Upload } from '@sinter/sdk/server';
import { type Committed, createWrite, type Write, type WriteParts } from '../work/work.ts';
import type { ActiveSession } from '../identity/activeSession.ts';
import { say } from '../say.ts';
import type { PluginCaller } from './callers.ts';
import { readUpload } from './upload.ts';

/** What the contexts of all requests are made of. */
export interface ContextsParts extends WriteParts {
  files: FileStore;
  get<T>(token: Token<T>): T;
  all<T>(token: Token<T>): readonly T[];
  maxUploadBytes: number;
  /** This node's memory follows what it has committed itself at once, not when the feed comes round. */
  committed: Committed;
}

/** The context of one request. Server halves see it as `CallContext`; the host's own handlers see the rest too. */
export class RequestContext implements CallContext {
  readonly db: Kysely<Tables>;
  readonly files: FileStore;
  readonly log: Logger;
  readonly get: <T>(token: Token<T>) => T;
  readonly all: <T>(token: Token<T>) => readonly T[];
  readonly requestId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly session: ActiveSession | null;
  readonly #parts: ContextsParts;
  readonly #acting: Principal | null;
  #gone: AbortController | undefined;
  #write: Write | undefined;

  /** `acting`: who does it, where a device is signed in that several people work at. */
  constructor(parts: ContextsParts, request: FastifyRequest, reply: FastifyReply, acting: Principal | null = null) {
    this.#parts = parts;
    this.#acting = acting;
    this.db = parts.db;
    this.files = parts.files;
    this.log = parts.log;
    this.get = parts.get;
    this.all = parts.all;
    this.request = request;
    this.reply = reply;
    this.session = request.session;
    this.requestId = request.id;
  }

  get write(): Write {
    const { request } = this;
    // Read when it is needed: signing in makes a session in the middle of a request.
    const by = () => this.#acting ?? request.session?.principal;
    return (this.#write ??= createWrite(
      this.#parts,
      {
        get userId() {
          return by()?.userId ?? null;
        },
        get facilityId() {
          return by()?.facilityId ?? null;
        },
        get companyId() {
          return by()?.companyId ?? null;
        },
        requestId: request.id,
        apiKeyId: request.apiKeyId,
        pluginId: request.plugin?.id ?? null,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? null,
      },
      this.#parts.committed,
      () => request.keyed,
    ));
  }

  readonly upload = (): Promise<Upload> => readUpload(this.request, this.#parts.maxUploadBytes);

  message(): SignedMessage {
    const { body, headers } = this.request;
    const header = (name: string): string | null => {
      const value = headers[name.toLowerCase()];
      return typeof value === 'string' ? value : null;
    };
    return { bytes: body instanceof Uint8Array ? body : new Uint8Array(), header };
  }

  get signal(): AbortSignal {
    if (!this.#gone) {
      const gone = new AbortController();
      this.reply.raw.on('close', () => gone.abort());
      this.#gone = gone;
    }
    return this.#gone.signal;
  }

  get address(): string {
    return this.request.ip;
  }

  get origin(): string {
    return `${this.request.protocol}://${this.request.host}`;
  }

  get principal(): Principal | null {
    return this.#acting ?? this.session?.principal ?? null;
  }

  get user(): Principal {
    return this.#acting ?? this.activeSession.principal;
  }

  /** The same request, done by somebody else. */
  actingAs(principal: Principal): RequestContext {
    return new RequestContext(this.#parts, this.request, this.reply, principal);
  }

  get activeSession(): ActiveSession {
    if (!this.session) throw new CallError('UNAUTHENTICATED');
    return this.session;
  }

  get membershipId(): number {
    return this.activeSession.membershipId;
  }

  /** The plugin that makes this call, one of its own (`apps`). Throws SCOPE for anybody else. */
  get plugin(): PluginCaller {
    const { plugin } = this.request;
    if (!plugin) throw new CallError('SCOPE', say('app.tokenNeeded'));
    return plugin;
  }

  get facilityId(): number {
    return placeOf(this.user.facilityId);
  }

  get companyId(): number {
    return placeOf(this.user.companyId);
  }
}

/** A facility or company that somebody is of. Throws FORBIDDEN where they are of none. */
function placeOf(id: number | null): number {
  if (id === null) throw new CallError('FORBIDDEN');
  return id;
}

/** What a handler, or a page that is not a declared call, works with. */
export type ContextOf = (request: FastifyRequest, reply: FastifyReply) => RequestContext;
export const requestContexts = createToken<ContextOf>('host/RequestContexts@1');

export const createContexts =
  (parts: ContextsParts): ContextOf =>
  (request, reply) =>
    new RequestContext(parts, request, reply);

/** Somebody who does something without a request: by email. */
export interface Person {
  principal: Principal;
  membershipId: number;
  /** Of whoever brought it. */
  address: string;
  requestId: string;
  signal: AbortSignal;
}
export type PersonContexts = (person: Person) => CallContext;
export const personContexts = createToken<PersonContexts>('host/PersonContexts@1');

/** `origin`: where people reach this site. */
export const createPersonContexts =
  (parts: ContextsParts, origin: () => string): PersonContexts =>
  ({ principal, ...person }) => {
    const { userId, facilityId, companyId } = principal;
    const { requestId, address } = person;
    const actor = {
      userId,
      facilityId,
      companyId,
      requestId,
      apiKeyId: null,
      pluginId: null,
      address,
      userAgent: null,
    };
    const { db, files, log, get, all } = parts;
    return {
      ...{ db, files, log, get, all, principal, user: principal },
      ...person,
      write: createWrite(parts, actor, parts.committed),
      get origin() {
        return origin();
      },
      get facilityId() {
        return placeOf(facilityId);
      },
      get companyId() {
        return placeOf(companyId);
      },
      upload: () => Promise.reject(new CallError('MALFORMED_BODY', say('needsMultipart'))),
      message: () => ({ bytes: new Uint8Array(), header: () => null }),
    };
  };
