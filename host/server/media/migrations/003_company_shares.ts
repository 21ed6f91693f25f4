import { type Kysely, sql } from 'kysely';

/** Of a buyer company, those see a file who see a row that holds it: what was given to whole companies is taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from file_share where company_id is not null`.execute(db);
}
