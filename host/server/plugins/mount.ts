import { type EventSpec } from '@sinter/sdk/contract';
import type { Logger } from '@sinter/sdk/plugin';
import type { FileStore, ServerHost, ServerPlugin, Services, Tables } from '@sinter/sdk/server';
import type { Kysely } from 'kysely';
import { isVendor } from '#registry/terms';
import type { Container } from '../../container/container.ts';
import { eventFeed } from '../events/feed.ts';
import { callHandlers } from '../http/handlers.ts';
import { registeredNames } from '../registered.ts';
import { backgroundJobs } from '../work/jobs.ts';
import { createWrite, nobody, noticeWriter } from '../work/work.ts';

export interface MountParts {
  db: Kysely<Tables>;
  files: FileStore;
  log: Logger;
  /** Of the node; each server half has a child of it. */
  container: Container;
}

/** Everything the server halves have registered. */
export interface Mounted {
  /** In the order of `after`. */
  plugins: readonly ServerPlugin[];
  /** What services and background jobs have. */
  services: Services;
}

/** Lets each server half register what it has. Anything wrong stops the start with a text that names it. */
export function mountServers(found: readonly ServerPlugin[], parts: MountParts): Mounted {
  const { db, files, log, container } = parts;
  const vendor = found.find(({ id }) => isVendor(id));
  if (vendor) throw new Error(`${vendor.id} is a vendor's plugin: none of its code runs in the server.`);
  const plugins = inOrder(found);
  const [jobs, handlers, feed] = [container.get(backgroundJobs), container.get(callHandlers), container.get(eventFeed)];

  const get: Services['get'] = (token) => container.get(token);
  const all: Services['all'] = (token) => container.all(token);
  const write = createWrite(
    { db, log, registered: container.get(registeredNames), notify: (...told) => container.get(noticeWriter)(...told) },
    nobody,
  );
  const services: Services = { db, files, log, get, all, write };

  for (const plugin of plugins) {
    const own = container.child();
    const host: ServerHost = {
      ...services,
      provide(token, service) {
        own.share(token, () => service);
        // It is made already, so that it is disposed of whether anybody asks for it or not.
        own.get(token);
      },
      contribute(token, contribution) {
        own.contribute(token, contribution);
      },
      handle: (call, handler) => handlers.add(plugin, call, handler),
      job: jobs.of(plugin.id),
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

  return { plugins, services };
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
