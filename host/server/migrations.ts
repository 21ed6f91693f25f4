import type { ServerPlugin } from '@sinter/sdk/server';
import type { MigrationSet, ReplacedSteps } from './database/migrate.ts';
import { hostModules } from './modules.ts';
import { inOrder } from './plugins/mount.ts';
import { queueMigrations } from './queue/schema.ts';

export const hostMigrations: readonly MigrationSet[] = hostModules.flatMap(({ id, migrations }) =>
  migrations ? [{ owner: `host/${id}`, migrations }] : [],
);

const formerRooms = [
  'secrets',
  'identity',
  'events',
  'work',
  'http',
  'records',
  'texts',
  'clearance',
  'factors',
  'session',
  'sso',
  'keys',
  'modules',
  'media',
  'uploads',
  'mail',
  'people',
  'places',
  'demo',
];

/** Once the host's tables were made by four steps, all of these rooms together. A room that comes later is not of them. */
export const formerSteps: ReplacedSteps = {
  former: ['host/001_tables', 'host/002_accounts', 'host/003_uploads', 'host/004_export_control'],
  steps: formerRooms.map((room) => `host/${room}/001_tables`),
};

/** The host's first: the tables of server halves refer to them. */
export const migrationsOf = (plugins: readonly ServerPlugin[]): MigrationSet[] => [
  queueMigrations,
  ...hostMigrations,
  ...inOrder(plugins).map(({ id, migrations }) => ({ owner: id, migrations })),
];
