import { type Kysely, sql } from 'kysely';

/** Texts of a package by language, as in its `locales/`: lists are drawn without reading its files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table extension_package add column texts jsonb not null default '{}'`.execute(db);
}
