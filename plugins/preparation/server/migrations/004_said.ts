import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What message is made from, for other languages than English.
    alter table file_operation add column said jsonb;
    alter table file_preview add column said jsonb;
  `.execute(db);
}
