import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { CallError, type Principal } from '@sinter/sdk/contract';
import { createToken, type Logger, type Token } from '@sinter/sdk/plugin';
import type { CallContext, FileStore, Tables, Upload } from '@sinter/sdk/server';
import { type Committed, createWrite, type Write, type WriteParts } from '../work/work.ts';
import type { ActiveSession } from '../identity/activeSession.ts';
import { readUpload } from './upload.ts';

/** What a request's context is made of. */
export interface ContextParts {
  db: Kysely<Tables>;
  files: FileStore;
  log: Logger;
  write: Write;
  get<T>(token: Token<T>): T;
  all<T>(token: Token<T>): readonly T[];
  request: FastifyRequest;
  reply: FastifyReply;
  session: ActiveSession | null;
  upload(): Promise<Upload>;
}

/** The context of one request. Server halves see it as `CallContext`; the host's own handlers see the rest too. */
export class RequestContext implements CallContext {
  readonly db: Kysely<Tables>;
  readonly files: FileStore;
  readonly log: Logger;
  readonly write: Write;
  readonly get: <T>(token: Token<T>) => T;
  readonly all: <T>(token: Token<T>) => readonly T[];
  readonly upload: () => Promise<Upload>;
  readonly requestId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly session: ActiveSession | null;
  #gone: AbortController | undefined;

  constructor({ db, files, log, write, get, all, request, reply, session, upload }: ContextParts) {
    this.db = db;
    this.files = files;
    this.log = log;
    this.write = write;
    this.get = get;
    this.all = all;
    this.upload = upload;
    this.request = request;
    this.reply = reply;
    this.session = session;
    this.requestId = request.id;
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
    return this.session?.principal ?? null;
  }

  get user(): Principal {
    return this.activeSession.principal;
  }

  get activeSession(): ActiveSession {
    if (!this.session) throw new CallError('UNAUTHENTICATED');
    return this.session;
  }

  get membershipId(): number {
    return this.activeSession.membershipId;
  }

  get facilityId(): number {
    const { facilityId } = this.user;
    if (facilityId === null) throw new CallError('FORBIDDEN');
    return facilityId;
  }

  get companyId(): number {
    const { companyId } = this.user;
    if (companyId === null) throw new CallError('FORBIDDEN');
    return companyId;
  }
}

/** What a handler, or a page that is not a declared call, works with. */
export type ContextOf = (request: FastifyRequest, reply: FastifyReply) => RequestContext;
export const requestContexts = createToken<ContextOf>('host/RequestContexts@1');

export interface ContextsParts extends WriteParts, Pick<ContextParts, 'files' | 'get' | 'all'> {
  maxUploadBytes: number;
  /** This node's memory follows what it has committed itself at once, not when the feed comes round. */
  committed: Committed;
}

export const createContexts =
  ({ db, files, log, get, all, registered, maxUploadBytes, committed }: ContextsParts): ContextOf =>
  (request, reply) => {
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
      session: request.session,
      write: createWrite({ db, log, registered }, actor, committed),
      upload: () => readUpload(request, maxUploadBytes),
    });
  };
