import type { Kysely } from 'kysely';
import { type EventSpec } from '@sinter/sdk/contract';
import type { Logger, Token } from '@sinter/sdk/plugin';
import type { FileStore, JobContext, JobType, ServerHost, ServerPlugin, Services, Tables } from '@sinter/sdk/server';
import type { Handlers } from '../http/handlers.ts';
import type { Feed } from '../push/feed.ts';
import { createWrite, nobody } from './work.ts';

export interface RegisteredJob {
  owner: string;
  job: JobType;
  /** Its payload was parsed by the job's schema. */
  run(context: JobContext, payload: unknown): Promise<void>;
  gaveUp?(services: Services, payload: unknown): Promise<void>;
}

export interface MountParts {
  db: Kysely<Tables>;
  files: FileStore;
  log: Logger;
  handlers: Handlers;
  feed: Feed;
}

/** Everything the server halves have registered. */
export interface Mounted {
  /** In the order of `after`. */
  plugins: readonly ServerPlugin[];
  /** What services and background jobs have. */
  services: Services;
  jobs: ReadonlyMap<string, RegisteredJob>;
  provide<T>(token: Token<T>, service: T): void;
  /** Registers a background job of the host itself. */
  job: ServerHost['job'];
}

/** Lets each server half register what it has. Anything wrong stops the start with a text that names it. */
export function mountServers(found: readonly ServerPlugin[], { db, files, log, handlers, feed }: MountParts): Mounted {
  const plugins = inOrder(found);
  const provided = new Map<string, unknown>();
  const jobs = new Map<string, RegisteredJob>();

  function get<T>(token: Token<T>): T {
    if (!provided.has(token.id)) throw new Error(`Nobody provides ${token.id}.`);
    // Tokens are compared by id, and an id has one type.
    return provided.get(token.id) as T;
  }
  const services: Services = { db, files, log, get, write: createWrite(db, log, nobody) };

  function provide<T>({ id }: Token<T>, service: T): void {
    if (provided.has(id)) throw new Error(`${id} is provided twice.`);
    provided.set(id, service);
  }

  const registerFor =
    (owner: string): ServerHost['job'] =>
    (job, run, gaveUp) => {
      if (jobs.has(job.name)) throw new Error(`The background job "${job.name}" is registered twice.`);
      // The worker parses the payload by this job's schema before it runs it.
      jobs.set(job.name, {
        owner,
        job,
        run: run as RegisteredJob['run'],
        gaveUp: gaveUp && ((given, payload) => gaveUp(given, job.payload.parse(payload))),
      });
    };

  for (const plugin of plugins) {
    const host: ServerHost = {
      ...services,
      provide,
      handle: (call, handler) => handlers.add(plugin.id, call, handler),
      job: registerFor(plugin.id),
      on(event, listener) {
        subscribe(event, listener);
      },
    };
    plugin.setup(host);
  }

  function subscribe<E extends EventSpec>(event: E, listener: (payload: never) => void): void {
    feed.subscribe(({ type, payload }) => {
      // `toPending` has parsed it by the same schema when it was written.
      if (type === event.type) listener(payload as never);
    });
  }

  return { plugins, services, jobs, provide, job: registerFor('host') };
}

/** Those a server half comes after, first. */
export function inOrder(plugins: readonly ServerPlugin[]): ServerPlugin[] {
  const ordered: ServerPlugin[] = [];
  const waiting = new Map(plugins.map((plugin) => [plugin.id, plugin]));
  if (waiting.size < plugins.length) throw new Error('Two server halves have the same id.');
  while (waiting.size > 0) {
    const next = [...waiting.values()].filter(({ after = [] }) => !after.some((id) => waiting.has(id)));
    if (next.length === 0)
      throw new Error(`These server halves come after each other: ${[...waiting.keys()].join(', ')}.`);
    for (const plugin of next) {
      ordered.push(plugin);
      waiting.delete(plugin.id);
    }
  }
  return ordered;
}
