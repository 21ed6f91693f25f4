import { sql } from 'kysely';
import type { MigrationSet } from '../database/migrate.ts';

/**
 * The queue's tables: graphile-worker's own schema at the version this project pins (a later one comes with a step of
 * its own, since the product may not change tables), and the sign of life of each runner.
 */
export const queueMigrations: MigrationSet = {
  owner: 'queue',
  migrations: {
    '001_graphile_worker': {
      async up(db) {
        const { migrations } = await import('graphile-worker/dist/generated/sql.js');
        await sql`create schema graphile_worker`.execute(db);
        await sql`create table graphile_worker.migrations (
          id int primary key,
          ts timestamptz default now() not null,
          breaking boolean not null default false
        )`.execute(db);
        for (const [file, text] of Object.entries(migrations)) {
          await sql.raw(text.replaceAll(':GRAPHILE_WORKER_SCHEMA', 'graphile_worker')).execute(db);
          const [id, breaking] = [Number.parseInt(file, 10), text.startsWith('--! breaking')];
          await sql`insert into graphile_worker.migrations (id, breaking) values (${id}, ${breaking})`.execute(db);
        }
      },
    },
    '002_queue_runner': {
      async up(db) {
        await sql`create table queue_runner (
          id text primary key,
          lane text not null,
          seen_at timestamptz not null default now()
        )`.execute(db);
      },
    },
  },
};
