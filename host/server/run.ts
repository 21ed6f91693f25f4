import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import areas from 'virtual:contract-areas';
import plugins from 'virtual:plugin-servers';
import type { Tables } from '@sinter/sdk/server';
import { admitApplication } from './database/application.ts';
import { type Database, connectDatabase } from './database/connect.ts';
import type { EmbeddedServer } from './database/embedded.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase, optionsOf } from './database/open.ts';
import { demoAccounts, demoEmail, demoPassword } from './demo/accounts.ts';
import { holdsDemoAccounts } from './demo/seed.ts';
import { FolderStore } from './files/folder.ts';
import { createLog } from './log.ts';
import { removeUnusedContents } from './media/unused.ts';
import { formerSteps, migrationsOf } from './migrations.ts';
import { createNode, type Node, type NodeOptions } from './node.ts';
import { startWorkers } from './plugins/worker.ts';
import { readSecretKey } from './secrets/secrets.ts';
import { hostDb } from './allTables.ts';
import { isLoopbackHost, keepAtHome, openings } from './atHome.ts';
import { OperatorError } from './operatorError.ts';
import type { Settings } from './settings.ts';

export interface Running {
  /** Empty for a worker. */
  url: string;
  pluginsChanged(ids: readonly string[]): void;
  stop(): Promise<void>;
}

const sweepEvery = 60_000;
const removeUnusedEvery = 3_600_000;

/** Opens the database, then serves or works, as the settings say. `embedded`: the database server that is starting. */
export async function run(settings: Settings, embedded: Promise<EmbeddedServer> | undefined): Promise<Running> {
  const log = createLog(settings.logLevel);
  const database = await connect(settings, embedded, log);
  const serves = settings.role !== 'worker';
  const { store, writable } = await openStore(settings.dataDir);
  const opened = openings(settings);
  const node = await openNode(settings, {
    database,
    files: store,
    storageWritable: writable,
    log,
    demo: serves && opened.length === 0,
  });
  try {
    if (!serves) {
      const sweep = async (): Promise<void> => {
        await store.sweep().catch((error: unknown) => log.warn({ error }, 'unfinished files could not be removed'));
      };
      await sweep();
      const sweeping = setInterval(sweep, sweepEvery);
      const removing = setInterval(async () => {
        await removeUnusedContents(hostDb(database.db), store).catch((error: unknown) =>
          log.warn({ error }, 'contents that no file has could not be removed'),
        );
      }, removeUnusedEvery);
      const worker = await startWorkers(database.pool, node.jobs, node.mounted.services, log);
      return {
        url: '',
        pluginsChanged: () => {},
        async stop() {
          clearInterval(sweeping);
          clearInterval(removing);
          await worker.stop();
          await node.stop();
        },
      };
    }
    const demo = await holdsDemoAccounts(hostDb(database.db));
    if (demo && !settings.allowDemoAccountsOnNetwork) {
      if (opened.length > 0) throw new OperatorError(demoRefused(opened));
      keepAtHome(node.app);
    }
    const listening = await node.app.listen({ host: settings.host, port: settings.port });
    await node.receiver?.listen();
    const url = addressOf(settings, new URL(listening).port);
    const setup = (await node.setup.isDue()) ? `${settings.publicUrl ?? url}${await node.setup.newLink()}` : undefined;
    announce(
      url,
      demo,
      setup,
      settings.smtpUrl === undefined && isLoopbackHost(settings.host) && isOurs(settings.publicUrl),
    );
    return { url, pluginsChanged: node.pluginsChanged, stop: node.stop };
  } catch (error) {
    await node.stop();
    throw error;
  }
}

const demoRefused = (opened: readonly string[]): string =>
  `This database holds the demo accounts, whose password everybody knows, and ${opened.join(', ')}.\n` +
  '`npm run demo -- --remove` takes them away. `npm start -- --allow-demo-accounts-on-network` starts with them.';

/** The node of these settings, for whoever serves, works, or has something to do in its database. */
export const openNode = async (
  settings: Settings,
  own: Pick<NodeOptions, 'database' | 'files' | 'storageWritable' | 'log' | 'demo'>,
): Promise<Node> =>
  createNode({
    ...own,
    plugins,
    areas,
    pluginsDir: resolve('plugins'),
    webDir: resolve('.build/web'),
    maxUploadBytes: settings.maxUploadBytes,
    metricsToken: settings.metricsToken,
    metricsAtHome: settings.atHome,
    openApi: settings.openApi,
    localBuilds: settings.localBuilds,
    secretKey: await readSecretKey(settings.secretKey, resolve(settings.dataDir, 'secret.key')),
    publicUrl: settings.publicUrl,
    port: settings.port,
    controlledUrl: settings.controlledUrl,
    trustedProxies: settings.trustedProxies,
    smtpUrl: settings.smtpUrl,
    allowedNetworks: settings.allowedNetworks,
    registryFolders: settings.registryFolders,
    embedOrigins: settings.embedOrigins,
    mailFrom: settings.mailFrom,
    replies: settings.replies,
    complete: true,
  });

async function connect(
  { role, databaseUrl, databaseDirectUrl, dataDir }: Settings,
  embedded: Promise<EmbeddedServer> | undefined,
  log: ReturnType<typeof createLog>,
): Promise<Database<Tables>> {
  const options = optionsOf(role === 'worker' ? 'jobs' : 'requests');
  if (!embedded) {
    return openDatabase<Tables>({ url: databaseUrl, directUrl: databaseDirectUrl, options, dataDir, log });
  }
  const server = await embedded;
  await prepareAsOwner(server, log);
  const connection = { ...server.application, options };
  const database = connectDatabase<Tables>(connection, connection, log);
  return {
    ...database,
    async close() {
      await database.close();
      await server.stop();
    },
  };
}

/** What the product itself may not: changing tables, and letting itself in. */
async function prepareAsOwner({ connection }: EmbeddedServer, log: ReturnType<typeof createLog>): Promise<void> {
  const owner = connectDatabase<Tables>({ ...connection, max: 1 }, connection, log);
  try {
    await migrate(owner.db, migrationsOf(plugins), formerSteps);
    await admitApplication(owner.db);
  } finally {
    await owner.close();
  }
}

export async function openStore(dataDir: string) {
  const folder = resolve(join(dataDir, 'files'));
  const controlledFolder = resolve(join(dataDir, 'files-controlled'));
  const folders = [folder, controlledFolder];
  for (const one of folders) await mkdir(one, { recursive: true, mode: 0o700 });
  return {
    store: new FolderStore({ folder, controlledFolder }),
    writable: async () => {
      for (const one of folders) await access(one, constants.W_OK);
    },
  };
}

/** The public address leads to this machine only. */
const isOurs = (publicUrl: string | undefined): boolean =>
  publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname);

function addressOf({ host }: Settings, port: string): string {
  const name = isLoopbackHost(host) || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name}:${port}`;
}

function announce(url: string, demo: boolean, setup: string | undefined, keepsMail: boolean): void {
  const lines = [`Sinter is ready at ${url}   (API: ${url}/api)`];
  if (keepsMail) lines.push(`Mail is kept at ${url}/dev/mail`);
  if (setup !== undefined) {
    lines.push('', 'Nobody is here yet. Open this link to set it up; it works once, for four hours:', `  ${setup}`);
  }
  if (demo) {
    const width = Math.max(...demoAccounts.map((account) => demoEmail(account).length));
    lines.push('', `Demo accounts, password ${demoPassword}`);
    for (const account of demoAccounts) lines.push(`  ${demoEmail(account).padEnd(width)}  ${account.does}`);
  }
  console.log(`\n${lines.join('\n')}\n`);
}
