import type { FastifyInstance } from 'fastify';
import type { Logger as Pino } from 'pino';
import type { Contract } from '@sinter/sdk/contract';
import {
  configuration,
  companies,
  facilities,
  fileRelations,
  knownPermissions,
  publishedThemes,
  type ServerPlugin,
  type Tables,
  storedFiles,
  threadFile,
} from '@sinter/sdk/server';
import { hostContract } from './contract.ts';
import type { Database } from './database/connect.ts';
import { migrate } from './database/migrate.ts';
import { seedDemo } from './demo/seed.ts';
import type { FileStore } from './files/store.ts';
import { addHealth } from './health/health.ts';
import { createMetrics } from './health/metrics.ts';
import { addReference } from './health/reference.ts';
import type { Host } from './host.ts';
import { Handlers } from './http/handlers.ts';
import { createRateLimiter } from './http/rateLimit.ts';
import { addRoute, createContext } from './http/route.ts';
import { createHttpServer } from './http/server.ts';
import { pluginLog } from './log.ts';
import { formerSteps, migrationsOf } from './migrations.ts';
import { hostModules } from './modules.ts';
import { createNodeContainer } from './nodeContainer.ts';
import { createStoredFiles } from './media/storedFiles.ts';
import { separateControlled } from './media/controlledContent.ts';
import { createFactors } from './factors/factors.ts';
import { createMail, removeOldMail, sendMail } from './mail/createMail.ts';
import { createDelivery } from './mail/delivery.ts';
import { addOutbox } from './mail/outbox.ts';
import { createBuckets } from './keys/bucket.ts';
import { createApiKeys } from './keys/keys.ts';
import { removeContent, removeUnusedContent } from './media/placement.ts';
import { companyService } from './places/companies.ts';
import { facilityService } from './places/facilities.ts';
import { createFacilityStates } from './modules/facilityStates.ts';
import { createPackages } from './modules/packages.ts';
import { type Mounted, mountServers } from './plugins/mount.ts';
import { startFeed } from './events/feed.ts';
import { registered as registeredOf, type Registered } from './registered.ts';
import { configurationChanged, sessionsChanged } from './events/outbox.ts';
import { createStreams } from './push/streams.ts';
import { createConfiguration } from './records/records.ts';
import { checkSecretKey, createSecrets } from './secrets/secrets.ts';
import { createChallenges } from './session/challenges.ts';
import { createSessions, type SessionStore } from './session/sessions.ts';
import { hostDb } from './allTables.ts';
import { createThemes } from './theme/published.ts';
import { addSso } from './sso/routes.ts';
import { threadFile as fileOfThread } from './threadFile.ts';
import { removeOldUploads } from './uploads/uploads.ts';
import { addWeb } from './web/web.ts';
import { createWebFiles } from './web/files.ts';

export interface NodeOptions {
  database: Database<Tables>;
  files: FileStore;
  /** Throws when files cannot be written. */
  storageWritable(): Promise<void>;
  plugins: readonly ServerPlugin[];
  /** What lies in `sdk/contract` for all areas, also for those that have no server half yet. */
  areas: Contract;
  log: Pino;
  /** Folder of the plugins' sources. */
  pluginsDir: string;
  /** What the build made for browsers. */
  webDir: string;
  maxUploadBytes: number;
  metricsToken?: string;
  /** Seals stored secrets. */
  secretKey: Buffer;
  /** Where people reach this site; the address it listens on unless given. */
  publicUrl?: string;
  /** Another address of this site, for export-controlled contents alone. */
  controlledUrl?: string;
  /** Without it mails are kept in the development outbox. */
  smtpUrl?: string;
  mailFrom: string;
  /** Loads the demo company where the database is empty. */
  demo: boolean;
  /** Every declared call must have a handler, whether its module is installed or not. */
  complete: boolean;
}

/** One process of the platform, connected and ready to listen or to work. */
export interface Node {
  app: FastifyInstance;
  mounted: Mounted;
  /** Everything it knows by name. */
  registered: Registered;
  sessions: SessionStore;
  /** A build has changed these plugins: every open page asks for the manifest again. */
  pluginsChanged(ids: readonly string[]): void;
  stop(): Promise<void>;
}

const housekeepingEvery = 10 * 60_000;

export async function createNode(options: NodeOptions): Promise<Node> {
  const { database, files, plugins, log: pino, webDir, pluginsDir, maxUploadBytes } = options;
  const log = pluginLog(pino);
  await migrate(database.db, migrationsOf(plugins), formerSteps);
  const db = hostDb(database.db);
  await checkSecretKey(db, options.secretKey);
  const secrets = createSecrets(options.secretKey);

  const registered = registeredOf(plugins, options.areas);
  const handlers = new Handlers();
  const feed = await startFeed(db, database.listen, log);
  // The host's own services are there before any child: they belong to the node.
  const container = createNodeContainer(log);
  container.provide(storedFiles, () => createStoredFiles(db, files, () => container.all(fileRelations)));
  container.provide(configuration, () => createConfiguration(db));
  container.provide(facilities, () => facilityService);
  container.provide(companies, () => companyService);
  const themes = createThemes(db, files);
  container.provide(publishedThemes, () => themes);
  container.provide(knownPermissions, () => registered.permissions);
  container.provide(threadFile, () => fileOfThread);
  const mounted = mountServers(plugins, { db: database.db, files, log, registered, handlers, feed, container });
  const { services } = mounted;
  const sessions = createSessions(db, registered);
  const keys = createApiKeys(db, registered);
  const limiter = createRateLimiter(db);
  const challenges = createChallenges(db);
  const packages = createPackages({ pluginsDir, webDir, log });
  const states = createFacilityStates(db, packages, registered.flags);
  const streams = createStreams(db, feed, registered);
  const stored = container.get(storedFiles);

  const forget = (type: string, payload: unknown) => {
    if (type === configurationChanged.type) states.forget();
    if (type !== sessionsChanged.type) return;
    const { userId } = sessionsChanged.payload.parse(payload);
    sessions.forget(userId);
    keys.forget(userId);
    streams.recheck(userId);
  };
  feed.subscribe(({ type, payload }) => forget(type, payload));

  mounted.job(removeUnusedContent, (_context, content) => removeContent(db, files, content));
  const { smtpUrl, mailFrom: from } = options;
  const delivery = smtpUrl === undefined ? undefined : createDelivery({ db, secrets, smtpUrl, from, log });
  if (delivery) {
    mounted.job(
      sendMail,
      (_context, mail) => delivery.deliver(mail),
      (_services, mail) => delivery.giveUp(mail),
    );
  }

  const metrics = createMetrics({ streams: () => streams.count, pool: database.pool });
  const app = createHttpServer(pino, metrics);
  if (options.controlledUrl !== undefined) separateControlled(app, options.controlledUrl);
  const web = createWebFiles(webDir, packages);
  const handle: Host['handle'] = (call, handler) => handlers.add({ id: 'host', contract: hostContract }, call, handler);
  const host: Host = {
    ...{
      handle,
      registered,
      db,
      sessions,
      states,
      packages,
      storedFiles: stored,
      themes,
      feed,
      streams,
      maxUploadBytes,
    },
    ...{
      limiter,
      challenges,
      secrets,
      mail: createMail(secrets, options.smtpUrl !== undefined),
      mailIsSent: options.smtpUrl !== undefined,
      factors: createFactors(db),
    },
    files,
    shared: web.sharedModules,
    publicUrl: () => options.publicUrl ?? listeningAt(app),
    controlledUrl: options.controlledUrl,
  };
  for (const module of hostModules) module.setup?.(host);
  const owners = new Set<string>(['host', ...plugins.map(({ id }) => id)]);
  handlers.checkComplete(registered.calls.filter(({ owner }) => options.complete || owners.has(owner)));

  if (options.demo) await seedDemo(services, mounted.plugins);

  const routes = {
    ...{ ...services, registered, handlers, sessions, states, limiter, maxUploadBytes, keys, buckets: createBuckets() },
    committed: ({ type, payload }: { type: string; payload: string }) => forget(type, JSON.parse(payload)),
  };
  for (const call of registered.calls) addRoute(app, call, routes);
  const { storageWritable, metricsToken } = options;
  const expectsWorker = mounted.jobs.size > 0;
  addHealth(app, { db, storageWritable, expectsWorker, metrics, metricsToken, log });
  addReference(app, registered.calls);
  addSso(app, { host, context: (request, reply) => createContext(request, reply, routes) });
  addOutbox(app, { db, secrets, keeps: !delivery, publicUrl: options.publicUrl });
  addWeb(app, { web, sessions, states, db, controlledUrl: options.controlledUrl });

  const housekeeping = setInterval(() => {
    Promise.all([
      sessions.removeExpired(),
      challenges.removeExpired(),
      keys.removeExpired(),
      limiter.removeOld(),
      removeOldMail(db),
      removeOldUploads(db, files.partials),
    ]).catch((error: unknown) =>
      log.warn('old sessions, counters, mails and uploads could not be removed', { error: String(error) }),
    );
  }, housekeepingEvery).unref();

  return {
    app,
    mounted,
    registered,
    sessions,
    pluginsChanged(ids) {
      log.info('plugins were built again', { ids });
      packages.reload();
      web.reload();
      states.forget();
      streams.broadcast('registry.changed', { facilityId: null });
    },
    async stop() {
      clearInterval(housekeeping);
      streams.stop();
      await app.close();
      await container.dispose();
      await feed.stop();
      delivery?.close();
      await database.close();
    },
  };
}

/** By name and not by number: passkeys and cookies hang on it. */
function listeningAt(app: FastifyInstance): string {
  const address = app.addresses()[0];
  if (typeof address !== 'object') throw new Error('Nothing listens yet, so that the site has no address.');
  return `http://localhost:${address.port}`;
}
