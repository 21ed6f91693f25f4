import type { Readable as NodeReadable } from 'node:stream';
import type { Kysely, Transaction } from 'kysely';
import type * as z from 'zod';
import type { AnyCall, CallArguments, CallReply } from '../contract/call.ts';
import type { Contract } from '../contract/contract.ts';
import type { EventPayload, EventSpec } from '../contract/event.ts';
import type { Principal } from '../contract/guard.ts';
import type { Logger } from '../plugin/logger.ts';
import type { Token } from '../plugin/token.ts';
import type { FirstCalls } from './firstCalls.ts';
import type { Notice, NoticeKind } from './notices.ts';
import type { Tables } from './tables.ts';

/** A forward step of the plugin's own tables. Runs once, in the order of the names, inside a transaction. */
export interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
  /**
   * Full names (`host/places/001_tables`) of steps that no longer exist, of whoever owned these tables before. Where all
   * of them ran, this step counts as done.
   */
  replaces?: readonly string[];
}

export interface StoredFile {
  /** 64 lower-case hex digits: the content's name in the store. */
  sha256: string;
  /** Bytes. */
  size: number;
}
/** Content-addressed files. Export-controlled ones (`controlled`) live in a store and address of their own. */
export interface FileStore {
  /** Streams to disk and hashes on the way; durable when it resolves, nothing left behind when it fails.
   * @throws CallError TOO_LARGE beyond `maxBytes` (the rest is not read), STORAGE_FULL on a full disk */
  write(content: AsyncIterable<Uint8Array>, options: { controlled: boolean; maxBytes: number }): Promise<StoredFile>;
  /** The content, or the bytes `start` to `end` (both included) of it. `size` is the whole content's.
   * @throws CallError NOT_FOUND; RangeError if `range` is not inside the content */
  read(
    sha256: string,
    options: { controlled: boolean; range?: { start: number; end: number } },
  ): Promise<{ stream: NodeReadable; size: number }>;
  /** A new folder beside the contents of the same kind; one whose maker was killed is removed when a worker starts. */
  workFolder(options: { controlled: boolean }): Promise<WorkFolder>;
}

/** A folder for programs that work on files. */
export interface WorkFolder {
  path: string;
  /** Bytes that may be written into it; the rest of the disk is kept free. */
  room: number;
  /** Call it in any case. */
  remove(): Promise<void>;
}

/** A kind of background job: at least once, so its effect carries a unique key or is one transaction. */
export interface JobType<Payload extends z.ZodType = z.ZodType> {
  /** `<area>.<verb>` */
  name: string;
  payload: Payload;
  /** `heavy`: mesh work; `outside`: waiting for other people's servers. Neither makes mail or clocks wait. */
  lane: 'light' | 'heavy' | 'outside';
  maxAttempts: number;
  /** Of the jobs that wait in a lane, those with the lower number begin first; 0 if not given. */
  priority?: number;
}
export function defineJob<Payload extends z.ZodType>(job: JobType<Payload>): JobType<Payload> {
  return job;
}

export interface AuditEntry {
  /** `order.submitted`, `module.disabled`, ... */
  action: string;
  /** What it was done to: `RFQ`, `JOB`, `FACILITY`, ... with its id. */
  objectKind: string;
  objectId: string;
  /** Where it counts; the caller's own facility or buyer company unless given. */
  facilityId?: number | null;
  companyId?: number | null;
  before?: unknown;
  after?: unknown;
}

/** One transaction. Rows, events, jobs and audit entries of a `Work` become true together or not at all. */
export interface Work {
  readonly db: Transaction<Tables>;
  emit<E extends EventSpec>(event: E, payload: EventPayload<E>, audience: EventAudience): Promise<void>;
  /**
   * `key`: a queued job with the same key is replaced instead of repeated. `account`: whose work it is; where several have
   * much to do, their jobs begin in turn.
   */
  enqueue<P extends z.ZodType>(
    job: JobType<P>,
    payload: z.input<P>,
    options?: { key?: string; runAt?: Date; account?: string },
  ): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
  /** Tells people: in their bell, and by mail, as each of them wants it. `kind` is contributed to `noticeKinds`. */
  notify<P extends z.ZodType<object>>(kind: NoticeKind<P>, notice: Notice<z.input<P>>): Promise<void>;
}

/** Whose browsers an event reaches: members of any of these facilities and companies. */
export interface EventAudience {
  facilityIds?: readonly number[];
  companyIds?: readonly number[];
  /**
   * Whose the row is that the event is about: of a company, only these people and those who see everything of it hear.
   * Left out: everybody there.
   */
  creatorIds?: readonly number[];
  /** The row is export controlled: only those hear who are cleared, or are among its creators. */
  controlled?: boolean;
  /** These people hear of it too, wherever they are at work. */
  userIds?: readonly number[];
}

/** What background jobs and services have. */
export interface Services {
  readonly db: Kysely<Tables>;
  readonly files: FileStore;
  readonly log: Logger;
  /** Runs `work` in one transaction; retried once on a serialisation failure or deadlock. */
  write<T>(work: (unit: Work) => Promise<T>): Promise<T>;
  /** A service another server half provides. Throws when none does. */
  get<T>(token: Token<T>): T;
  /** What server halves contribute to this token, in the order in which they start; empty when none does. */
  all<T>(token: Token<T>): readonly T[];
}

export interface Upload {
  /** As the browser named it, without folders or control characters. */
  fileName: string;
  content: AsyncIterable<Uint8Array>;
  /** Other, text fields of the form. Only complete once `content` has been read. */
  fields: Readonly<Record<string, string>>;
}

/** The answer of a call with `produces: 'stream'`. */
export interface FileReply {
  stream: NodeReadable;
  contentType: string;
  size?: number;
  /** Offers it as a download under this name instead of showing it. */
  downloadName?: string;
  /** Strong validator; lets the browser keep it. */
  etag?: string;
  /** `immutable`: the address changes when the content does. */
  cache?: 'immutable' | 'private' | 'no-store';
}

export interface CallContext extends Services {
  /** Already allowed by the call's guard. `null` only for public calls. */
  readonly principal: Principal | null;
  /** The principal of a member call. Throws UNAUTHENTICATED on a public one. */
  readonly user: Principal;
  /** Active facility of a service provider. Throws FORBIDDEN for anybody else. */
  readonly facilityId: number;
  /** Buyer company of an engineer. Throws FORBIDDEN for anybody else. */
  readonly companyId: number;
  /** What the caller is at work with. Throws UNAUTHENTICATED on a public call. */
  readonly membershipId: number;
  readonly requestId: string;
  /** The caller's network address. */
  readonly address: string;
  /** Scheme, host and port that the caller reached this server under: `https://sinter.example`. */
  readonly origin: string;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  /** The file of a `multipart` call. */
  upload(): Promise<Upload>;
  /** What another server sent to a `signed` call. */
  message(): SignedMessage;
}

/** Anybody can have sent it, until its signature is checked. */
export interface SignedMessage {
  bytes: Uint8Array;
  /** `null` where the message has no such header. */
  header(name: string): string | null;
}

export interface JobContext extends Services {
  readonly attempt: number;
  readonly lastAttempt: boolean;
  /** Aborted when the worker stops; finish or throw soon. */
  readonly signal: AbortSignal;
}

type Reply<C extends AnyCall> = C extends { produces: 'stream' } ? FileReply : CallReply<C>;
export type Handler<C extends AnyCall> = (context: CallContext, input: CallArguments<C>) => Promise<Reply<C>>;

/** What a server half registers with. Answering a call that is not in its contract, or twice, stops the start. */
export interface ServerHost extends Services {
  handle<C extends AnyCall>(call: C, handler: Handler<C>): void;
  /**
   * `gaveUp` runs when the job has failed for good, also when its worker died in the last attempt, so that `run` could
   * not see to it. It may run twice.
   */
  job<P extends z.ZodType>(
    job: JobType<P>,
    run: (context: JobContext, payload: z.output<P>) => Promise<void>,
    gaveUp?: (services: Services, payload: z.output<P>) => Promise<void>,
  ): void;
  provide<T>(token: Token<T>, service: T): void;
  /** Adds to what `all` answers: for tokens to which any number of server halves, or none, have something to add. */
  contribute<T>(token: Token<T>, contribution: T): void;
  /** Runs on every node a while after each committed event of this type; at most once per node, best effort. */
  on<E extends EventSpec>(event: E, listener: (payload: EventPayload<E>) => void): void;
}

/** The demo company as the host made it: everybody and everything else hangs on these. */
export interface DemoWorld {
  now: Date;
  rootFacilityId: number;
  secondFacilityId: number;
  buyerCompanyId: number;
  thirdCompanyId: number;
  /** User id by e-mail address. */
  users: Readonly<Record<string, number>>;
}

export interface ServerPlugin {
  /** Equal to the `id` in `plugin.json`. */
  id: string;
  /** All that it answers and emits: `contractOf` the modules that declare it. */
  contract: Contract;
  /** Server halves whose tables must exist before this one's. */
  after?: readonly string[];
  /** Name to step; names sort in the order of application (`001_tables`). */
  migrations: Record<string, Migration>;
  setup(server: ServerHost): void;
  /** What its pages ask for first. */
  firstCalls?: FirstCalls;
  /** Fills an empty embedded database with this plugin's part of the demo company. Runs once, in the order of `after`. */
  demo?(unit: Work, world: DemoWorld, services: Services): Promise<void>;
}

/** The default export of a plugin's `server/index.ts`. Throws where the contract declares what is another owner's. */
export function defineServer(plugin: ServerPlugin): ServerPlugin {
  const { id: own, contract } = plugin;
  const stray = [
    ...contract.calls.filter(({ owner }) => owner !== own).map(({ id }) => id),
    ...[...contract.permissions.map(({ id }) => id), ...contract.flags.map(({ key }) => key)].filter(
      (name) => !name.startsWith(`${own}/`),
    ),
  ];
  if (stray.length > 0) throw new Error(`The contract of "${own}" has what is not its own: ${stray.join(', ')}.`);
  return plugin;
}
