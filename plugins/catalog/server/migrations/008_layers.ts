import { sql, type Kysely } from 'kysely';

/** How thick the layers are that a machine builds with; `null`: nobody has said it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table equipment add column layer_um int check (layer_um between 1 and 5000)`.execute(db);
}
