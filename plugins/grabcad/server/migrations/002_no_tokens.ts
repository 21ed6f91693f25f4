import { sql, type Kysely } from 'kysely';

/** Files are handed out by the host's tickets, which decide again when they are used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table tray_model_token`.execute(db);
}
