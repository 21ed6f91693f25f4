import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Logger as Pino } from 'pino';
import areas from 'virtual:contract-areas';
import { type ApiClient, createApiClient } from '@sinter/sdk/api';
import { fileRelations, type DemoWorld, type ServerPlugin, type Services, type Tables } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { admitApplication } from './database/application.ts';
import { type Database, connectDatabase } from './database/connect.ts';
import { type Preparation, testDatabase } from './database/testing.ts';
import { type demoAccounts, demoEmail, readWorld, seedAccounts } from './demo/accounts.ts';
import { seedDemo } from './demo/seed.ts';
import { FolderStore } from './files/folder.ts';
import { createLog } from './log.ts';
import { tellMarked } from './media/relations.ts';
import { migrationsOf } from './migrations.ts';
import { facilityStates } from './modules/facilityStates.ts';
import { type Node, createNode } from './node.ts';
import { startWorkers } from './plugins/worker.ts';
import { writeRecord } from './records/records.ts';
import { type AllTables, type HostDb, hostDb } from './allTables.ts';
import { hostPrefix, sessionCookie } from './http/cookies.ts';

export type Account = (typeof demoAccounts)[number]['name'];

export interface TestServerOptions {
  plugins?: readonly ServerPlugin[];
  /** Also load the plugins' parts of the demo company; the accounts are always there. */
  demo?: boolean;
  /** Run background jobs as they come in. */
  worker?: boolean;
  maxUploadBytes?: number;
  pluginsDir?: string;
  webDir?: string;
  metricsToken?: string;
  metricsAtHome?: boolean;
  openApi?: boolean;
  /** Taken unless given. */
  localBuilds?: boolean;
  /** The server's own address unless given. */
  publicUrl?: string;
  /** Export-controlled contents come from here alone. */
  controlledUrl?: string;
  /** Loopback unless given. */
  host?: string;
  trustedProxies?: readonly string[];
  smtpUrl?: string;
  /** Networks beside the internet that the server may be told to call. */
  allowedNetworks?: readonly string[];
  /** Folders that hold packages of vendors. */
  registryFolders?: readonly { name: string; path: string }[];
  /** Pages of others that may show embed documents. */
  embedOrigins?: readonly string[];
  /** In place of the DNS. */
  resolveTxt?: (name: string) => Promise<string[][]>;
  /** Answers to emails go to this domain; its server is on a free port of loopback. */
  repliesDomain?: string;
  /** `silent` unless a test fails and you want to see why. */
  logLevel?: string;
  /** Written to instead. */
  log?: Pino;
}

/** Talks to a test server as a browser would: keeps cookies, echoes the CSRF token. */
export interface TestClient extends ApiClient {
  /** A bare request; `path` begins with a slash. Headers given win over the client's own. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Sends bytes as the form field `file` and answers the response. */
  send(
    path: string,
    fileName: string,
    content: Uint8Array<ArrayBuffer> | string,
    fields?: Record<string, string>,
  ): Promise<Response>;
  readonly cookies: Map<string, string>;
}

const mailSchema = z.object({ to: z.string(), subject: z.string(), text: z.string(), links: z.array(z.string()) });
export type TestMail = z.infer<typeof mailSchema>;

export interface TestServer {
  url: string;
  node: Node;
  services: Services;
  world: DemoWorld;
  /** Where files are stored. */
  dataDir: string;
  /** Somebody signed in, or, without an account, somebody who is not. */
  client(account?: Account): Promise<TestClient>;
  /** Anybody else who has an account, signed in. */
  clientOf(userId: number): Promise<TestClient>;
  /** What was mailed to this address, the newest first. */
  mails(to: string): Promise<TestMail[]>;
  /** Marks these files as export controlled, or releases them; none that were made of them, and no contents move. */
  mark(fileIds: readonly number[], controlled?: boolean): Promise<void>;
  /** Another node on the same database and files. Stop it before this one. */
  another(): Promise<TestServer>;
  /** What the product itself may not do, such as taking from the audit; no trigger of the database runs. */
  asOwner<T>(work: (db: HostDb) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** The platform with these server halves on an empty database of its own, listening on a free port. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { plugins = [], demo = false } = options;
  const prepare = demo ? demoOf(plugins) : { key: 'accounts', run: seedTemplate };
  const database = await testDatabase<Tables>({ migrations: migrationsOf(plugins), prepare });
  const folder = await mkdtemp(join(tmpdir(), 'sinter-test-'));
  await cp(database.prepared, folder, { recursive: true });
  const asOwner: TestServer['asOwner'] = (work) =>
    hostDb(database.db)
      .transaction()
      .execute(async (transaction) => {
        await sql`set local session_replication_role = replica`.execute(transaction);
        return work(transaction);
      });
  const server = await startOn(folder, options, database.application, asOwner);
  return {
    ...server,
    async stop() {
      await server.stop();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Seeding is done once, in the template that the databases are copied from. */
async function seedTemplate({ db }: Database<Tables>): Promise<void> {
  const own = db.withTables<AllTables>();
  await own.transaction().execute(async (transaction) => {
    await transaction.insertInto('demo_seed').values({ owner: 'host' }).execute();
    await seedAccounts(transaction, new Date());
  });
  await admitApplication(db);
}

/** The plugins' parts of the demo company too. */
const demoOf = (plugins: readonly ServerPlugin[]): Preparation<Tables> => ({
  key: `demo ${plugins.map(({ id, demo }) => `${id} ${String(demo)}`).join()}`,
  async run(database, folder) {
    await seedTemplate(database);
    const node = await nodeOn(database, folder, { plugins }, createLog('silent'));
    await seedDemo(node.mounted.services, node.mounted.plugins);
    await node.stop();
  },
});

const testKey = Buffer.alloc(32, 7);

function nodeOn(database: Database<Tables>, folder: string, options: TestServerOptions, log: Pino): Promise<Node> {
  const { plugins = [], maxUploadBytes = 64 * 1024 * 1024 } = options;
  return createNode({
    database,
    files: new FolderStore({ folder: join(folder, 'files'), controlledFolder: join(folder, 'controlled') }),
    storageWritable: async () => {},
    plugins,
    areas,
    log,
    pluginsDir: options.pluginsDir ?? resolve('plugins'),
    webDir: options.webDir ?? join(folder, 'web'),
    maxUploadBytes,
    metricsToken: options.metricsToken,
    metricsAtHome: options.metricsAtHome ?? true,
    openApi: options.openApi ?? true,
    localBuilds: options.localBuilds ?? true,
    secretKey: testKey,
    publicUrl: options.publicUrl,
    controlledUrl: options.controlledUrl,
    trustedProxies: options.trustedProxies,
    smtpUrl: options.smtpUrl,
    resolveTxt: options.resolveTxt,
    allowedNetworks: options.allowedNetworks,
    registryFolders: options.registryFolders,
    embedOrigins: options.embedOrigins,
    mailFrom: 'Sinter <no-reply@example.com>',
    ...(options.repliesDomain !== undefined && {
      replies: { domain: options.repliesDomain, host: '127.0.0.1', port: 0 },
    }),
    demo: false,
    complete: false,
  });
}

type Connection = Awaited<ReturnType<typeof testDatabase>>['connection'];

async function startOn(
  folder: string,
  options: TestServerOptions,
  connection: Connection,
  asOwner: TestServer['asOwner'],
): Promise<TestServer> {
  const log = options.log ?? createLog(options.logLevel ?? 'silent');
  const database = connectDatabase<Tables>(connection, connection, log);
  const node = await nodeOn(database, folder, options, log);
  const { services } = node.mounted;
  const worker = options.worker ? await startWorkers(database.pool, node.jobs, services, log) : undefined;
  const url = await node.app.listen({ host: options.host ?? '127.0.0.1', port: 0 });
  await node.receiver?.listen();
  const world = await readWorld(hostDb(database.db), new Date());
  if (!world) throw new Error('The demo accounts are missing.');
  const signIn = async (userId: number | null): Promise<TestClient> => {
    const cookies = new Map<string, string>();
    if (userId !== null) {
      const prefix = node.app.publicHttps ? hostPrefix : '';
      const token = await node.sessions.start(userId, { userAgent: 'test', address: '127.0.0.1' });
      cookies.set(prefix + sessionCookie, token);
    }
    const client = createClient(url, cookies);
    await client.fetch('/api/v1/users/getUser'); // gives it the CSRF token
    return client;
  };
  return {
    url,
    node,
    services,
    mark: (fileIds, controlled = true) =>
      services.write(async (unit) => {
        await sql`update stored_file set controlled = ${controlled} where id = any(${[...fileIds]})`.execute(unit.db);
        await tellMarked(unit, services.all(fileRelations), fileIds);
      }),
    world,
    dataDir: folder,
    client: (account) => signIn(account ? userOf(world, account) : null),
    clientOf: signIn,
    async mails(to) {
      const kept = z.array(mailSchema).parse(await (await fetch(`${url}/dev/mail.json`)).json());
      return kept.filter((mail) => mail.to === to);
    },
    another: () => startOn(folder, options, connection, asOwner),
    asOwner,
    async stop() {
      await worker?.stop();
      await node.stop();
    },
  };
}

/** Stores a setting of a facility as its screen does: this node goes by it from now on. */
export async function configure(
  { services, world }: TestServer,
  configType: string,
  value: unknown,
  facilityId = world.rootFacilityId,
): Promise<void> {
  await services.write((unit) => writeRecord(unit, { configType, facilityId }, value, { userId: null }));
  services.get(facilityStates).forget();
}

function userOf(world: DemoWorld, name: Account): number {
  const id = world.users[demoEmail({ name })];
  if (id === undefined) throw new Error(`There is no demo account "${name}".`);
  return id;
}

function createClient(url: string, cookies: Map<string, string>): TestClient {
  const csrf = (): string | undefined => cookies.get('__Host-XSRF-TOKEN') ?? cookies.get('XSRF-TOKEN');

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('cookie'))
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const token = csrf();
    if (token !== undefined && !headers.has('x-xsrf-token')) headers.set('x-xsrf-token', token);
    const response = await fetch(url + path, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  const api = createApiClient({
    fetch: (path, init) => send(String(path), init),
    csrf,
    facilityId: () => null,
    onUnauthenticated: () => {},
  });
  return {
    ...api,
    cookies,
    fetch: send,
    send(path, fileName, content, fields = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([content]), fileName);
      return send(path, { method: 'POST', body: form });
    },
  };
}
