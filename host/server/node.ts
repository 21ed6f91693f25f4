import type { FastifyInstance } from 'fastify';
import type { Logger as Pino } from 'pino';
import { calls } from '@sinter/sdk/contract';
import { configuration, type ServerPlugin, type Tables, storedFiles } from '@sinter/sdk/server';
import { handleAccounts } from './accounts/handlers.ts';
import { handleAudit } from './audit/handlers.ts';
import type { Database } from './database/connect.ts';
import { type MigrationSet, migrate } from './database/migrate.ts';
import { seedDemo } from './demo/seed.ts';
import type { FileStore } from './files/store.ts';
import { addHealth } from './health/health.ts';
import { createMetrics } from './health/metrics.ts';
import { addReference } from './health/reference.ts';
import type { Host } from './host.ts';
import { Handlers } from './http/handlers.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { addRoute, createContext } from './http/route.ts';
import { createHttpServer } from './http/server.ts';
import { pluginLog } from './log.ts';
import { createStoredFiles } from './media/stored-files.ts';
import { separateControlled } from './export-control/content.ts';
import { handleExportControl } from './export-control/handlers.ts';
import { createFactors } from './factors/factors.ts';
import { handleFactors } from './factors/handlers.ts';
import { createMail, removeOldMail, sendMail } from './mail/createMail.ts';
import { createDelivery } from './mail/delivery.ts';
import { addOutbox } from './mail/outbox.ts';
import { createBuckets } from './keys/bucket.ts';
import { handleKeys } from './keys/handlers.ts';
import { createApiKeys } from './keys/keys.ts';
import { handleFiles } from './media/handlers.ts';
import { removeContent, removeUnusedContent } from './media/placement.ts';
import { createFacilityStates } from './modules/facility-states.ts';
import { handleModules } from './modules/handlers.ts';
import { handleRegistryStates } from './modules/state-handlers.ts';
import { createPackages } from './modules/packages.ts';
import { queueMigrations } from './queue/schema.ts';
import { inOrder, type Mounted, mountServers } from './plugins/mount.ts';
import { startFeed } from './push/feed.ts';
import { handlePeople } from './people/handlers.ts';
import { handlePlaces } from './places/handlers.ts';
import { handlePush } from './push/handlers.ts';
import { configurationChanged, sessionsChanged } from './push/outbox.ts';
import { createStreams } from './push/streams.ts';
import { createConfiguration } from './records/records.ts';
import { handleRecords } from './records/handlers.ts';
import { handleSettings } from './records/settings.ts';
import { checkSecretKey, createSecrets } from './secrets/secrets.ts';
import { createChallenges } from './session/challenges.ts';
import { handleSession } from './session/handlers.ts';
import * as tables from './session/migrations/001_tables.ts';
import * as accounts from './session/migrations/002_accounts.ts';
import * as uploads from './session/migrations/003_uploads.ts';
import * as exportControl from './session/migrations/004_export_control.ts';
import { createSessions, type SessionStore } from './session/sessions.ts';
import { hostDb } from './session/tables.ts';
import { handleTexts } from './texts/handlers.ts';
import { handleTheme } from './theme/handlers.ts';
import { handleSso } from './sso/handlers.ts';
import { addSso } from './sso/routes.ts';
import { handleUploads } from './uploads/handlers.ts';
import { removeOldUploads } from './uploads/uploads.ts';
import { addWeb } from './web/web.ts';
import { createWebFiles } from './web/files.ts';

export const hostMigrations: MigrationSet = {
  owner: 'host',
  migrations: {
    '001_tables': tables,
    '002_accounts': accounts,
    '003_uploads': uploads,
    '004_export_control': exportControl,
  },
};

export const migrationsOf = (plugins: readonly ServerPlugin[]): MigrationSet[] => [
  queueMigrations,
  hostMigrations,
  ...inOrder(plugins).map(({ id, migrations }) => ({ owner: id, migrations })),
];

export interface NodeOptions {
  database: Database<Tables>;
  files: FileStore;
  /** Throws when files cannot be written. */
  storageWritable(): Promise<void>;
  plugins: readonly ServerPlugin[];
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
  sessions: SessionStore;
  /** A build has changed these plugins: every open page asks for the manifest again. */
  pluginsChanged(ids: readonly string[]): void;
  stop(): Promise<void>;
}

const housekeepingEvery = 10 * 60_000;

export async function createNode(options: NodeOptions): Promise<Node> {
  const { database, files, plugins, log: pino, webDir, pluginsDir, maxUploadBytes } = options;
  const log = pluginLog(pino);
  await migrate(database.db, migrationsOf(plugins));
  const db = hostDb(database.db);
  await checkSecretKey(db, options.secretKey);
  const secrets = createSecrets(options.secretKey);

  const handlers = new Handlers();
  const feed = await startFeed(db, database.listen, log);
  const mounted = mountServers(plugins, { db: database.db, files, log, handlers, feed });
  const { services } = mounted;
  const sessions = createSessions(db);
  const keys = createApiKeys(db);
  const limiter = createRateLimiter(db);
  const challenges = createChallenges(db);
  const packages = createPackages({ pluginsDir, webDir, log });
  const states = createFacilityStates(db, packages);
  const streams = createStreams(db, feed);
  const stored = createStoredFiles(db, files);
  mounted.provide(storedFiles, stored);
  mounted.provide(configuration, createConfiguration(db));

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
  const handle: Host['handle'] = (call, handler) => handlers.add('host', call, handler);
  const host: Host = {
    ...{ handle, db, sessions, states, packages, storedFiles: stored, feed, streams, maxUploadBytes },
    ...{
      limiter,
      challenges,
      secrets,
      mail: createMail(secrets, options.smtpUrl !== undefined),
      mailIsSent: options.smtpUrl !== undefined,
      factors: createFactors(db),
    },
    publicUrl: () => options.publicUrl ?? listeningAt(app),
    controlledUrl: options.controlledUrl,
  };
  const manifest = { states, packages, shared: web.sharedModules };
  handleSession(host);
  handleAccounts(host);
  handleFactors(host);
  handleSso(host);
  handleKeys(host);
  handleAudit(host);
  handleRecords(host);
  handleSettings(host);
  handleTheme(host);
  handleTexts(host);
  handleModules(host, manifest);
  handleRegistryStates(host, manifest);
  handleFiles(host);
  handleExportControl(host, files);
  handleUploads(host, files.partials);
  handlePeople(host);
  handlePlaces(host);
  handlePush(host);
  const owners = new Set<string>(['host', ...plugins.map(({ id }) => id)]);
  handlers.checkComplete(options.complete ? calls : calls.filter((call) => owners.has(call.owner)));

  if (options.demo) await seedDemo(services, mounted.plugins);

  const routes = {
    ...{ ...services, handlers, sessions, states, limiter, maxUploadBytes, keys, buckets: createBuckets() },
    committed: ({ type, payload }: { type: string; payload: string }) => forget(type, JSON.parse(payload)),
  };
  for (const call of calls) addRoute(app, call, routes);
  const { storageWritable, metricsToken } = options;
  const expectsWorker = mounted.jobs.size > 0;
  addHealth(app, { db, storageWritable, expectsWorker, metrics, metricsToken, log });
  addReference(app);
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
      log.warn('Old sessions, counters, mails and uploads could not be removed', { error: String(error) }),
    );
  }, housekeepingEvery).unref();

  return {
    app,
    mounted,
    sessions,
    pluginsChanged(ids) {
      log.info('Plugins were built again', { ids });
      packages.reload();
      web.reload();
      states.forget();
      streams.broadcast('registry.changed', { facilityId: null });
    },
    async stop() {
      clearInterval(housekeeping);
      streams.stop();
      await app.close();
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
