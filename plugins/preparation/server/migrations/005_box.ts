import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The lowest corner of the part in its file. Files that were measured before do not have it.
    alter table file_facts add column min_x_mm double precision, add column min_y_mm double precision,
      add column min_z_mm double precision
  `.execute(db);
}
