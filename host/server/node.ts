import type { FastifyInstance } from 'fastify';
import type { Logger as Pino } from 'pino';
import type { Contract } from '@sinter/sdk/contract';
import {
  knownPermissions,
  outbound,
  outboundRule,
  outboundSocket,
  type ServerPlugin,
  type Tables,
  threadFile,
} from '@sinter/sdk/server';
import { registered as registeredOf } from './contract.ts';
import type { Database } from './database/connect.ts';
import { migrate, restingOwners } from './database/migrate.ts';
import { nodeDatabase } from './database/nodeDatabase.ts';
import { seedDemo } from './demo/seed.ts';
import { type FileStore, fileStore } from './files/store.ts';
import { housekeeping } from './hostModule.ts';
import { callHandlers } from './http/handlers.ts';
import { serveCalls } from './http/serve.ts';
import { httpServer } from './http/server.ts';
import { pluginLog, programLog } from './log.ts';
import { formerSteps, migrationsOf } from './migrations.ts';
import { hostModules } from './modules.ts';
import { createNodeContainer, moduleHostOf } from './nodeContainer.ts';
import { type NodeSettings, nodeSettings } from './nodeSettings.ts';
import { createOutbound, createOutboundRule } from './outbound/outbound.ts';
import { createOutboundSocket } from './outbound/socket.ts';
import { type Mounted, mountServers } from './plugins/mount.ts';
import { type Registered, registeredNames } from './registered.ts';
import { type MailReceiver, mailReceiver } from './replies/receiver.ts';
import { type SessionStore, sessionStore } from './session/sessions.ts';
import { type FirstSetup, firstSetup } from './setup/firstSetup.ts';
import { threadFile as fileOfThread } from './threadFile.ts';
import { pluginsRebuilt } from './web/rebuilt.ts';
import { backgroundJobs, type RegisteredJob } from './work/jobs.ts';

export interface NodeOptions extends NodeSettings {
  database: Database<Tables>;
  files: FileStore;
  plugins: readonly ServerPlugin[];
  /** What lies in `sdk/contract` for all areas, also for those that have no server half yet. */
  areas: Contract;
  log: Pino;
  /** Loads the demo company where the database is empty. */
  demo: boolean;
  /** Every declared call must have a handler, whether its module is installed or not. */
  complete: boolean;
}

/** One process of the platform, connected and ready to listen or to work. */
export interface Node {
  app: FastifyInstance;
  mounted: Mounted;
  jobs: ReadonlyMap<string, RegisteredJob>;
  /** Everything it knows by name. */
  registered: Registered;
  sessions: SessionStore;
  setup: FirstSetup;
  /** Where emails are answered to, if they can be. */
  receiver: MailReceiver | null;
  /** A build has changed these plugins: every open page asks for the manifest again. */
  pluginsChanged(ids: readonly string[]): void;
  stop(): Promise<void>;
}

const housekeepingEvery = 10 * 60_000;

export async function createNode(options: NodeOptions): Promise<Node> {
  const { database, files, plugins, log: pino, areas } = options;
  const log = pluginLog(pino);
  const sets = migrationsOf(plugins);
  await migrate(database.db, sets, formerSteps);
  const resting = await restingOwners(database.db, sets);
  if (resting.length > 0) log.warn('modules are not here any more; their tables rest', { modules: resting });

  const registered = registeredOf(plugins, areas);
  const container = createNodeContainer(log);
  container.provide(nodeSettings, () => options, keep);
  container.provide(nodeDatabase, () => database, keep);
  container.provide(fileStore, () => files, keep);
  container.provide(programLog, () => pino, keep);
  container.provide(outbound, () => createOutbound(options.allowedNetworks ?? []), keep);
  container.provide(outboundRule, () => createOutboundRule(options.allowedNetworks ?? []), keep);
  container.provide(outboundSocket, () => createOutboundSocket(options.allowedNetworks ?? []), keep);
  container.provide(registeredNames, () => registered, keep);
  container.provide(knownPermissions, () => registered.permissions);
  container.provide(threadFile, () => fileOfThread);

  const rooms = hostModules.map((module) => ({
    module,
    host: moduleHostOf(module, { container, db: database.db, log }),
  }));
  for (const { module, host } of rooms) await module.setup?.(host);
  const mounted = mountServers(plugins, { db: database.db, files, log, container });
  for (const { module, host } of rooms) module.start?.(host);

  const owners = new Set<string>(['host', ...plugins.map(({ id }) => id)]);
  container
    .get(callHandlers)
    .checkComplete(registered.calls.filter(({ owner }) => options.complete || owners.has(owner)));
  if (options.demo) await seedDemo(mounted.services, mounted.plugins);
  serveCalls(mounted.services, registered.calls);

  const chores = container.all(housekeeping);
  const tidying = setInterval(() => {
    Promise.all(chores.map((chore) => chore())).catch((error: unknown) =>
      log.warn('old sessions, counters, mails and uploads could not be removed', { error: String(error) }),
    );
  }, housekeepingEvery).unref();

  const app = container.get(httpServer);
  return {
    app,
    mounted,
    jobs: container.get(backgroundJobs).byName,
    registered,
    sessions: container.get(sessionStore),
    setup: container.get(firstSetup),
    receiver: options.replies ? container.get(mailReceiver) : null,
    pluginsChanged: container.get(pluginsRebuilt),
    async stop() {
      clearInterval(tidying);
      // The HTTP server stops first: requests that still run need everything else.
      await app.close();
      await container.dispose();
      await database.close();
    },
  };
}

/** The program that started the node disposes of it. */
const keep = (): void => {};
