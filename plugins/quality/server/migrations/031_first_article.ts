import { sql, type Kysely } from 'kysely';

/** Whether it is a first article is what the version of its plan says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lot_inspection drop column first_article`.execute(db);
}
