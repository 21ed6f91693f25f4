import { sql, type Kysely } from 'kysely';

/** What the template of its method asked when a corrective action began, by heading. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table capa add column questions jsonb not null default '{}'`.execute(db);
}
